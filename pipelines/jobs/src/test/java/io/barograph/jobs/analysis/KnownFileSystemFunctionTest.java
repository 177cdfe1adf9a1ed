package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class KnownFileSystemFunctionTest {
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "lustre1")));

    private static ServerPoll poll(String fileSystem, Instant time) {
        AvroCodec.of(ServerSample.class); // Avro builds no record of a class that the codec has not made it trust
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(fileSystem + "-OST0000")
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(5_000)
                .setReadBytes(1L)
                .setWriteBytes(1L)
                .build();
        return ServerPolls.of(List.of(sample), "").get(0);
    }

    private static OneInputStreamOperatorTestHarness<ServerPoll, ServerPoll> filter() throws Exception {
        OneInputStreamOperatorTestHarness<ServerPoll, ServerPoll> harness = new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new KnownFileSystemFunction<>(Topic.SERVER_POLLS, CATALOGUE)));
        harness.setup(AvroFormat.typeOf(ServerPoll.class).createSerializer(new SerializerConfigImpl()));
        harness.open();
        return harness;
    }

    private static List<DeadLetter> letters(OneInputStreamOperatorTestHarness<?, ?> harness) {
        var letters = harness.getSideOutput(KnownFileSystemFunction.UNKNOWN);
        return letters == null
                ? List.of()
                : letters.stream().map(StreamRecord::getValue).toList();
    }

    @Test
    void shouldKeepWhatTheCatalogueHasByNameAndByAlias() throws Exception {
        try (var filter = filter()) {
            filter.processElement(poll("scratch", TIME), 0);
            filter.processElement(poll("lustre1", TIME), 0);
            assertThat(filter.extractOutputValues()).hasSize(2);
            assertThat(letters(filter)).isEmpty();
        }
    }

    @Test
    void shouldNameAnUnknownFileSystemOnceAnHourWithTheNearestKnownOne() throws Exception {
        try (var filter = filter()) {
            for (int minute = 0; minute < 90; minute++) {
                filter.processElement(poll("scratsh", TIME.plus(Duration.ofMinutes(minute))), 0);
            }
            assertThat(filter.extractOutputValues()).isEmpty();
            assertThat(letters(filter)).hasSize(2).allSatisfy(letter -> {
                assertThat(letter.getSource()).isEqualTo("server-polls");
                assertThat(letter.getReason()).contains("\"scratsh\"", "the nearest is scratch", "under fileSystems");
            });
        }
    }

    @Test
    void shouldNameNoMoreThanAThousandInAnHour() throws Exception {
        try (var filter = filter()) {
            for (int name = 0; name < 3_000; name++) {
                filter.processElement(poll("invented" + name, TIME), 0);
            }
            filter.processElement(poll("scratch", TIME), 0);
            assertThat(letters(filter)).hasSize(KnownFileSystemFunction.MAX_NAMES);
            assertThat(filter.extractOutputValues()).hasSize(1);
            filter.processElement(poll("late", TIME.plus(Duration.ofHours(1))), 0);
            assertThat(letters(filter)).hasSize(KnownFileSystemFunction.MAX_NAMES + 1);
        }
    }
}
