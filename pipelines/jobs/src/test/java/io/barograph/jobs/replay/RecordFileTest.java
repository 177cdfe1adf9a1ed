package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
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
        AvroCodec.of(ServerPoll.class); // Avro builds no record of a class that the codec has not made it trust
    }

    @TempDir
    private Path folder;

    private static ServerPoll poll(int second, long readBytes) {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("OST0000")
                .setKind(ServerKind.OST)
                .setTime(TIME.plusSeconds(second))
                .setPublishedAt(TIME.plusSeconds(second))
                .setIntervalMillis(5_000)
                .setReadBytes(readBytes)
                .setWriteBytes(0L)
                .build();
        return ServerPolls.of(List.of(sample), "").get(0);
    }

    private Path write(ServerPoll... polls) throws Exception {
        Path file = folder.resolve("new/polls");
        try (RecordFile.Writer<ServerPoll> writer = new RecordFile.Writer<>(Topic.SERVER_POLLS, file)) {
            for (ServerPoll poll : polls) {
                writer.write(poll);
            }
        }
        return file;
    }

    private static List<ReplayedRecord> read(Path file) throws Exception {
        List<ReplayedRecord> read = new ArrayList<>();
        try (ReplayRecords records = new RecordFileInput(Topic.SERVER_POLLS, file).open()) {
            for (ReplayedRecord record = records.next(); record != null; record = records.next()) {
                read.add(record);
            }
        }
        return read;
    }

    @Test
    void shouldGiveWhatWasWrittenInThatOrderAtItsTime() throws Exception {
        ServerPoll first = poll(0, 1);
        ServerPoll second = poll(5, 2);

        assertThat(read(write(first, second)))
                .containsExactly(
                        new ReplayedRecord("server-polls", 0, 0, TIME.toEpochMilli(), first),
                        new ReplayedRecord("server-polls", 0, 1, TIME.toEpochMilli() + 5_000, second));
        assertThat(read(write())).isEmpty();
    }

    @Test
    void shouldTellWhyARecordIsRefusedAndGiveTheOthers() throws Exception {
        ServerPoll refused = poll(0, 1);
        refused.setIntervalMillis(0);

        List<ReplayedRecord> read = read(write(refused, poll(5, 2)));

        assertThat(read).hasSize(2);
        DeadLetter letter = (DeadLetter) read.get(0).record();
        assertThat(letter.getReason()).contains("intervalMillis is 0");
        assertThat(read.get(0).time()).isEqualTo(TIME.toEpochMilli());
        assertThat(read.get(1).record()).isEqualTo(poll(5, 2));
    }

    @Test
    void shouldNotTakeAFileThatWasCutForOneThatHasEnded() throws Exception {
        Path file = write(poll(0, 1), poll(5, 2));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));

        assertThatThrownBy(() -> read(file)).isInstanceOf(EOFException.class);
    }
}
