package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.TrafficChange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change of what is known of servers, on its way to their file system: of the curves of data servers, or of what else
 * one server measures.
 *
 * @param server the server, once in every hour in which it reports, so that servers are counted; else empty
 * @param change change of the curve, or null
 * @param largestReadBytes the most that one server read in the interval of the change, bytes; {@link Long#MIN_VALUE} if the
 *     change adds no sample
 * @param largestWriteBytes the most that one server wrote, likewise
 * @param measures what else was measured, or null
 */
public record CurveChange(
        String fileSystem,
        String server,
        TrafficChange change,
        long largestReadBytes,
        long largestWriteBytes,
        ServerSeriesUpdate measures) {
    public static final BinaryType<CurveChange> TYPE =
            DelegatingFormat.typeOf(CurveChange.class, 5, CurveChange::write, CurveChange::read);

    /** Begin of the names of servers that are no data servers and report their CPU use. */
    public static final String LOAD = "load/";

    /** Begin of the names of OSS among them. */
    public static final String OSS = LOAD + "OSS/";

    /** Begin of the names of MDS among them. */
    public static final String MDS = LOAD + "MDS/";

    public static CurveChange ofCurve(String fileSystem, String server, TrafficChange change) {
        boolean addsSample = change.change().samples() > 0;
        return new CurveChange(
                fileSystem,
                server,
                change,
                addsSample ? change.change().readBytes() : Long.MIN_VALUE,
                addsSample ? change.change().writeBytes() : Long.MIN_VALUE,
                null);
    }

    public static CurveChange ofMeasures(String fileSystem, String server, ServerSeriesUpdate measures) {
        return new CurveChange(fileSystem, server, null, Long.MIN_VALUE, Long.MIN_VALUE, measures);
    }

    /** @return true if it changes the curve and was published in time */
    public boolean isInTimeTraffic() {
        return change != null && change.publishedAt() == TrafficChange.IN_TIME;
    }

    /**
     * Adds up what servers of one file system moved at one instant: nearly all of them are sampled then. Late changes stay
     * apart, as one may take back what another adds, and so do those that name their server.
     *
     * @return changes that say the same
     */
    public static List<CurveChange> combine(List<CurveChange> changes) {
        List<CurveChange> combined = new ArrayList<>();
        Map<Long, ServerTrafficSum> sums = new LinkedHashMap<>();
        for (CurveChange change : changes) {
            if (change.isInTimeTraffic() && change.server.isEmpty()) {
                sums.computeIfAbsent(change.time(), label -> new ServerTrafficSum())
                        .add(change);
            } else {
                combined.add(change);
            }
        }
        String fileSystem = changes.get(0).fileSystem;
        sums.forEach((label, sum) -> combined.add(sum.inTimeAt(fileSystem, label)));
        return combined;
    }

    /** @return instant of the sample that changed it, milliseconds since the epoch */
    public long time() {
        return change == null ? measures.time() : change.label();
    }

    private static void write(CurveChange value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeUTF(value.server);
        out.writeBoolean(value.change != null);
        if (value.change != null) {
            out.writeLong(value.change.label());
            out.writeLong(value.change.publishedAt());
            value.change.change().writeTo(out);
            out.writeLong(value.largestReadBytes);
            out.writeLong(value.largestWriteBytes);
        } else {
            value.measures.writeTo(out);
        }
    }

    private static CurveChange read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        String server = in.readUTF();
        if (!in.readBoolean()) {
            return ofMeasures(fileSystem, server, ServerSeriesUpdate.readFrom(in));
        }
        TrafficChange change = new TrafficChange(in.readLong(), in.readLong(), SampledTraffic.readFrom(in));
        return new CurveChange(fileSystem, server, change, in.readLong(), in.readLong(), null);
    }
}
