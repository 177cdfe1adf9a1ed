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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A window of an installation.
 *
 * @param changes values that stand in place of those written
 * @param speed multiple of real time; infinite for as fast as it goes
 * @param withAlerts true to find out which alerts would have been sent
 */
record WindowMaterial(
        BarographConfiguration site,
        String text,
        Map<String, String> changes,
        WindowInputs held,
        ReplayScope scope,
        double speed,
        Set<AnalysisPart> parts,
        boolean withAlerts)
        implements ReplayMaterial {
    @Override
    public AnalysisReplay replay(Path folder) {
        ReplayPace pace = Double.isInfinite(speed) ? ReplayPace.UNLIMITED : new ReplayPace(speed, scope.from());
        // Reports draw the logs beside the results.
        return new AnalysisReplay(held.inputs(), scope, pace, parts, Set.of(AnalysisReplay.Given.SUMMARIES));
    }

    @Override
    public OptionalLong records() {
        return OptionalLong.empty();
    }

    @Override
    public List<DeadLetter> refused() {
        return List.of();
    }

    @Override
    public AnalysisConfiguration configuration() {
        return AnalysisConfiguration.of(site);
    }

    @Override
    public Optional<AlertingSettings> alerts() {
        return withAlerts ? site.alerts() : Optional.empty();
    }

    @Override
    public Optional<String> configurationText() {
        return Optional.of(text);
    }

    @Override
    public List<String> missing() {
        return held.missing().stream().map(WindowInputs.Missing::toString).toList();
    }

    @Override
    public List<String> damaged() {
        return held.damaged().stream().map(DamagedArchiveException::getMessage).toList();
    }
}
