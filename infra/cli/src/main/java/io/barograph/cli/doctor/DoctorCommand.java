package io.barograph.cli.doctor;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        description = {
            "Tests the configuration, the broker and its topics, InfluxDB, each chat channel, each configured source"
                    + " and the Darshan library, and lists the dead letters of the last hour by reason.",
            "",
            "ok is as it should be, !! is wrong (and makes the exit code 1), -- is worth knowing."
        },
        footer = "  ./barograph doctor --config barograph.yaml")
public final class DoctorCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "FILE", description = "Configuration to test.")
    private Path config;

    @Spec
    private CommandSpec spec;

    private Duration limit = Duration.ofSeconds(40);

    /** @param limit longest time that a test may take, the broker's a quarter of it for each question */
    void setLimit(Duration limit) {
        this.limit = limit;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (config == null) {
            throw new ParameterException(spec.commandLine(), "which configuration? Give --config FILE");
        }
        PrintWriter out = spec.commandLine().getOut();
        boolean good = new Doctor(config, limit).examine(finding -> out.println(finding.line()));
        return good ? 0 : 1;
    }
}
