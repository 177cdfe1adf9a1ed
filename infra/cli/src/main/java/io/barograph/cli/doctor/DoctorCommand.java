package io.barograph.cli.doctor;

import io.barograph.cli.command.BarographCommand;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Tests the configuration, the broker and its topics, InfluxDB, each chat channel, each configured source"
                    + " and the Darshan library, and lists the dead letters of the last hour by reason.",
            "",
            "ok is as it should be, !! is wrong (and makes the exit code 1), -- is worth knowing."
        },
        footer = "  ./barograph doctor --config barograph.yaml")
public final class DoctorCommand extends BarographCommand {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration to test.")
    private Path config;

    private Duration limit = Duration.ofSeconds(40);

    /** @param limit longest time that a test may take, the broker's a quarter of it for each question */
    void setLimit(Duration limit) {
        this.limit = limit;
    }

    @Override
    public Integer call() throws InterruptedException {
        require(config, "which configuration? Give --config FILE");
        boolean good = new Doctor(config, limit).examine(finding -> say(finding.line()));
        return good ? 0 : 1;
    }
}
