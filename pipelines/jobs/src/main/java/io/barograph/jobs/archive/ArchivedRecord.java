package io.barograph.jobs.archive;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A record on its way to a file.
 *
 * @param fileSystem its file system; empty if it has not one of its own
 * @param time its event time, milliseconds since the epoch
 * @param body its Avro encoding in the current schema, without marker and fingerprint
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each body would cost for nothing
record ArchivedRecord(String topic, String fileSystem, long time, int partition, long offset, byte[] body) {
    static final BinaryType<ArchivedRecord> TYPE =
            DelegatingFormat.typeOf(ArchivedRecord.class, 1, ArchivedRecord::write, ArchivedRecord::read);

    private static void write(ArchivedRecord value, DataOutput out) throws IOException {
        out.writeUTF(value.topic);
        out.writeUTF(value.fileSystem);
        out.writeLong(value.time);
        out.writeInt(value.partition);
        out.writeLong(value.offset);
        BinaryCollections.writeBytes(value.body, out);
    }

    private static ArchivedRecord read(DataInput in) throws IOException {
        String topic = in.readUTF();
        String fileSystem = in.readUTF();
        long time = in.readLong();
        int partition = in.readInt();
        long offset = in.readLong();
        byte[] body = BinaryCollections.readBytes(in);
        return new ArchivedRecord(topic, fileSystem, time, partition, offset, body);
    }
}
