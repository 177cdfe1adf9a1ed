package io.barograph.cli.replay;

import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.archive.DamagedArchiveException;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.WindowInputs;
import io.barograph.schemas.DeadLetter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a replay is made of: recorded files, or what is held of a window.
 *
 * @param records about how many are read, for a progress display; empty if that is not known
 * @param refused what was refused before anything is analysed
 * @param alerts the rules of alerts, if alerts are asked for
 * @param configurationText text of the configuration file, if there is one
 * @param changes values that stand in place of those of the configuration
 * @param missing hours that nobody holds
 */
record ReplayMaterial(
        Preparation preparation,
        OptionalLong records,
        List<DeadLetter> refused,
        AnalysisConfiguration configuration,
        Optional<AlertingSettings> alerts,
        Optional<String> configurationText,
        Map<String, String> changes,
        List<String> missing,
        List<String> damaged) {
    interface Preparation {
        /** @param folder a folder of the replay's own, for what has to be put in order before it is read */
        AnalysisReplay replay(Path folder) throws IOException;
    }

    /**
     * A window of an installation.
     *
     * @param speed multiple of real time; infinite for as fast as it goes
     * @param alerts the rules of alerts, to find out which would have been sent
     */
    static ReplayMaterial ofWindow(
            BarographConfiguration site,
            String text,
            Map<String, String> changes,
            WindowInputs held,
            ReplayScope scope,
            double speed,
            Set<AnalysisPart> parts,
            Optional<AlertingSettings> alerts) {
        ReplayPace pace = Double.isInfinite(speed) ? ReplayPace.UNLIMITED : new ReplayPace(speed, scope.from());
        return new ReplayMaterial(
                // Reports draw the logs beside the results.
                folder -> new AnalysisReplay(held.inputs(), scope, pace, parts, Set.of(AnalysisReplay.Given.SUMMARIES)),
                OptionalLong.empty(),
                List.of(),
                AnalysisConfiguration.of(site),
                alerts,
                Optional.of(text),
                changes,
                held.missing().stream().map(WindowInputs.Missing::toString).toList(),
                held.damaged().stream().map(DamagedArchiveException::getMessage).toList());
    }
}
