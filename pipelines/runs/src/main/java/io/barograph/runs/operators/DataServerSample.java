package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerNames;
import io.barograph.servers.history.CounterSample;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The counters of one data server at one instant.
 *
 * @param server name of the server within it ({@link ServerNames})
 */
record DataServerSample(String fileSystem, String server, CounterSample sample) implements AttributableElement {
    static final BinaryType<DataServerSample> TYPE =
            DelegatingFormat.typeOf(DataServerSample.class, 1, DataServerSample::write, DataServerSample::read);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofSample(fileSystem, server, sample.time());
    }

    String key() {
        return ServerNames.key(fileSystem, server);
    }

    private static void write(DataServerSample value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeUTF(value.server);
        CounterSample sample = value.sample;
        out.writeLong(sample.time());
        out.writeLong(sample.publishedAt());
        out.writeLong(sample.readBytes());
        out.writeLong(sample.writeBytes());
        out.writeLong(sample.readOperations());
        out.writeLong(sample.writeOperations());
    }

    private static DataServerSample read(DataInput in) throws IOException {
        return new DataServerSample(
                in.readUTF(),
                in.readUTF(),
                new CounterSample(
                        in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
    }
}
