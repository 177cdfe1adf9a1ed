package io.barograph.jobs.replay;

import java.io.IOException;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * The one split: the whole replay.
 *
 * @param position how many of its records were emitted
 */
record ReplaySplit(long position) implements SourceSplit {
    @Override
    public String splitId() {
        return "replay";
    }

    static final class Serializer implements SimpleVersionedSerializer<ReplaySplit> {
        private final PositionSerializer positions = new PositionSerializer();

        @Override
        public int getVersion() {
            return positions.getVersion();
        }

        @Override
        public byte[] serialize(ReplaySplit split) {
            return positions.serialize(split.position);
        }

        @Override
        public ReplaySplit deserialize(int version, byte[] serialized) throws IOException {
            return new ReplaySplit(positions.deserialize(version, serialized));
        }
    }
}
