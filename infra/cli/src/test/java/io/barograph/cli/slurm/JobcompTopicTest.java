package io.barograph.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.cli.Barograph;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.Topic;
import io.barograph.sources.slurm.SlurmCollectorType;
import io.barograph.sources.slurm.SlurmOptions;
import io.barograph.stack.LocalBroker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The collector slurm on topics like those that Slurm's plugin jobcomp/kafka writes, at a real broker. */
@Timeout(180)
class JobcompTopicTest {
    @TempDir
    private static Path folder;

    private static LocalBroker broker;

    private final Stored stored = new Stored();

    @BeforeAll
    static void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
    }

    @Test
    void shouldFollowTheTopicsOfStartsAndEndsAndGoOnAfterARestart() throws Exception {
        createTopic("edison");
        createTopic("edison-job-start");
        send("edison-job-start", started(1));
        send("edison", ended(1));
        send("edison", "no JSON");

        try (SourceCollector collector = open("edison,edison-job-start")) {
            assertThat(collector.check())
                    .isEqualTo("topics edison, edison-job-start at " + broker.bootstrapServers() + " hold 3 messages");
            roundsUntil(collector, 3, 1);
        }
        assertThat(stored.words()).containsExactlyInAnyOrder("1 START", "1 START", "1 END");
        assertThat(stored.letters).singleElement().satisfies(letter -> {
            assertThat(letter.getOrigin()).isEqualTo("edison-0@1");
            assertThat(letter.getReason()).contains("no JSON");
        });

        send("edison", ended(2));
        stored.clear();
        try (SourceCollector collector = open("edison,edison-job-start")) {
            roundsUntil(collector, 2, 0);
        }
        assertThat(stored.words()).containsExactly("2 START", "2 END");
        assertThat(stored.letters).isEmpty();
    }

    @Test
    void shouldLeaveTheOffsetAndTheRunningCollectorAloneInADryRun() throws Exception {
        createTopic("hopper");
        send("hopper", ended(1));
        assertThat(jobsOfDryRun("hopper")).containsExactly("1", "1");

        try (SourceCollector collector = open("hopper")) {
            roundsUntil(collector, 2, 0);
            send("hopper", ended(2));
            assertThat(jobsOfDryRun("hopper")).containsExactly("2", "2");
            roundsUntil(collector, 4, 0);
        }
        assertThat(stored.words()).containsExactly("1 START", "1 END", "2 START", "2 END");
    }

    @Test
    void shouldReadAgainWhatCouldNotBeStored() throws Exception {
        createTopic("cori");
        send("cori", ended(1));

        try (SourceCollector collector = open("cori")) {
            stored.brokerAway = true;
            assertThatThrownBy(() -> roundsUntil(collector, 1, 0)).isInstanceOf(PublishException.class);
            stored.brokerAway = false;
            roundsUntil(collector, 2, 0);
        }

        assertThat(stored.words()).containsExactly("1 START", "1 END");
    }

    @Test
    void shouldNameATopicThatIsNotThere() {
        try (SourceCollector collector = open("absent")) {
            assertThatThrownBy(() -> collector.poll(stored))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("there is no topic absent")
                    .hasMessageContaining("JobCompParams");
            assertThatThrownBy(collector::check).isInstanceOf(UnreadableSourceException.class);
        }
    }

    @Test
    void shouldEndSoonAfterAnInterrupt() throws Exception {
        createTopic("quiet");
        CountDownLatch polling = new CountDownLatch(1);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<?> polls = thread.submit(() -> {
            try (SourceCollector collector = open("quiet")) {
                collector.poll(stored);
                polling.countDown();
                while (true) {
                    collector.poll(stored);
                }
            }
        });
        assertThat(polling.await(60, TimeUnit.SECONDS)).isTrue();
        thread.shutdownNow();

        assertThat(thread.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(polls::get).hasCauseInstanceOf(InterruptedException.class);
    }

    /** Polls until that many events and letters are stored; the test's time limit ends a wait in vain. */
    private void roundsUntil(SourceCollector collector, int events, int letters) throws InterruptedException {
        while (stored.events.size() < events || stored.letters.size() < letters) {
            assertThat(collector.poll(stored)).isTrue();
        }
    }

    /** @return job of each event that the command prints */
    private static List<String> jobsOfDryRun(String topic) throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(
                        "collect",
                        "slurm",
                        "--topic",
                        topic,
                        "--topic-servers",
                        broker.bootstrapServers(),
                        "--dry-run");
        assertThat(exitCode).as(err.toString()).isZero();
        List<String> jobs = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            jobs.add(new JsonMapper().readTree(line).path("jobId").asText());
        }
        return jobs;
    }

    private SourceCollector open(String topics) {
        return new SlurmCollectorType()
                .create(
                        new SlurmOptions(
                                null,
                                topics,
                                broker.bootstrapServers(),
                                null,
                                "sacct",
                                Duration.ofMinutes(1),
                                Duration.ofHours(1),
                                Duration.ofMinutes(10),
                                Duration.ofMinutes(1),
                                ZoneOffset.UTC,
                                null),
                        new CollectorContext(
                                "slurm",
                                "host",
                                new FileSystemCatalogue(List.of()),
                                folder.resolve("state"),
                                Clock.systemUTC(),
                                note -> {}));
    }

    private static String started(int job) {
        return "{\"jobid\":" + job + ",\"@start\":\"2017-03-20T08:59:02\",\"nodes\":\"n1\",\"state\":null}";
    }

    private static String ended(int job) {
        return "{\"jobid\":" + job
                + ",\"@start\":\"2017-03-20T08:59:02\",\"@end\":\"2017-03-20T09:11:38\",\"elapsed\":756,"
                + "\"nodes\":\"n1\",\"state\":\"COMPLETED\"}";
    }

    private static void createTopic(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.of((short) 1))))
                    .all()
                    .get();
        }
    }

    private static void send(String topic, String message) throws Exception {
        try (Producer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, message)).get();
        }
    }

    private static final class Stored implements RecordPublisher {
        private final List<JobEvent> pending = new ArrayList<>();
        private final List<JobEvent> events = new ArrayList<>();
        private final List<DeadLetter> letters = new ArrayList<>();
        private boolean brokerAway;

        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            if (record instanceof JobEvent event) {
                pending.add(event);
            } else {
                letters.add((DeadLetter) record);
            }
            return true;
        }

        @Override
        public void flush() {
            if (brokerAway) {
                pending.clear();
                throw new PublishException("the broker is away", null);
            }
            events.addAll(pending);
            pending.clear();
        }

        @Override
        public void close() {
            pending.clear();
        }

        void clear() {
            events.clear();
            letters.clear();
        }

        List<String> words() {
            return events.stream()
                    .map(event -> event.getJobId() + " " + event.getKind())
                    .toList();
        }
    }
}
