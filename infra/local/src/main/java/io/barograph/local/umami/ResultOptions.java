package io.barograph.local.umami;

import io.barograph.local.command.BrokerOptions;
import io.barograph.local.command.CommandFailedException;
import io.barograph.local.export.ExportFolder;
import io.barograph.local.export.ResultSource;
import io.barograph.local.export.ResultTopics;
import java.nio.file.Path;
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

    /**
     * @return what the options name
     * @throws CommandFailedException if they name nothing
     */
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
}
