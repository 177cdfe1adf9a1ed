package io.barograph.jobs.replay;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The one split: the whole replay.
 *
 * @param position how many of its records were emitted
 */
record ReplaySplit(long position) implements SourceSplit {
    /** State of the enumerator when a reader has the split. */
    static final ReplaySplit NONE = new ReplaySplit(-1);

    @Override
    public String splitId() {
        return "replay";
    }

    static final class Serializer implements SimpleVersionedSerializer<ReplaySplit> {
        private static final int VERSION = 1;

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(ReplaySplit split) {
            return ByteBuffer.allocate(Long.BYTES).putLong(split.position).array();
        }

        @Override
        public ReplaySplit deserialize(int version, byte[] serialized) throws IOException {
            if (version != VERSION || serialized.length != Long.BYTES) {
                throw new IOException("unknown version " + version + " of a position in a replay");
            }
            return new ReplaySplit(ByteBuffer.wrap(serialized).getLong());
        }
    }
}
