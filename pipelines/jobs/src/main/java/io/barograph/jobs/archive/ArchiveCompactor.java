package io.barograph.jobs.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.CodecFactory;
import org.apache.flink.connector.file.sink.compactor.OutputStreamBasedFileCompactor;
import org.apache.flink.core.fs.Path;

/**
 * Puts the small files of one hour together, one for each checkpoint and writer, into one that is ordered
 * ({@link ArchiveOrder}) and says in its header what it holds ({@link ArchiveFile}). Only such files become visible in
 * the archive. Memory: the records of {@link ArchiveJob#MAX_COMPACTED_BYTES} compressed bytes.
 */
final class ArchiveCompactor extends OutputStreamBasedFileCompactor {
    private static final int DEFLATE_LEVEL = 6;

    @Override
    protected void doCompact(List<Path> inputFiles, OutputStream outputStream) throws IOException {
        List<ArchivedRecord> records = new ArrayList<>();
        for (Path file : inputFiles) {
            try (ArchiveFileReader reader = ArchiveFileReader.open(file)) {
                RecordConverter<?> converter = new RecordConverter<>(reader.topic());
                for (ArchiveFileReader.Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    records.add(converter.convert(entry));
                }
            }
        }
        write(records, CodecFactory.deflateCodec(DEFLATE_LEVEL), outputStream);
    }

    /** @param records at least one, all of one topic and file system */
    static void write(List<ArchivedRecord> records, CodecFactory codec, OutputStream out) throws IOException {
        ArchiveFileWriter writer = new ArchiveFileWriter(
                ArchivedTopic.named(records.get(0).topic()), ArchiveFile.metadata(records), codec, out);
        for (ArchivedRecord archived : ArchiveOrder.sorted(records)) {
            writer.append(archived);
        }
        writer.flush();
    }
}
