package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/**
 * Metric strings of LMT that Cerebro carries, from standard input, a recording or a command.
 *
 * <pre>lmtmetric -m ost -t 5 | ./barograph collect cerebro --dry-run</pre>
 */
public final class CerebroCollectorType implements CollectorType<CerebroOptions> {
    @Override
    public String name() {
        return "cerebro";
    }

    @Override
    public String summary() {
        return "LMT's metric strings (lmt_ost, lmt_oss, lmt_mdt) from Cerebro, ltop or lmtmetric";
    }

    @Override
    public List<String> examples() {
        return List.of("cerebro --dry-run", "cerebro --file ltop-recording.txt --dry-run");
    }

    @Override
    public Class<CerebroOptions> options() {
        return CerebroOptions.class;
    }

    @Override
    public Duration interval(CerebroOptions options) {
        return options.command().isEmpty() ? Duration.ZERO : options.interval();
    }

    @Override
    public SourceCollector create(CerebroOptions options, CollectorContext context) {
        return new CerebroCollector(source(options), options, context);
    }

    private static LineSource source(CerebroOptions options) {
        if (options.file() != null) {
            return new FileLines(options.file());
        }
        return options.command().isEmpty()
                ? new StandardInputLines(System.in)
                : new CommandOutputLines(new SourceCommand(options.command(), options.timeLimit()));
    }
}
