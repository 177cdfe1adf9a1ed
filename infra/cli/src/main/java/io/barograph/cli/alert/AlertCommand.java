package io.barograph.cli.alert;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "alert",
        description = "Shows alerts, keeps them quiet, and takes what people found.",
        subcommands = {
            AlertTestCommand.class,
            AlertListCommand.class,
            SilenceCommand.class,
            UnsilenceCommand.class,
            VerdictCommand.Ack.class,
            VerdictCommand.Wrong.class
        },
        footer = {
            "  ./barograph alert test --config barograph.yaml --route operations",
            "  ./barograph alert list --config barograph.yaml",
            "  ./barograph alert silence --config barograph.yaml --fs scratch --for 4h maintenance",
            "  ./barograph alert wrong --config barograph.yaml 5c76cc2eae a test of the vendor"
        })
public final class AlertCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "alert what? One of: " + String.join(", ", spec.subcommands().keySet()));
    }
}
