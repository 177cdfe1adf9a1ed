package io.barograph.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.cli.Barograph;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveFile;
import io.barograph.jobs.archive.ArchiveInventory;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalBroker;
import io.barograph.stack.LocalFlink;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(180)
@AtLength
class ArchiveOverARestartTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final Instant START = Instant.parse("2018-02-09T08:30:00Z");

    @TempDir
    private static Path folder;

    private static LocalBroker broker;

    private final List<ServerPoll> sent = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
        broker.createTopics("", 1, true);
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
    }

    private Path archive() {
        return folder.resolve("archive");
    }

    private void publish(int from, int to) {
        AvroCodec.of(ServerSample.class);
        try (KafkaPublisher publisher = new KafkaPublisher(broker.bootstrapServers(), "", new Properties())) {
            for (int number = from; number < to; number++) {
                ServerSample sample = ServerSample.newBuilder()
                        .setFileSystem("scratch")
                        .setServer("OST" + number % 7)
                        .setKind(ServerKind.OST)
                        .setTime(START.plusSeconds(number))
                        .setPublishedAt(START.plusSeconds(number))
                        .setIntervalMillis(5_000)
                        .setReadBytes((long) number)
                        .build();
                ServerPoll poll = ServerPolls.of(List.of(sample), "").get(0);
                publisher.publish(Topic.SERVER_POLLS, poll);
                sent.add(poll);
            }
            publisher.flush();
        }
    }

    private LocalFlink archiving(Duration fileSpan) throws Exception {
        LocalFlink flink = new LocalFlink(folder.resolve("flink"), 2, Duration.ofMillis(100), Optional.empty());
        flink.start();
        StreamExecutionEnvironment env = flink.resumingEnvironment("archive");
        env.setParallelism(1);
        ArchiveJob.build(
                env,
                new ArchiveConfiguration(
                        KafkaConnection.to(broker.bootstrapServers(), ""),
                        archive().toUri(),
                        fileSpan,
                        false));
        flink.submit("archive", env);
        return flink;
    }

    private void awaitCheckpointAtTheEnd() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            await().atMost(GENEROUS)
                    .until(
                            () -> admin
                                    .listConsumerGroupOffsets("archive")
                                    .partitionsToOffsetAndMetadata()
                                    .get()
                                    .entrySet()
                                    .stream()
                                    .anyMatch(entry -> entry.getKey().topic().equals("server-polls")
                                            && entry.getValue().offset() == sent.size()));
        }
    }

    private long archived() throws Exception {
        return Files.isDirectory(archive())
                ? new ArchiveInventory(archive().toUri())
                        .contents().files().stream()
                                .mapToLong(ArchiveFile::records)
                                .sum()
                : 0;
    }

    private String listed(int expectedCode) {
        StringWriter said = new StringWriter();
        CommandLine commandLine = Barograph.commandLine().setOut(new PrintWriter(said));
        assertThat(commandLine.execute("archive", "list", "--folder", archive().toString()))
                .isEqualTo(expectedCode);
        return said.toString();
    }

    @Test
    void shouldLeaveNothingOutThatWaitedForItsFileWhenTheProcessEnded() throws Exception {
        publish(0, 3_000);
        LocalFlink first = archiving(Duration.ofDays(1));
        awaitCheckpointAtTheEnd();
        assertThat(archived()).isZero();
        first.stop();

        publish(3_000, 4_000);
        LocalFlink second = archiving(Duration.ofMillis(100));
        await().atMost(GENEROUS).until(() -> archived() >= sent.size());
        second.stop();

        Map<Long, Instant> timeByOffset = new TreeMap<>();
        for (ArchiveFile file :
                new ArchiveInventory(archive().toUri()).contents().files()) {
            GenericDatumReader<GenericRecord> plain = new GenericDatumReader<>(null, null, new GenericData());
            try (DataFileReader<GenericRecord> reader =
                    new DataFileReader<>(Path.of(URI.create(file.path())).toFile(), plain)) {
                for (GenericRecord archived : reader) {
                    GenericRecord poll = (GenericRecord) archived.get("record");
                    Instant time = Instant.ofEpochMilli((Long) poll.get("time"));
                    assertThat(timeByOffset.put((Long) archived.get("offset"), time))
                            .isNull();
                }
            }
        }
        assertThat(timeByOffset.values())
                .containsExactlyElementsOf(
                        sent.stream().map(ServerPoll::getTime).toList());

        assertThat(listed(0))
                .containsPattern("server-polls +scratch +2018-02-09T08:30:00Z +2018-02-09T09:36:39Z +4,000 ");
        Path foreign = archive().resolve("server-polls/scratch/2018-02-09/09/notes.txt");
        Files.writeString(foreign, "copied here by mistake", StandardCharsets.UTF_8);
        assertThat(listed(1)).contains("notes.txt: not a file of the archive");
    }
}
