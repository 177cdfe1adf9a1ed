package io.barograph.jobs.archive;

import io.barograph.schemas.AvroCodec;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The schema of a topic's files: where the record lay in its topic, and the record. Names of the container's metadata
 * entries.
 */
final class ArchiveSchema {
    static final String PARTITION = "partition";
    static final String OFFSET = "offset";
    static final String RECORD = "record";

    static final List<String> FIELDS = List.of(PARTITION, OFFSET, RECORD);

    static final String TOPIC = "barograph.topic";
    static final String FILE_SYSTEM = "barograph.file-system";
    static final String RECORDS = "barograph.records";
    static final String FROM = "barograph.from";
    static final String TO = "barograph.to";
    static final String OFFSETS = "barograph.offsets";

    private ArchiveSchema() {}

    static Schema of(ArchivedTopic<?> topic) {
        Class<?> type = topic.topic().type();
        Schema schema = Schema.createRecord(
                "Archived" + type.getSimpleName(),
                "A record of the topic " + topic.topic().name() + " and its place there",
                "io.barograph.archive",
                false);
        schema.setFields(List.of(
                new Schema.Field(PARTITION, Schema.create(Schema.Type.INT), "Partition that it lay in"),
                new Schema.Field(OFFSET, Schema.create(Schema.Type.LONG), "Place in the partition: order of arrival"),
                new Schema.Field(RECORD, AvroCodec.of(topic.topic().type()).schema(), "The record")));
        return schema;
    }
}
