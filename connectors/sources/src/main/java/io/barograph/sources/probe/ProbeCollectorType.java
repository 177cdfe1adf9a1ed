package io.barograph.sources.probe;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** {@code ./barograph collect probe}. */
public final class ProbeCollectorType implements CollectorType<ProbeOptions> {
    @Override
    public String name() {
        return "probe";
    }

    @Override
    public String summary() {
        return "times six operations a second on directories of a file system (probe-timings), or reads such recordings";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "probe --dir /scratch/probe --duration 60s",
                "probe --recording latency-stat.csv --operation stat --start-time 2019-02-04T12:00:00Z"
                        + " --file-system scratch");
    }

    @Override
    public Class<ProbeOptions> options() {
        return ProbeOptions.class;
    }

    /** The rounds themselves wait for timings. */
    @Override
    public Duration interval(ProbeOptions options) {
        return Duration.ZERO;
    }

    @Override
    public SourceCollector create(ProbeOptions options, CollectorContext context) {
        return options.recording() == null
                ? ProbeCollector.live(options, context)
                : new RecordedProbeCollector(options, context);
    }
}
