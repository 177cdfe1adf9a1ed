package io.barograph.contention.cost;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.activity.ActivitySpan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
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

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(identity);
        out.writeUTF(jobId);
        out.writeUTF(application);
        out.writeUTF(user);
        out.writeInt(nodes);
        out.writeLong(startMicros);
        out.writeLong(endMicros);
        out.writeLong(readBytes);
        out.writeLong(writeBytes);
        write(reads, out);
        write(writes, out);
        out.writeDouble(metadataSeconds);
        out.writeDouble(performance);
        out.writeDouble(usualPerformance);
    }

    private static void write(List<ActivitySpan> spans, DataOutput out) throws IOException {
        out.writeInt(spans.size());
        for (ActivitySpan span : spans) {
            out.writeLong(span.beginMicros());
            out.writeLong(span.endMicros());
            out.writeLong(span.bytes());
        }
    }

    /** @return what {@link #writeTo} wrote */
    public static KnownRun readFrom(DataInput in) throws IOException {
        return new KnownRun(
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readUTF(),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                spans(in),
                spans(in),
                in.readDouble(),
                in.readDouble(),
                in.readDouble());
    }

    private static List<ActivitySpan> spans(DataInput in) throws IOException {
        return BinaryCollections.readList(
                in, span -> new ActivitySpan(span.readLong(), span.readLong(), span.readLong()));
    }
}
