package io.barograph.contention.cost;

import io.barograph.schemas.activity.ActivitySpan;
import java.util.ArrayList;
import java.util.List;

/**
 * What a Darshan log says of a run on a file system, and how the run compares with its climate.
 *
 * @param nodes its nodes; 0 if not known
 * @param startMicros its start, microseconds since the epoch
 * @param reads when it read, microseconds since the epoch
 * @param metadataSeconds time in metadata operations, mean of its processes; NaN if not known
 * @param performance bytes / I/O time of the slowest rank; NaN while it has not been judged
 * @param usualPerformance median of its climate; NaN if there is none
 */
public record KnownRun(
        String identity,
        String jobId,
        String application,
        String user,
        int nodes,
        long startMicros,
        long endMicros,
        long readBytes,
        long writeBytes,
        List<ActivitySpan> reads,
        List<ActivitySpan> writes,
        double metadataSeconds,
        double performance,
        double usualPerformance) {
    public KnownRun {
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    public KnownRun judged(RunVerdict verdict) {
        return new KnownRun(
                identity,
                jobId,
                verdict.application().isEmpty() ? application : verdict.application(),
                user,
                nodes,
                startMicros,
                endMicros,
                readBytes,
                writeBytes,
                reads,
                writes,
                metadataSeconds,
                verdict.performance(),
                verdict.usualPerformance());
    }

    /**
     * @param allNodes its nodes, by all that is known of its job; 0 if not known
     * @return what is known of the time that it may have lost
     */
    public VictimRun victim(int allNodes) {
        List<ActivitySpan> io = new ArrayList<>(reads);
        io.addAll(writes);
        double bytes = (double) readBytes + writeBytes;
        return new VictimRun(
                allNodes, startMicros, endMicros, io, metadataSeconds, bytes / performance, bytes, usualPerformance);
    }
}
