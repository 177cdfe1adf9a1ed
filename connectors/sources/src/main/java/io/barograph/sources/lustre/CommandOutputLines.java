package io.barograph.sources.lustre;

import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.sources.lustre.LineStream.Line;
import java.util.ArrayList;
import java.util.List;

/** What a command prints that is run anew for each round, such as {@code cerebro-stat -t -m lmt_ost}. */
final class CommandOutputLines implements LineSource {
    private final SourceCommand command;

    /** @param command the command */
    CommandOutputLines(SourceCommand command) {
        this.command = command;
    }

    @Override
    public String name() {
        return command.name();
    }

    @Override
    public List<Line> next() throws InterruptedException {
        TimedCommand.Outcome outcome = command.run();
        if (outcome.exitCode() != 0) {
            throw command.failed(outcome, "run it by hand as the collector's user; is cerebrod running?");
        }
        List<Line> lines = new ArrayList<>();
        outcome.output().lines().forEach(text -> lines.add(new Line(lines.size() + 1, text, false, null)));
        if (lines.isEmpty()) {
            throw new UnreadableSourceException(
                    name(), "printed nothing", "see with cerebro-stat -l whether Cerebro has the metric");
        }
        return lines;
    }

    @Override
    public boolean hasEnded() {
        return false;
    }

    @Override
    public boolean isRecorded() {
        return false;
    }

    @Override
    public List<Line> sample() throws InterruptedException {
        return next();
    }

    @Override
    public void close() {
        // each run ends its process
    }
}
