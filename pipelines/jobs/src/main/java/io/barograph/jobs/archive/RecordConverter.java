package io.barograph.jobs.archive;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import org.apache.avro.specific.SpecificRecord;

/** Makes records of one topic ready for a file. For one thread; costly to make, cheap to use. */
final class RecordConverter<T extends SpecificRecord> {
    private final ArchivedTopic<T> topic;
    private final AvroCodec<T> codec;
    private final RecordAdmission<T> admission;

    RecordConverter(ArchivedTopic<T> topic) {
        this.topic = topic;
        this.codec = AvroCodec.of(topic.topic().type());
        this.admission = RecordAdmission.of(topic.topic().type());
    }

    Topic<T> topic() {
        return topic.topic();
    }

    /**
     * @param value bytes of a record as they lie in the topic
     * @throws MalformedRecordException if they are none
     */
    T decode(byte[] value) throws MalformedRecordException {
        return codec.decode(value);
    }

    /** Why the record is not admitted; null if it is. */
    String refusal(T datum, long timestamp) {
        return admission.refusal(datum, timestamp);
    }

    ArchivedRecord convert(T datum, int partition, long offset) {
        return new ArchivedRecord(
                topic.topic().name(),
                topic.fileSystem().apply(datum),
                topic.topic().timestamp().applyAsLong(datum),
                partition,
                offset,
                codec.encodeBody(datum));
    }

    ArchivedRecord convert(ArchiveFileReader.Entry entry) {
        return convert(topic.topic().type().cast(entry.datum()), entry.partition(), entry.offset());
    }
}
