package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.io.EOFException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
    private static final Instant TIME = Instant.parse("2026-02-02T10:00:00Z");

    static {
        AvroCodec.of(ServerSample.class); // Avro builds no record of a class that the codec has not made it trust
    }

    @TempDir
    private Path folder;

    private static ServerSample sample(int second, long readBytes) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("OST0000")
                .setKind(ServerKind.OST)
                .setTime(TIME.plusSeconds(second))
                .setPublishedAt(TIME.plusSeconds(second))
                .setIntervalMillis(5_000)
                .setReadBytes(readBytes)
                .setWriteBytes(0L)
                .build();
    }

    private Path write(ServerSample... samples) throws Exception {
        Path file = folder.resolve("new/samples");
        try (RecordFile.Writer<ServerSample> writer = new RecordFile.Writer<>(Topic.SERVER_SAMPLES, file)) {
            for (ServerSample sample : samples) {
                writer.write(sample);
            }
        }
        return file;
    }

    private static List<ReplayedRecord> read(Path file) throws Exception {
        List<ReplayedRecord> read = new ArrayList<>();
        try (ReplayRecords records = new RecordFileInput(Topic.SERVER_SAMPLES, file).open()) {
            for (ReplayedRecord record = records.next(); record != null; record = records.next()) {
                read.add(record);
            }
        }
        return read;
    }

    @Test
    void shouldGiveWhatWasWrittenInThatOrderAtItsTime() throws Exception {
        ServerSample first = sample(0, 1);
        ServerSample second = sample(5, 2);

        assertThat(read(write(first, second)))
                .containsExactly(
                        new ReplayedRecord("server-samples", 0, 0, TIME.toEpochMilli(), first),
                        new ReplayedRecord("server-samples", 0, 1, TIME.toEpochMilli() + 5_000, second));
        assertThat(read(write())).isEmpty();
    }

    @Test
    void shouldTellWhyARecordIsRefusedAndGiveTheOthers() throws Exception {
        List<ReplayedRecord> read = read(write(sample(0, -1), sample(5, 2)));

        assertThat(read).hasSize(2);
        DeadLetter letter = (DeadLetter) read.get(0).record();
        assertThat(letter.getReason()).contains("readBytes is -1");
        assertThat(read.get(0).time()).isEqualTo(TIME.toEpochMilli());
        assertThat(read.get(1).record()).isEqualTo(sample(5, 2));
    }

    @Test
    void shouldNotTakeAFileThatWasCutForOneThatHasEnded() throws Exception {
        Path file = write(sample(0, 1), sample(5, 2));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        assertThatThrownBy(() -> read(file)).isInstanceOf(EOFException.class);
    }
}
