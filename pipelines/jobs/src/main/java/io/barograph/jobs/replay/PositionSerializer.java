package io.barograph.jobs.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A number of records as eight bytes. */
final class PositionSerializer implements SimpleVersionedSerializer<Long> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(Long position) {
        return ByteBuffer.allocate(Long.BYTES).putLong(position).array();
    }

    @Override
    public Long deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION || serialized.length != Long.BYTES) {
            throw new IOException("unknown version " + version + " of a position in a replay");
        }
        return ByteBuffer.wrap(serialized).getLong();
    }
}
