package io.barograph.collectors.simulator;

import java.time.Instant;
import java.util.List;

/**
 * What really happened to one finished job on one file system. Taken from the model itself, not from the records that
 * were published.
 *
 * @param jobId job id
 * @param executable name of the executable
 * @param startTime start of the job, exact to the microsecond
 * @param endTime end of the job, exact to the microsecond
 * @param fileSystem name of the file system
 * @param osts indices of the OSTs that the server volumes are taken over: the job's own if {@code ostsNamed}, else all
 * @param ostsNamed true if the job's summary names its OSTs
 * @param job bytes that the job moved on the file system
 * @param exact bytes that the OSTs moved in [start, end]
 * @param wholeIntervals bytes that the OSTs moved between the last sampling instant before the start and the last one
 *     before end + interval
 */
public record Truth(
        String jobId,
        String executable,
        Instant startTime,
        Instant endTime,
        String fileSystem,
        List<Integer> osts,
        boolean ostsNamed,
        Volume job,
        Volume exact,
        Volume wholeIntervals) {

    /** Copies the indices. */
    public Truth {
        osts = List.copyOf(osts);
    }

    /** @return the job's share of what the OSTs moved in [start, end]; between 0 and 1 */
    public double exactCoverageFactor() {
        return (double) job.bytes() / exact.bytes();
    }

    /** @return the job's share of what the OSTs moved over the same whole intervals that an analysis of samples uses */
    public double wholeIntervalCoverageFactor() {
        return (double) job.bytes() / wholeIntervals.bytes();
    }
}
