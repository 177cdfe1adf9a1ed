package io.barograph.jobs.archive;

import java.io.IOException;
import java.util.Map;
import org.apache.avro.file.CodecFactory;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FSDataOutputStream;

/** A file as it grows between two checkpoints; its first record says of which topic. */
final class ArchiveBulkWriter implements BulkWriter<ArchivedRecord> {
    private final FSDataOutputStream out;
    private ArchiveFileWriter writer;

    ArchiveBulkWriter(FSDataOutputStream out) {
        this.out = out;
    }

    @Override
    public void addElement(ArchivedRecord element) throws IOException {
        if (writer == null) {
            // Read once more when files are put together, so it is made small quickly rather than well.
            writer = new ArchiveFileWriter(
                    ArchivedTopic.named(element.topic()), Map.of(), CodecFactory.deflateCodec(1), out);
        }
        writer.append(element);
    }

    @Override
    public void flush() throws IOException {
        if (writer != null) {
            writer.flush();
        }
    }

    @Override
    public void finish() throws IOException {
        flush();
    }
}
