package io.barograph.jobs.archive;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
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

/** Polls for tests, of one server each, and files of them. */
final class ArchivedPolls {
    static final Instant START = Instant.parse("2018-02-09T08:00:00Z");

    private static final RecordConverter<ServerPoll> POLLS =
            new RecordConverter<>(new ArchivedTopic<>(Topic.SERVER_POLLS, ServerPoll::getFileSystem));

    private ArchivedPolls() {}

    static ServerPoll poll(String fileSystem, int number, long second) {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer("OST" + number)
                .setKind(ServerKind.OST)
                .setTime(START.plusSeconds(second))
                .setPublishedAt(START.plusSeconds(second + 1))
                .setIntervalMillis(5_000)
                .setReadBytes(1_000L * number + second)
                .build();
        return ServerPolls.of(List.of(sample), "host" + number).get(0);
    }

    static ArchivedRecord at(int partition, long offset, ServerPoll poll) {
        return POLLS.convert(poll, partition, offset);
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
