package io.barograph.servers.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the analysis takes from one sample of one server.
 *
 * @param server its name, as its source spells it
 * @param host host that serves it; empty if the sample does not say
 * @param time instant, milliseconds since the epoch
 * @param publishedAt from when on it can be known, milliseconds since the epoch ({@link LateArrivalTime#knownAt})
 * @param arrivedAt event time that it came at, behind the watermark; or {@link LateArrivalTime#IN_TIME}
 * @param data bytes and operations of a data server since it started, also those below zero: a curve has a fault there
 * @param metadata metadata operations since the server started, by kind
 * @param capacity how full a data server is and who serves it; null if the sample does not say
 */
record ServerMeasurement(
        String fileSystem,
        String server,
        ServerKind kind,
        String host,
        long time,
        long publishedAt,
        long arrivedAt,
        QuantityAmounts data,
        QuantityAmounts metadata,
        ServerGauges gauges,
        TargetUsage capacity)
        implements AttributableElement {
    static final BinaryType<ServerMeasurement> TYPE =
            DelegatingFormat.typeOf(ServerMeasurement.class, 1, ServerMeasurement::write, ServerMeasurement::read);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofSample(fileSystem, server, time);
    }

    /**
     * Of a file system and the name of the server within it; of what is no data server with its role, so that what a sample
     * takes back is taken back where it was added.
     */
    String key() {
        String name = ServerNames.withinFileSystem(server);
        return ServerNames.key(fileSystem, isDataServer() ? name : role() + "/" + name);
    }

    ServerRole role() {
        return switch (kind) {
            case OST, NSD -> ServerRole.DATA;
            case MDT -> ServerRole.METADATA;
            case OSS -> ServerRole.DATA_HOST;
            case MDS -> ServerRole.METADATA_HOST;
            case UNKNOWN -> ServerRole.UNKNOWN;
        };
    }

    boolean isDataServer() {
        return role() == ServerRole.DATA;
    }

    /** A capacity collector reports the space of a target, in its own rhythm, and nothing of its work. */
    boolean hasOnlySpace() {
        return (isDataServer() ? data : metadata).isEmpty() && gauges.knowsSpace() && Double.isNaN(gauges.cpuPercent());
    }

    /** True if both byte counters are known, of which the curve of a data server is made. */
    boolean hasTraffic() {
        return data.knows(QuantityAmounts.READ_BYTES) && data.knows(QuantityAmounts.WRITE_BYTES);
    }

    CounterSample ofData() {
        return new CounterSample(time, publishedAt, data);
    }

    CounterSample ofMetadata() {
        return new CounterSample(time, publishedAt, metadata);
    }

    /** True if the CPU use of an OSS or MDS is known; that of an MDT is that of its MDS. */
    boolean hasLoad() {
        boolean ofHost = kind == ServerKind.OSS || kind == ServerKind.MDS || kind == ServerKind.MDT;
        return ofHost && !Double.isNaN(gauges.cpuPercent());
    }

    /** The CPU use that a source reports with a target is that of the host that serves it; null if there is none. */
    ServerUpdate ofHost() {
        ServerRole role = role();
        if ((role != ServerRole.DATA && role != ServerRole.METADATA) || Double.isNaN(gauges.cpuPercent())) {
            return null;
        }
        return ServerUpdate.ofHost(this, role == ServerRole.DATA ? ServerRole.DATA_HOST : ServerRole.METADATA_HOST);
    }

    private static void write(ServerMeasurement value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeUTF(value.server);
        out.writeUTF(value.kind.name());
        out.writeUTF(value.host);
        out.writeLong(value.time);
        out.writeLong(value.publishedAt);
        out.writeLong(value.arrivedAt);
        value.data.writeTo(out);
        value.metadata.writeTo(out);
        value.gauges.writeTo(out);
        BinaryCollections.writeOptional(value.capacity, out, TargetUsage::writeTo);
    }

    private static ServerMeasurement read(DataInput in) throws IOException {
        return new ServerMeasurement(
                in.readUTF(),
                in.readUTF(),
                ServerKind.valueOf(in.readUTF()),
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                QuantityAmounts.readFrom(in),
                QuantityAmounts.readFrom(in),
                ServerGauges.readFrom(in),
                in.readBoolean() ? TargetUsage.readFrom(in) : null);
    }
}
