package io.barograph.servers.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerRole;
import io.barograph.servers.rates.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the weather takes from one sample.
 *
 * @param host host that serves it; empty if the sample does not say
 * @param time instant of the sample, milliseconds since the epoch
 * @param arrivedAt event time that it came at, behind the watermark; or {@link LateArrivalTime#IN_TIME}
 * @param counters counters of a data or metadata server
 */
record WeatherServerSample(
        String fileSystem,
        ServerRole role,
        String server,
        String host,
        long time,
        long arrivedAt,
        QuantityAmounts counters,
        ServerGauges gauges)
        implements AttributableElement {
    static final BinaryType<WeatherServerSample> TYPE = DelegatingFormat.typeOf(
            WeatherServerSample.class, 2, WeatherServerSample::write, WeatherServerSample::read);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofSample(fileSystem, server, time);
    }

    /** Occurs in no name. */
    static final String KEY_SEPARATOR = "\n";

    /** A host can be both OSS and MDS, so its role is part of its identity. */
    String key() {
        return fileSystem + KEY_SEPARATOR + RoleCode.of(role) + KEY_SEPARATOR + server;
    }

    /** A capacity collector tells of the space of a target, in its own rhythm, and nothing of its work. */
    boolean hasOnlySpace() {
        return counters.isEmpty() && gauges.knowsSpace() && Double.isNaN(gauges.cpuPercent());
    }

    private static void write(WeatherServerSample value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeByte(RoleCode.of(value.role));
        out.writeUTF(value.server);
        out.writeUTF(value.host);
        out.writeLong(value.time);
        out.writeLong(value.arrivedAt);
        value.counters.writeTo(out);
        value.gauges.writeTo(out);
    }

    private static WeatherServerSample read(DataInput in) throws IOException {
        return new WeatherServerSample(
                in.readUTF(),
                RoleCode.role(in.readByte()),
                in.readUTF(),
                in.readUTF(),
                in.readLong(),
                in.readLong(),
                QuantityAmounts.readFrom(in),
                ServerGauges.readFrom(in));
    }
}
