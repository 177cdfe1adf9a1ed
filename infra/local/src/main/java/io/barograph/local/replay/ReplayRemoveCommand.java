package io.barograph.local.replay;

import io.barograph.local.command.HomeFolder;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Removes a replay. */
@Command(
        name = "rm",
        description =
                "Removes the files of a replay. Its points in InfluxDB stay until somebody drops them: DROP SERIES"
                        + " WHERE replay = 'NAME'.",
        footer = "  ./barograph replay rm tuesday")
public final class ReplayRemoveCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "Name of the replay.")
    private String name;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "which replay? Give its NAME");
        }
        ReplayStore.in(HomeFolder.ofLauncher()).remove(name);
        return 0;
    }
}
