package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.rates.FillTrend;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

final class ServerTrends {
    static final BinaryType<ServerTrends> TYPE = DelegatingFormat.typeOf(
            ServerTrends.class, 1, ServerTrends::write, ServerTrends::read, ServerTrends::copyOf);

    /** Targets are called full from here on: allocation and performance suffer before the last byte is taken. */
    private static final double FULL = 0.9;

    private final FillTrend bytes;
    private final FillTrend inodes;

    ServerTrends() {
        this(new FillTrend(), new FillTrend());
    }

    private ServerTrends(FillTrend bytes, FillTrend inodes) {
        this.bytes = bytes;
        this.inodes = inodes;
    }

    void observe(ServerHourSpace space) {
        if (!Double.isNaN(space.gauges().usedBytes())) {
            bytes.observe(space.time(), space.gauges().usedBytes());
        }
        if (!Double.isNaN(space.gauges().usedInodes())) {
            inodes.observe(space.time(), space.gauges().usedInodes());
        }
    }

    double daysUntilBytesFull() {
        return bytes.daysUntil(FULL).orElse(Double.NaN);
    }

    double daysUntilInodesFull() {
        return inodes.daysUntil(FULL).orElse(Double.NaN);
    }

    private static void write(ServerTrends value, DataOutput out) throws IOException {
        value.bytes.writeTo(out);
        value.inodes.writeTo(out);
    }

    private static ServerTrends read(DataInput in) throws IOException {
        return new ServerTrends(FillTrend.readFrom(in), FillTrend.readFrom(in));
    }

    private static ServerTrends copyOf(ServerTrends value) {
        return new ServerTrends(value.bytes.copy(), value.inodes.copy());
    }
}
