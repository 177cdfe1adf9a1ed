package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.servers.rates.ServerReadings;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Binary form of the readings of a server. */
final class ReadingsFormat extends BinaryFormat<ServerReadings> {
    static final BinaryType<ServerReadings> TYPE = new BinaryType<>(new ReadingsFormat());

    private static final long serialVersionUID = 1L;

    ReadingsFormat() {
        super(ServerReadings.class, 1);
    }

    @Override
    public void write(ServerReadings value, DataOutput out) throws IOException {
        value.writeTo(out);
    }

    @Override
    public ServerReadings read(int writtenVersion, DataInput in) throws IOException {
        return ServerReadings.readFrom(in);
    }

    @Override
    public ServerReadings copy(ServerReadings value) {
        return value.copy();
    }
}
