package io.barograph.cli.command;

/** Whether somebody watches: the launcher knows, Java cannot distinguish standard output and standard error. */
public final class TerminalDetection {
    private TerminalDetection() {}

    public static boolean isOutput() {
        return Boolean.getBoolean("barograph.terminal.output");
    }

    public static boolean isError() {
        return Boolean.getBoolean("barograph.terminal.error");
    }
}
