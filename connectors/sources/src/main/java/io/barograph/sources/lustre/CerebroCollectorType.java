package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorType;
import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.sources.lustre.LineStream.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Metric strings of LMT that Cerebro carries, from standard input, a recording or a command.
 *
 * <pre>lmtmetric -m ost -t 5 | ./barograph collect cerebro --dry-run</pre>
 */
public final class CerebroCollectorType extends CollectorType<CerebroOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public CerebroCollectorType() {
        super(
                "cerebro",
                "LMT's metric strings (lmt_ost, lmt_oss, lmt_mdt) from Cerebro, ltop or lmtmetric",
                CerebroOptions.class,
                options -> options.command().isEmpty() ? Duration.ZERO : options.interval(),
                (options, context) -> new CerebroCollector(source(options), options, context),
                "cerebro --dry-run",
                "cerebro --file ltop-recording.txt --dry-run");
    }

    private static LineSource source(CerebroOptions options) {
        if (options.file() != null) {
            return LineStream.recording(options.file());
        }
        return options.command().isEmpty()
                ? LineStream.live("standard input", System.in)
                : new CommandOutputLines(new SourceCommand(options.command(), options.timeLimit()));
    }

    /** What a command prints that is run anew for each poll, such as {@code cerebro-stat -t -m lmt_ost}. */
    record CommandOutputLines(SourceCommand command) implements LineSource {
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
    }
}
