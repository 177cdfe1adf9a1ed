package io.barograph.cli.command;

/** Whether somebody watches: the launcher knows, Java cannot distinguish standard output and standard error. */
public final class TerminalDetection {
    private TerminalDetection() {}

    /** @return true if standard output is a terminal */
    public static boolean isOutput() {
        return Boolean.getBoolean("barograph.terminal.output");
    }

    /** @return true if standard error is a terminal */
    public static boolean isError() {
        return Boolean.getBoolean("barograph.terminal.error");
    }
}
