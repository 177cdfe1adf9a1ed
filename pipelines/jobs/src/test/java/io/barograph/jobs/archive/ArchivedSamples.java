package io.barograph.jobs.archive;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.CodecFactory;

/** Samples for tests, and files of them. */
final class ArchivedSamples {
    static final Instant START = Instant.parse("2018-02-09T08:00:00Z");

    private static final RecordConverter<ServerSample> SAMPLES =
            new RecordConverter<>(ArchivedTopic.of(Topic.SERVER_SAMPLES));

    private ArchivedSamples() {}

    static ServerSample sample(String fileSystem, int number, long second) {
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer("OST" + number)
                .setKind(ServerKind.OST)
                .setTime(START.plusSeconds(second))
                .setPublishedAt(START.plusSeconds(second + 1))
                .setIntervalMillis(5_000)
                .setReadBytes(1_000L * number + second)
                .build();
    }

    static ArchivedRecord at(int partition, long offset, ServerSample sample) {
        return SAMPLES.convert(sample, partition, offset);
    }

    /** Writes a file of the archive. */
    static Path write(Path file, List<ArchivedRecord> records) throws IOException {
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            ArchiveCompactor.write(records, CodecFactory.deflateCodec(1), out);
        }
        return file;
    }

    static ArchiveFileReader open(Path file) throws IOException {
        return ArchiveFileReader.open(new org.apache.flink.core.fs.Path(file.toUri()));
    }

    static List<ArchiveFileReader.Entry> readAll(ArchiveFileReader reader) throws IOException {
        List<ArchiveFileReader.Entry> entries = new ArrayList<>();
        for (var entry = reader.next(); entry != null; entry = reader.next()) {
            entries.add(entry);
        }
        return entries;
    }
}
