package io.barograph.alerting.operators;

import io.barograph.alerting.AlertPolicy;
import io.barograph.alerting.AlertRoute;
import io.barograph.alerting.AlertRule;
import io.barograph.alerting.AlertScope;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.Severity;
import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.AlertingSettings.AlertRouteSettings;
import io.barograph.configuration.AlertingSettings.AlertRuleSettings;
import io.barograph.configuration.AlertingSettings.HeartbeatSettings;
import io.barograph.configuration.ChatChannelSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What the configuration says, and the rules of those who give none. */
public final class AlertingPolicies {
    private static final double BETTER = 0.2;
    private static final double NONE = Double.NaN;

    /**
     * Rules without a configuration. Slowness of probes and fullness have none, as contention, degraded and capacity
     * events report them.
     */
    static final List<AlertRule> DEFAULT_RULES = List.of(
            rule("contention", AlertSource.CONTENTION, NONE, 5, Duration.ZERO, Severity.WARNING),
            rule("degraded", AlertSource.DEGRADED, NONE, 5, Duration.ZERO, Severity.WARNING),
            rule("unexplained", AlertSource.UNEXPLAINED, NONE, 5, Duration.ZERO, Severity.WARNING),
            rule("capacity", AlertSource.CAPACITY, NONE, 0.95, Duration.ZERO, Severity.WARNING),
            rule("full-soon", AlertSource.FORECAST, 7, 2, Duration.ofHours(1), Severity.WARNING),
            rule("slow-run", AlertSource.ANOMALY, NONE, NONE, Duration.ZERO, Severity.INFO),
            rule("climate-shift", AlertSource.CLIMATE_SHIFT, 0.15, NONE, Duration.ZERO, Severity.WARNING),
            rule("silent-servers", AlertSource.SILENT_SERVERS, 1, NONE, Duration.ofMinutes(5), Severity.WARNING),
            rule(
                    "silent-collectors",
                    AlertSource.SILENT_COLLECTORS,
                    NONE,
                    NONE,
                    Duration.ofMinutes(5),
                    Severity.WARNING),
            rule("nothing-heard", AlertSource.STALE_INPUT, NONE, NONE, Duration.ofMinutes(10), Severity.WARNING),
            rule("silent-analysis", AlertSource.SILENT_ANALYSIS, NONE, NONE, Duration.ofMinutes(5), Severity.WARNING),
            rule("dead-letters", AlertSource.DEAD_LETTERS, 10, NONE, Duration.ZERO, Severity.WARNING),
            rule("quarantine", AlertSource.QUARANTINE, NONE, NONE, Duration.ZERO, Severity.WARNING));

    private AlertingPolicies() {}

    private static AlertRule rule(
            String name, AlertSource source, double threshold, double critical, Duration after, Severity severity) {
        return new AlertRule(
                name,
                source,
                AlertScope.ALL,
                threshold,
                critical,
                clear(source, threshold),
                after.toMillis(),
                severity);
    }

    private static double clear(AlertSource source, double threshold) {
        return threshold * (source == AlertSource.FORECAST ? 1 + BETTER : 1 - BETTER);
    }

    /**
     * @param settings section {@code alerting}
     * @return what becomes an alert, which channel receives it, and how often
     */
    public static AlertPolicy of(AlertingSettings settings) {
        HeartbeatSettings heartbeat = settings.heartbeat();
        return new AlertPolicy(
                settings.rules().isEmpty()
                        ? DEFAULT_RULES
                        : settings.rules().stream().map(AlertingPolicies::rule).toList(),
                routes(settings),
                settings.groupWindow().toMillis(),
                settings.cooldown().toMillis(),
                settings.hourlyCap(),
                settings.staleAfter().toMillis(),
                settings.catchUpAfter().toMillis(),
                heartbeat == null ? "" : heartbeat.channel(),
                heartbeat == null ? 0 : heartbeat.interval().toMillis());
    }

    private static List<AlertRoute> routes(AlertingSettings settings) {
        if (settings.routes().isEmpty()) {
            return settings.channels().stream()
                    .map(ChatChannelSettings::name)
                    .map(channel -> new AlertRoute(channel, channel, AlertScope.ALL, Severity.INFO))
                    .toList();
        }
        return settings.routes().stream().map(AlertingPolicies::route).toList();
    }

    private static AlertRoute route(AlertRouteSettings route) {
        return new AlertRoute(
                route.name(),
                route.channel(),
                scope(route.fileSystems(), route.types(), route.applications()),
                Severity.valueOf(route.severity().name()));
    }

    private static AlertRule rule(AlertRuleSettings rule) {
        AlertSource source = AlertSource.valueOf(rule.on().name());
        double threshold = rule.threshold() == null ? NONE : rule.threshold();
        return new AlertRule(
                rule.name(),
                source,
                scope(rule.fileSystems(), rule.types(), rule.applications()),
                threshold,
                rule.critical() == null ? NONE : rule.critical(),
                rule.clear() == null ? clear(source, threshold) : rule.clear(),
                rule.after().toMillis(),
                Severity.valueOf(rule.severity().name()));
    }

    private static AlertScope scope(List<String> fileSystems, List<String> types, List<String> applications) {
        return new AlertScope(Set.copyOf(fileSystems), Set.copyOf(types), Set.copyOf(applications));
    }
}
