package io.barograph.sources.probe;

import io.barograph.runtime.CollectorType;
import java.time.Duration;

/** {@code ./barograph collect probe}. */
public final class ProbeCollectorType extends CollectorType<ProbeOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public ProbeCollectorType() {
        super(
                "probe",
                "times six operations a second on directories of a file system (probe-timings), or reads such"
                        + " recordings",
                ProbeOptions.class,
                options -> Duration.ZERO,
                (options, context) -> options.recording() == null
                        ? ProbeCollector.live(options, context)
                        : new RecordedProbeCollector(options, context),
                "probe --dir /scratch/probe --duration 60s",
                "probe --recording latency-stat.csv --operation stat --start-time 2019-02-04T12:00:00Z"
                        + " --file-system scratch");
    }
}
