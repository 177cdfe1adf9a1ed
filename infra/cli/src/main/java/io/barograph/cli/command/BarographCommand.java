package io.barograph.cli.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that talks to its user; its result is the exit code. */
public abstract class BarographCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    protected final CommandLine commandLine() {
        return spec.commandLine();
    }

    protected final PrintWriter out() {
        return commandLine().getOut();
    }

    protected final void say(String line) {
        out().println(line);
    }

    /** @return what ends the command with exit code 2 */
    public final ParameterException wrongUsage(String message) {
        return wrongUsage(message, null);
    }

    public final ParameterException wrongUsage(String message, Exception cause) {
        return new ParameterException(commandLine(), message, cause);
    }

    /**
     * Stands in for picocli's "required", which would hide a misspelt option behind "missing".
     *
     * @param question what to ask for, and how it is given
     * @throws ParameterException if the value is null
     */
    protected final void require(Object value, String question) {
        if (value == null) {
            throw wrongUsage(question);
        }
    }
}
