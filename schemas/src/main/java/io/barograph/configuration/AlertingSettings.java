package io.barograph.configuration;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which channel receives which alerts. */
public record AlertingSettings(
        @Setting(value = "Where messages go.", required = true) List<ChatChannelSettings> channels,
        @Setting("What is an alert; without any, the rules listed in alerts.md.") List<AlertRuleSettings> rules,
        @Setting("Which alerts go where: to the channels of all routes that they fit. Without any, every alert goes to"
                        + " every channel.")
                List<AlertRouteSettings> routes,
        @Setting(
                        value = "How long a message waits for others, to be sent together with them. The first alert"
                                + " that is critical or of a contention event does not wait.",
                        defaultValue = "30s")
                Duration groupWindow,
        @Setting(
                        value = "Least time between two messages about one alert, unless it gets worse or ends.",
                        defaultValue = "5m")
                Duration cooldown,
        @Setting(
                        value =
                                "Most messages to a channel in any hour; the rest comes in one digest an hour. Critical alerts are exempt.",
                        defaultValue = "20")
                int hourlyCap,
        @Setting(value = "An alert of which nothing is heard for this long is unknown.", defaultValue = "10m")
                Duration staleAfter,
        @Setting(
                        value =
                                "An alert that is older than this when it arrives, as after an outage, is sent in a digest; one that is critical and still holds is sent at once.",
                        defaultValue = "10m")
                Duration catchUpAfter,
        @Setting("Address of the live page, for links.") URI pageUrl,
        @Setting("Address of Grafana, for links.") URI grafanaUrl,
        @Setting("A message at regular times that stops when the pipeline does; none without it.")
                HeartbeatSettings heartbeat) {
    /** What a rule can be about. */
    public enum Source {
        /** Load that made others slow. */
        CONTENTION,
        /** Slow without load. */
        DEGRADED,
        /** Slow while the load is not known. */
        UNEXPLAINED,
        /** A target nearly full. */
        CAPACITY,
        /** A run far below its climate. */
        ANOMALY,
        /** Performance that has settled at a lower level. */
        CLIMATE_SHIFT,
        /** Timings of an operation. */
        SLOWDOWN,
        /** Fraction in use of the fullest target. */
        FULLNESS,
        /** Days until a target is full. */
        FORECAST,
        /** Servers that report nothing. */
        SILENT_SERVERS,
        /** Collectors that fail, hang or say nothing. */
        SILENT_COLLECTORS,
        /** File systems of which nothing is heard. */
        STALE_INPUT,
        /** File systems whose samples arrive while the analysis gives no results. */
        SILENT_ANALYSIS,
        /** Refused inputs. */
        DEAD_LETTERS,
        /** Records that made a job fail and are skipped since. */
        QUARANTINE;

        private boolean hasLevel() {
            return switch (this) {
                case SLOWDOWN, FULLNESS, FORECAST, SILENT_SERVERS, DEAD_LETTERS -> true;
                default -> false;
            };
        }
    }

    /** How bad an alert is. */
    public enum Severity {
        /** Worth knowing. */
        INFO,
        /** Somebody should look. */
        WARNING,
        /** Somebody must look now. */
        CRITICAL
    }

    /** One rule. */
    public record AlertRuleSettings(
            @Setting(value = "Its name, in messages and for silences.", required = true) String name,
            @Setting(value = "What it is about.", required = true) Source on,
            @Setting("Only of these file systems; all without any.") List<String> fileSystems,
            @Setting("Only of these types: READ, WRITE, METADATA, HOTSPOT, BYTES, INODES, an operation of the probes.")
                    List<String> types,
            @Setting("Only of these applications.") List<String> applications,
            @Setting("Value from which on it is an alert, in the unit of what it is about (alerts.md).")
                    Double threshold,
            @Setting("Value from which on it is critical.") Double critical,
            @Setting("Value that ends a level: 20 % better than threshold without it.") Double clear,
            @Setting(
                            value =
                                    "How long the condition must hold before the alert is sent, and be clear before it is"
                                            + " resolved.",
                            defaultValue = "0s")
                    Duration after,
            @Setting(value = "How bad it is.", defaultValue = "warning") Severity severity) {
        /** Checks that what has a level has a threshold. */
        public AlertRuleSettings {
            requireName(name);
            if (on.hasLevel() && threshold == null) {
                throw new IllegalArgumentException("threshold is missing: a rule on "
                        + on.name().toLowerCase(java.util.Locale.ROOT) + " needs one");
            }
            if (!on.hasLevel() && clear != null) {
                throw new IllegalArgumentException("clear is for levels only; this ends by itself");
            }
            boolean lowIsBad = on == Source.FORECAST;
            if (critical != null && threshold != null && (lowIsBad ? critical > threshold : critical < threshold)) {
                throw new IllegalArgumentException("critical must not be better than threshold");
            }
            if (clear != null && (lowIsBad ? clear < threshold : clear > threshold)) {
                throw new IllegalArgumentException("clear must not be worse than threshold");
            }
        }
    }

    /** One route. */
    public record AlertRouteSettings(
            @Setting(value = "Its name, for ./barograph alert test.", required = true) String name,
            @Setting(value = "Name of the channel.", required = true) String channel,
            @Setting("Only of these file systems; all without any.") List<String> fileSystems,
            @Setting("Only of these types, or what rules are on: read, contention, ...") List<String> types,
            @Setting("Only of these applications.") List<String> applications,
            @Setting(value = "Least severity.", defaultValue = "info") Severity severity) {
        /** Checks the name. */
        public AlertRouteSettings {
            requireName(name);
        }
    }

    /** Dead-man's switch: the receiver alerts when this message is missing. */
    public record HeartbeatSettings(
            @Setting(value = "Name of the channel, of type webhook or alertmanager.", required = true) String channel,
            @Setting(
                            value = "Time between two messages, as long as results of the analysis go on.",
                            defaultValue = "1m")
                    Duration interval) {
        /** Checks the range. */
        public HeartbeatSettings {
            if (interval.compareTo(Duration.ofSeconds(1)) < 0) {
                throw new IllegalArgumentException("interval must be at least 1s");
            }
        }
    }

    private static final Duration MAX_WINDOW = Duration.ofMinutes(10);
    private static final Duration MAX_COOLDOWN = Duration.ofDays(1);

    /** Checks ranges, and that names are there once. */
    public AlertingSettings {
        if (channels.isEmpty()) {
            throw new IllegalArgumentException("channels is empty; alerts need at least one");
        }
        requireOnce("channels", channels.stream().map(ChatChannelSettings::name).toList());
        requireOnce("rules", rules.stream().map(AlertRuleSettings::name).toList());
        requireOnce("routes", routes.stream().map(AlertRouteSettings::name).toList());
        if (groupWindow.isZero() || groupWindow.compareTo(MAX_WINDOW) > 0) {
            throw new IllegalArgumentException("groupWindow must be above 0 and at most 10m");
        }
        if (cooldown.compareTo(MAX_COOLDOWN) > 0) {
            throw new IllegalArgumentException("cooldown must be at most 1d");
        }
        if (hourlyCap < 1 || hourlyCap > 1000) {
            throw new IllegalArgumentException("hourlyCap must lie between 1 and 1000");
        }
        if (staleAfter.compareTo(Duration.ofMinutes(1)) < 0 || catchUpAfter.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("staleAfter and catchUpAfter must be at least 1m");
        }
        requireWeb("pageUrl", pageUrl);
        requireWeb("grafanaUrl", grafanaUrl);
    }

    private static void requireName(String name) {
        if (name.isBlank() || name.contains("|") || name.contains("/") || name.length() > 100) {
            throw new IllegalArgumentException("name must have 1 to 100 characters, without | and /");
        }
    }

    private static void requireOnce(String what, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new IllegalArgumentException(what + ": the name \"" + name + "\" is there twice");
            }
        }
    }

    private static void requireWeb(String key, URI address) {
        if (address != null
                && (address.getHost() == null
                        || !Set.of("http", "https")
                                .contains(String.valueOf(address.getScheme()).toLowerCase(java.util.Locale.ROOT)))) {
            throw new IllegalArgumentException(key + " must begin with http:// or https:// and name a host");
        }
    }
}
