package io.barograph.jobs.analysis;

import io.barograph.configuration.AnalysisSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.motif.ApplicationNames;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.schemas.motif.RunEligibility;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.operators.WeatherPolicy;
import io.barograph.slowdown.SlowdownPolicy;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the analysis job needs to know.
 *
 * @param history history kept, lateness, revision delay
 * @param slowdown baseline and windows of the slowdowns
 * @param weather how long the weather can be corrected, and settings of the workload character
 * @param motifs which runs are comparable and large enough
 * @param climate which earlier runs a run is compared with
 * @param contention when slowness, load and lack of space are events
 */
public record AnalysisConfiguration(
        FileSystemCatalogue catalogue,
        HistoryPolicy history,
        SlowdownPolicy slowdown,
        WeatherPolicy weather,
        MotifRules motifs,
        ClimatePolicy climate,
        ContentionPolicy contention) {
    public static AnalysisConfiguration of(BarographConfiguration configuration) {
        return new AnalysisConfiguration(
                configuration.catalogue(),
                history(configuration),
                slowdown(configuration),
                WeatherPolicy.DEFAULT,
                motifs(configuration),
                climate(configuration),
                contention(configuration));
    }

    public static AnalysisConfiguration defaults(FileSystemCatalogue catalogue) {
        return new AnalysisConfiguration(
                catalogue,
                HistoryPolicy.DEFAULT,
                SlowdownPolicy.DEFAULT,
                WeatherPolicy.DEFAULT,
                MotifRules.DEFAULT,
                ClimatePolicy.DEFAULT,
                ContentionPolicy.DEFAULT);
    }

    private static MotifRules motifs(BarographConfiguration configuration) {
        AnalysisSettings.MotifSettings settings = configuration.analysis().motifs();
        List<ApplicationNames.Rule> rules = settings.applicationNames().stream()
                .map(rule -> new ApplicationNames.Rule(Pattern.compile(rule.pattern()), rule.name()))
                .toList();
        return new MotifRules(
                new ApplicationNames(rules),
                new RunEligibility(settings.eligibleBytes(), settings.eligibleProcesses()));
    }

    /** @return which earlier runs its verdicts compare a run with */
    public static ClimatePolicy climate(BarographConfiguration configuration) {
        AnalysisSettings.ClimateSettings settings = configuration.analysis().climate();
        return new ClimatePolicy(settings.window(), settings.fewestRuns());
    }

    private static ContentionPolicy contention(BarographConfiguration configuration) {
        AnalysisSettings.ContentionSettings settings = configuration.analysis().contention();
        return ContentionPolicy.of(
                settings.harmfulSlowdown(), settings.degradedAfter(), settings.nearlyFull(), settings.correctedFor());
    }

    private static HistoryPolicy history(BarographConfiguration configuration) {
        AnalysisSettings settings = configuration.analysis();
        return new HistoryPolicy(
                settings.fineHistory(),
                settings.minuteHistory(),
                settings.lateness(),
                settings.revisionDelay(),
                HistoryPolicy.DEFAULT.slack());
    }

    private static SlowdownPolicy slowdown(BarographConfiguration configuration) {
        AnalysisSettings.SlowdownSettings settings = configuration.analysis().slowdown();
        SlowdownPolicy defaults = SlowdownPolicy.DEFAULT;
        return new SlowdownPolicy(
                settings.baselineDays(),
                defaults.provisionalFor(),
                defaults.firmAfter(),
                defaults.window(),
                defaults.step(),
                defaults.trendOver(),
                settings.frozenFrom(),
                settings.frozenTo(),
                configuration.analysis().contention().harmfulSlowdown());
    }
}
