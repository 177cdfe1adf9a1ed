package io.barograph.cli.replay;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress bars of the steps of a command, on standard error. */
public final class ProgressBars {
    private static final int WIDTH = 100;
    private static final int TERMINAL_MILLIS = 200;

    /** Where nobody watches, as in a log file, a bar is written seldom. */
    private static final int FILE_MILLIS = 5_000;

    private final PrintStream out;
    private final boolean terminal;

    public ProgressBars(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** @param of how many there are to do; negative if unknown, so that the speed takes the place of the time left */
    public ProgressBar bar(String step, long of) {
        ProgressBarBuilder bar = new ProgressBarBuilder()
                .setTaskName(String.format("%-11s", step))
                .setInitialMax(of)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(terminal ? TERMINAL_MILLIS : FILE_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH));
        return (of < 0 ? bar.showSpeed() : bar).build();
    }
}
