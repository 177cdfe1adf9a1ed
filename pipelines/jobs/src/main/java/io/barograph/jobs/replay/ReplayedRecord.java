package io.barograph.jobs.replay;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.topics.DeadLetters;
import io.barograph.flink.topics.RawRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record of an input topic, wherever it was held.
 *
 * @param topic its topic, without prefix
 * @param time its event time, milliseconds since the epoch
 */
public record ReplayedRecord(String topic, int partition, long offset, long time, SpecificRecord record) {
    /** Flink's view of it. */
    public static final BinaryType<ReplayedRecord> TYPE = new BinaryType<>(new Format());

    /** Event time, then the place in a topic: the same whatever held the record. */
    static final Comparator<ReplayedRecord> ORDER = Comparator.comparingLong(ReplayedRecord::time)
            .thenComparing(ReplayedRecord::topic)
            .thenComparingInt(ReplayedRecord::partition)
            .thenComparingLong(ReplayedRecord::offset);

    private static final int NO_PARTITION = -1;
    private static final String COMPONENT = "replay";

    /**
     * @param time when that is reported, milliseconds since the epoch
     * @return it as a record
     */
    public static ReplayedRecord refused(DeadLetter letter, long time) {
        return new ReplayedRecord(Topic.DEAD_LETTERS.name(), NO_PARTITION, 0, time, letter);
    }

    /** {@return the dead letter of it as a record} */
    static ReplayedRecord refused(RawRecord raw, String reason) {
        return refused(raw.refused(COMPONENT, reason), raw.timestamp());
    }

    /** {@return the dead letter of what an archive lacks or has damaged, as a record} */
    static ReplayedRecord refused(String origin, String reason, long time) {
        return refused(DeadLetters.of("archive", origin, COMPONENT, reason, Instant.ofEpochMilli(time)), time);
    }

    /** {@return the same record, refused} */
    ReplayedRecord refused(String reason) {
        return refused(new RawRecord(topic, partition, offset, time, null, encoded()), reason);
    }

    private byte[] encoded() {
        return AvroCodec.of(Topic.named(topic).type()).encode(record);
    }

    static final class Format extends BinaryFormat<ReplayedRecord> {
        private transient Map<String, AvroCodec<SpecificRecord>> codecs;

        Format() {
            super(ReplayedRecord.class, 1);
        }

        @Override
        public BinaryFormat<ReplayedRecord> duplicate() {
            return new Format();
        }

        @Override
        public void write(ReplayedRecord value, DataOutput out) throws IOException {
            out.writeUTF(value.topic);
            out.writeInt(value.partition);
            out.writeLong(value.offset);
            out.writeLong(value.time);
            byte[] bytes = codec(value.topic).encode(value.record);
            BinaryCollections.writeBytes(bytes, out);
        }

        @Override
        public ReplayedRecord read(DataInput in) throws IOException {
            String topic = in.readUTF();
            int partition = in.readInt();
            long offset = in.readLong();
            long time = in.readLong();
            byte[] bytes = BinaryCollections.readBytes(in);
            try {
                return new ReplayedRecord(
                        topic, partition, offset, time, codec(topic).decode(bytes));
            } catch (MalformedRecordException e) {
                throw new IOException(e);
            }
        }

        private AvroCodec<SpecificRecord> codec(String topic) {
            if (codecs == null) {
                codecs = new HashMap<>();
            }
            return codecs.computeIfAbsent(
                    topic, name -> AvroCodec.of(Topic.named(name).type()));
        }
    }
}
