package io.barograph.servers.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Varints;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What one sample changes, on its way to the file system.
 *
 * @param host host that serves it; empty if the sample does not say
 * @param time instant of the sample, milliseconds since the epoch
 * @param arrivedAt event time that the sample came at, behind the watermark; or {@link LateArrivalTime#IN_TIME}
 * @param increments what the sample adds and takes back
 * @param sampled false if the sample reports space alone, in its own rhythm: then it is no report of the server's work
 */
record ServerUpdate(
        String fileSystem,
        ServerRole role,
        String server,
        String host,
        long time,
        long arrivedAt,
        List<CounterIncrement> increments,
        ServerGauges gauges,
        boolean sampled)
        implements AttributableElement {
    static final BinaryType<ServerUpdate> TYPE =
            DelegatingFormat.typeOf(ServerUpdate.class, 4, ServerUpdate::write, ServerUpdate::read);

    /** Of a host not known: its CPU use may have come with the sample of a target. */
    @Override
    public RecordIdentity origin() {
        return role == ServerRole.DATA || role == ServerRole.METADATA
                ? RecordIdentity.ofSample(fileSystem, server, time)
                : null;
    }

    static ServerUpdate of(ServerMeasurement measurement, List<CounterIncrement> increments) {
        return new ServerUpdate(
                measurement.fileSystem(),
                measurement.role(),
                measurement.server(),
                measurement.host(),
                measurement.time(),
                measurement.arrivedAt(),
                increments,
                measurement.gauges(),
                !measurement.hasOnlySpace());
    }

    /** One of its increments alone; of the sample nothing else. */
    ServerUpdate only(CounterIncrement increment) {
        return new ServerUpdate(
                fileSystem, role, server, host, time, arrivedAt, List.of(increment), ServerGauges.NONE, false);
    }

    ServerUpdate with(List<CounterIncrement> others) {
        return new ServerUpdate(fileSystem, role, server, host, time, arrivedAt, others, gauges, sampled);
    }

    /** The CPU use that a target reports for its host. */
    static ServerUpdate ofHost(ServerMeasurement target, ServerRole role) {
        return new ServerUpdate(
                target.fileSystem(),
                role,
                target.host().isEmpty() ? target.server() : target.host(),
                target.host(),
                target.time(),
                target.arrivedAt(),
                List.of(),
                new ServerGauges(target.gauges().cpuPercent(), Double.NaN, Double.NaN),
                true);
    }

    private static void write(ServerUpdate value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeByte(RoleCode.of(value.role));
        out.writeUTF(value.server);
        out.writeUTF(value.host);
        out.writeLong(value.time);
        out.writeLong(value.arrivedAt);
        Varints.write(value.increments.size(), out);
        for (CounterIncrement increment : value.increments) {
            out.writeLong(increment.from());
            out.writeLong(increment.to());
            out.writeLong(increment.publishedAt());
            increment.moved().writeTo(out);
            out.writeByte(increment.sign());
            writeNames(increment.restartedQuantities(), out);
            writeNames(increment.quantitiesAtFault(), out);
        }
        value.gauges.writeTo(out);
        out.writeBoolean(value.sampled);
    }

    private static void writeNames(Set<String> quantities, DataOutput out) throws IOException {
        BinaryCollections.write(quantities, out, BinaryCollections.TEXT);
    }

    private static Set<String> readNames(DataInput in) throws IOException {
        return Set.copyOf(BinaryCollections.readList(in, DataInput::readUTF));
    }

    private static ServerUpdate read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        ServerRole role = RoleCode.role(in.readByte());
        String server = in.readUTF();
        String host = in.readUTF();
        long time = in.readLong();
        long arrivedAt = in.readLong();
        int count = (int) Varints.read(in);
        List<CounterIncrement> increments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            increments.add(new CounterIncrement(
                    in.readLong(),
                    in.readLong(),
                    in.readLong(),
                    QuantityAmounts.readFrom(in),
                    in.readByte(),
                    readNames(in),
                    readNames(in)));
        }
        return new ServerUpdate(
                fileSystem,
                role,
                server,
                host,
                time,
                arrivedAt,
                increments,
                ServerGauges.readFrom(in),
                in.readBoolean());
    }
}
