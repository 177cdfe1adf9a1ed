package io.barograph.cli.reports;

import io.barograph.cli.command.BrokerOptions;
import io.barograph.cli.export.ExportFolder;
import io.barograph.cli.export.ResultSource;
import io.barograph.cli.export.ResultTopics;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.stack.CommandFailedException;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a command reads results from: a folder, or the topics of a running installation. */
final class ResultOptions {
    @Option(
            names = "--from-export",
            paramLabel = "DIR",
            description = "Folder that ./barograph replay --export wrote. Without it the topics of the broker are"
                    + " read, as far as they are kept.")
    private Path folder;

    @Mixin
    private BrokerOptions broker;

    /** @throws CommandFailedException if they name nothing */
    ResultSource source() {
        if (folder != null) {
            return new ExportFolder(folder);
        }
        if (!broker.isNamed()) {
            throw new CommandFailedException(
                    "from where? Neither a folder nor a broker is named",
                    "Give --from-export DIR, or --config FILE or --bootstrap-servers HOST:PORT for the topics of an"
                            + " installation.");
        }
        return new ResultTopics(broker.broker().kafka());
    }

    /** @return rules of the climate: those of the site's configuration, if one is given */
    ClimatePolicy climate() {
        return broker.configuration().map(AnalysisConfiguration::climate).orElse(ClimatePolicy.DEFAULT);
    }

    /** @return the same options for another command, word by word */
    List<String> asTyped() {
        List<String> words = new ArrayList<>();
        if (folder != null) {
            words.add("--from-export");
            words.add(folder.toString());
        }
        words.addAll(broker.asTyped());
        return words;
    }

    Optional<Path> configuration() {
        return broker.configurationFile();
    }
}
