package io.barograph.cli.replay;

import io.barograph.configuration.AlertingSettings;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.schemas.DeadLetter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a replay is made of: recorded files, or what is held of a window. */
interface ReplayMaterial {
    /** @param folder a folder of the replay's own, for what has to be put in order before it is read */
    AnalysisReplay replay(Path folder) throws IOException;

    /** @return about how many records are read, for a progress display; empty if that is not known */
    OptionalLong records();

    /** @return what was refused before anything is analysed */
    List<DeadLetter> refused();

    AnalysisConfiguration configuration();

    /** @return the rules of alerts, if alerts are asked for */
    Optional<AlertingSettings> alerts();

    /** @return text of the configuration file, if there is one */
    Optional<String> configurationText();

    /** @return values that stand in place of those of the configuration */
    Map<String, String> changes();

    /** @return hours that nobody holds */
    List<String> missing();

    List<String> damaged();
}
