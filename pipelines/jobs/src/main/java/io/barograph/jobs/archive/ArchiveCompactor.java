package io.barograph.jobs.archive;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.file.CodecFactory;
import org.apache.flink.connector.file.sink.compactor.OutputStreamBasedFileCompactor;
import org.apache.flink.core.fs.Path;

/**
 * Puts the small files of one hour together, one for each checkpoint and writer, into one that is ordered and says in its
 * header what it holds ({@link ArchiveFile}). Only such files become visible in the archive.
 *
 * <p>Order of records: within a partition that of their offsets, which is that of their arrival; between partitions by the
 * latest event time that a partition has shown so far, so that a reader of all partitions holds little. Memory: the records of {@link ArchiveJob#MAX_COMPACTED_BYTES} compressed bytes.
 */
final class ArchiveCompactor extends OutputStreamBasedFileCompactor {
    private static final int DEFLATE_LEVEL = 6;

    private static final Comparator<ArchivedRecord> BY_PLACE =
            Comparator.comparingInt(ArchivedRecord::partition).thenComparingLong(ArchivedRecord::offset);

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
        for (ArchivedRecord archived : sorted(records)) {
            writer.append(archived);
        }
        writer.flush();
    }

    private record Placed(ArchivedRecord archived, long latest) {}

    static List<ArchivedRecord> sorted(Collection<ArchivedRecord> records) {
        List<ArchivedRecord> byPlace = new ArrayList<>(records);
        byPlace.sort(BY_PLACE);
        List<Placed> placed = new ArrayList<>(byPlace.size());
        Map<Integer, Long> latest = new HashMap<>();
        for (ArchivedRecord archived : byPlace) {
            placed.add(new Placed(archived, latest.merge(archived.partition(), archived.time(), Math::max)));
        }
        placed.sort(Comparator.comparingLong(Placed::latest)); // stable: ties stay in the order of place
        return placed.stream().map(Placed::archived).toList();
    }
}
