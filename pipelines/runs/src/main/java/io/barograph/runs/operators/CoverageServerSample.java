package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.history.CounterSample;
import io.barograph.servers.rates.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What runs take from one sample of one server.
 *
 * @param server name of the server within it ({@link ServerNames})
 * @param time instant, milliseconds since the epoch
 * @param publishedAt when it was published, milliseconds since the epoch
 * @param traffic counters of a data server; null if it is none, or does not say both what it read and what it wrote
 * @param operations metadata operations since the server started, by kind
 * @param capacity how full the target is and who serves it; null if the sample does not say
 */
record CoverageServerSample(
        String fileSystem,
        String server,
        ServerKind kind,
        long time,
        long publishedAt,
        CounterSample traffic,
        QuantityAmounts operations,
        double cpuPercent,
        TargetUsage capacity)
        implements AttributableElement {
    static final BinaryType<CoverageServerSample> TYPE = DelegatingFormat.typeOf(
            CoverageServerSample.class, 2, CoverageServerSample::write, CoverageServerSample::read);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofSample(fileSystem, server, time);
    }

    String key() {
        return ServerNames.key(fileSystem, server);
    }

    boolean hasCpu() {
        return !Double.isNaN(cpuPercent);
    }

    /** @return true if it says more than its traffic */
    boolean hasMeasurements() {
        return !operations.isEmpty() || hasCpu() || capacity != null;
    }

    private static void write(CoverageServerSample value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeUTF(value.server);
        out.writeUTF(value.kind.name());
        out.writeLong(value.time);
        out.writeLong(value.publishedAt);
        BinaryCollections.writeOptional(value.traffic, out, CoverageServerSample::write);
        out.writeInt(value.operations.quantities().size());
        for (String quantity : value.operations.quantities()) {
            out.writeUTF(quantity);
            out.writeLong(value.operations.get(quantity));
        }
        out.writeDouble(value.cpuPercent);
        BinaryCollections.writeOptional(value.capacity, out, TargetUsage::writeTo);
    }

    private static void write(CounterSample traffic, DataOutput out) throws IOException {
        out.writeLong(traffic.readBytes());
        out.writeLong(traffic.writeBytes());
        out.writeLong(traffic.readOperations());
        out.writeLong(traffic.writeOperations());
    }

    private static CoverageServerSample read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        String server = in.readUTF();
        ServerKind kind = ServerKind.valueOf(in.readUTF());
        long time = in.readLong();
        long publishedAt = in.readLong();
        CounterSample traffic = in.readBoolean()
                ? new CounterSample(time, publishedAt, in.readLong(), in.readLong(), in.readLong(), in.readLong())
                : null;
        Map<String, Long> operations = new TreeMap<>();
        BinaryCollections.readMap(operations, in, DataInput::readUTF, DataInput::readLong);
        return new CoverageServerSample(
                fileSystem,
                server,
                kind,
                time,
                publishedAt,
                traffic,
                operations.isEmpty() ? QuantityAmounts.NONE : QuantityAmounts.of(operations),
                in.readDouble(),
                in.readBoolean() ? TargetUsage.readFrom(in) : null);
    }
}
