package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.TrafficChange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A change of what is known of one server, on its way to its file system: of the curve of a data server, or of what else
 * a server measures.
 *
 * @param server the server, once in every hour in which it reports, so that servers are counted; else empty
 * @param change change of the curve, or null
 * @param measures what else was measured, or null
 */
public record CurveChange(String fileSystem, String server, TrafficChange change, ServerSeriesUpdate measures) {
    public static final BinaryType<CurveChange> TYPE =
            DelegatingFormat.typeOf(CurveChange.class, 4, CurveChange::write, CurveChange::read);

    /** Begin of the names of servers that are no data servers and report their CPU use. */
    public static final String LOAD = "load/";

    /** Begin of the names of OSS among them. */
    public static final String OSS = LOAD + "OSS/";

    /** Begin of the names of MDS among them. */
    public static final String MDS = LOAD + "MDS/";

    public static CurveChange ofCurve(String fileSystem, String server, TrafficChange change) {
        return new CurveChange(fileSystem, server, change, null);
    }

    public static CurveChange ofMeasures(String fileSystem, String server, ServerSeriesUpdate measures) {
        return new CurveChange(fileSystem, server, null, measures);
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
        } else {
            value.measures.writeTo(out);
        }
    }

    private static CurveChange read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        String server = in.readUTF();
        return in.readBoolean()
                ? ofCurve(
                        fileSystem,
                        server,
                        new TrafficChange(in.readLong(), in.readLong(), SampledTraffic.readFrom(in)))
                : ofMeasures(fileSystem, server, ServerSeriesUpdate.readFrom(in));
    }
}
