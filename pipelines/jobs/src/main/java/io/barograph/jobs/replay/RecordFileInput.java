package io.barograph.jobs.replay;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.specific.SpecificRecord;

/** Records of an input topic in a {@link RecordFile}, in the order of their time. */
public final class RecordFileInput implements ReplayInput {
    private final String topic;
    private final String file;

    public RecordFileInput(Topic<?> topic, Path file) {
        this.topic = topic.name();
        this.file = file.toString();
    }

    @Override
    public long from() {
        return Long.MIN_VALUE;
    }

    @Override
    public boolean holdsWindow() {
        return true;
    }

    @Override
    public ReplayRecords open() throws IOException {
        Topic<SpecificRecord> known = Topic.named(topic);
        return new Records(known, new RecordFile.Reader<>(known, Path.of(file)));
    }

    private static final class Records implements ReplayRecords {
        private final Topic<SpecificRecord> topic;
        private final RecordAdmission<SpecificRecord> admission;
        private final RecordFile.Reader<SpecificRecord> reader;
        private long read;

        Records(Topic<SpecificRecord> topic, RecordFile.Reader<SpecificRecord> reader) {
            this.topic = topic;
            this.admission = RecordAdmission.of(topic.type());
            this.reader = reader;
        }

        @Override
        public ReplayedRecord next() throws IOException {
            SpecificRecord record = reader.next();
            return record == null ? null : admitted(topic, admission, record, read++);
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** @return the record, or why it is refused */
    public static <T extends SpecificRecord> ReplayedRecord admitted(
            Topic<T> topic, RecordAdmission<T> admission, T record, long place) {
        long time = topic.timestamp().applyAsLong(record);
        ReplayedRecord replayed = new ReplayedRecord(topic.name(), 0, place, time, record);
        String refusal = admission.refusal(record, time);
        if (refusal != null) {
            return replayed.refused(refusal);
        }
        LateArrivalTime.stamp(record, LateArrivalTime.IN_TIME);
        return replayed;
    }
}
