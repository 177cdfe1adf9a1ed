package io.barograph.lab.simulator;

import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.CompetingJob;
import io.barograph.lab.simulator.server.FaultLoss;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import java.time.Instant;
import java.util.List;

/**
 * What really happened to one finished job on one file system. Taken from the model itself, not from the records that
 * were published.
 *
 * @param state how it ended, by Slurm's words: COMPLETED, FAILED, TIMEOUT
 * @param logged true if a Darshan log of the job comes sooner or later
 * @param startTime start of the job, exact to the microsecond
 * @param endTime end of the job, exact to the microsecond
 * @param osts indices of the OSTs that the server volumes are taken over: the job's own if {@code ostsNamed}, else all
 * @param ostsNamed true if the job's summary names its OSTs
 * @param job bytes that the job moved on the file system
 * @param exact bytes that the OSTs moved in [start, end]
 * @param wholeIntervals bytes that the OSTs moved between the last sampling instant before the start and the last one
 *     before end + interval
 * @param intervals when the job did what, in the order of time
 * @param contenders what other jobs moved on the same OSTs in [start, end], whoever moved most first; empty if the
 *     configuration does not ask for it
 */
public record JobTruth(
        String jobId,
        String executable,
        int nodes,
        String state,
        boolean logged,
        Instant startTime,
        Instant endTime,
        String fileSystem,
        List<Integer> osts,
        boolean ostsNamed,
        ByteVolume job,
        long readOperations,
        long writeOperations,
        long metadataOperations,
        ByteVolume exact,
        ByteVolume wholeIntervals,
        List<SimulatedIoInterval> intervals,
        List<FaultLoss> faultLosses,
        List<CompetingJob> contenders) {
    public JobTruth {
        osts = List.copyOf(osts);
        intervals = List.copyOf(intervals);
        faultLosses = List.copyOf(faultLosses);
        contenders = List.copyOf(contenders);
    }

    /** @return the job's share of what the OSTs moved in [start, end]; between 0 and 1, NaN if they moved nothing */
    public double exactCoverageFactor() {
        return (double) job.bytes() / exact.bytes();
    }

    /**
     * @return the job's share of what the OSTs moved over the same whole intervals that an analysis of samples uses; NaN
     *     if they moved nothing
     */
    public double wholeIntervalCoverageFactor() {
        return (double) job.bytes() / wholeIntervals.bytes();
    }

    /** @return time that the job spent on the file system, seconds */
    public double ioSeconds() {
        return intervals.stream().mapToDouble(SimulatedIoInterval::seconds).sum();
    }

    /** @return time that it had spent with nobody else on healthy servers, seconds */
    public double unhinderedIoSeconds() {
        return intervals.stream()
                .mapToDouble(SimulatedIoInterval::unhinderedSeconds)
                .sum();
    }

    /** @return node-hours that waiting for the file system cost, whoever was the cause */
    public double lostNodeHours() {
        return nodes * Math.max(0, ioSeconds() - unhinderedIoSeconds()) / 3600;
    }
}
