package io.barograph.cli.command;

/** Whether somebody watches: the launcher knows, Java cannot tell standard output and standard error apart. */
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
