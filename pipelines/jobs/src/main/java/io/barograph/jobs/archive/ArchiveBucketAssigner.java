package io.barograph.jobs.archive;

import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;

/** The folder of a record; a late one goes to the hour that it belongs to. */
final class ArchiveBucketAssigner implements BucketAssigner<ArchivedRecord, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getBucketId(ArchivedRecord element, Context context) {
        return ArchiveLayout.folder(element.topic(), element.fileSystem(), element.time());
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
        return SimpleVersionedStringSerializer.INSTANCE;
    }
}
