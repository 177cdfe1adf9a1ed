package io.barograph.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedResultsTest {
    private static final Instant NOON = Instant.parse("2026-02-02T12:00:00Z");
    private static final long HALF_HOUR = 1_800_000;

    private static long millis(Instant time) {
        return time.toEpochMilli();
    }

    @Test
    void shouldTakeASteadyTopicAsCompleteUpToItsOwnLastDecision() {
        Map<String, Long> last = Map.of(
                "server-rates", millis(NOON),
                "slowdowns", millis(NOON.minusSeconds(7_200)),
                "anomalies", millis(NOON.minusSeconds(36_000)));
        assertThat(CommittedResults.from(Topic.SERVER_RATES, last)).isEqualTo(millis(NOON) - HALF_HOUR);
        assertThat(CommittedResults.from(Topic.SLOWDOWNS, last))
                .isEqualTo(millis(NOON.minusSeconds(7_200)) - HALF_HOUR);
    }

    @Test
    void shouldTakeASeldomTopicAsCompleteAsFarAsTheSlowestSteadyOne() {
        Map<String, Long> last = Map.of(
                "server-rates", millis(NOON),
                "slowdowns", millis(NOON.minusSeconds(7_200)),
                "anomalies", millis(NOON.minusSeconds(36_000)));
        long slowest = millis(NOON.minusSeconds(7_200)) - HALF_HOUR;
        assertThat(CommittedResults.from(Topic.ANOMALIES, last)).isEqualTo(slowest);
        assertThat(CommittedResults.from(Topic.CONTENTION_EVENTS, last))
                .as("nothing committed yet")
                .isEqualTo(slowest);
    }

    @Test
    void shouldNotTakeTheWordOfASeldomTopicThatItIsCompleteFartherThanTheSteadyOnes() {
        Map<String, Long> last = Map.of(
                "server-rates", millis(NOON),
                "job-weather", millis(NOON.plusSeconds(7_200)));
        assertThat(CommittedResults.from(Topic.JOB_WEATHER, last))
                .as("a made-up decision hides none of two hours")
                .isEqualTo(millis(NOON) - HALF_HOUR);
        Map<String, Long> farAhead = Map.of(
                "server-rates", millis(NOON),
                "job-weather", millis(NOON.plus(Duration.ofDays(90))));
        assertThat(CommittedResults.from(Topic.ANOMALIES, farAhead)).isEqualTo(millis(NOON) - HALF_HOUR);
    }

    @Test
    void shouldNotWaitForATopicWhoseInputsHaveEnded() {
        Map<String, Long> last =
                Map.of("server-rates", millis(NOON), "slowdowns", millis(NOON.minus(Duration.ofDays(2))));
        assertThat(CommittedResults.from(Topic.ANOMALIES, last)).isEqualTo(millis(NOON) - HALF_HOUR);
        assertThat(CommittedResults.from(Topic.SLOWDOWNS, last))
                .as("it goes on where it ended")
                .isEqualTo(millis(NOON.minus(Duration.ofDays(2))) - HALF_HOUR);
        assertThat(CommittedResults.from(Topic.ANOMALIES, Map.of())).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldReadInputsFromAsFarBackAsTheyAreNeeded() {
        Duration climate = Duration.ofDays(90);
        CommittedResults results = new CommittedResults(Map.of(
                "server-rates", new CommittedTail(millis(NOON), millis(NOON), List.of()),
                "dead-letters", new CommittedTail(Long.MIN_VALUE, Long.MAX_VALUE, List.of())));
        assertThat(results.readFrom(Topic.SERVER_POLLS, climate)).isEqualTo(millis(NOON.minus(Duration.ofDays(31))));
        assertThat(results.readFrom(Topic.JOB_WEATHER, climate)).isEqualTo(millis(NOON.minus(climate)));
        assertThat(results.readFrom(Topic.SITE_EVENTS, climate)).isEqualTo(Long.MIN_VALUE);
        assertThat(new CommittedResults(Map.of()).readFrom(Topic.SERVER_POLLS, climate))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldKnowTheIdentityOfEveryResult() throws Exception {
        for (Topic<?> topic : AnalysisJob.ACCESS.writes()) {
            if (topic.equals(Topic.LATE_RECORDS)) {
                continue; // no result
            }
            AvroCodec.of(topic.type()); // Avro makes no record of a class that the codec has not made it trust
            SpecificRecord record = topic.type().getDeclaredConstructor().newInstance();
            assertThat(ResultIdentity.of(topic, record)).isEqualTo(ResultIdentity.of(topic, record));
        }
        assertThat(identity(evidence(0, 1))).isNotEqualTo(identity(evidence(0, 2)));
        assertThat(identity(evidence(0, 1))).isEqualTo(identity(evidence(60, 1)));
    }

    private static ResultIdentity identity(EvidenceReach evidence) {
        return ResultIdentity.of(Topic.EVIDENCE, evidence);
    }

    private static EvidenceReach evidence(int minute, int revision) {
        EvidenceReach evidence = new EvidenceReach();
        evidence.setFileSystem("scratch");
        evidence.setDay(Instant.parse("2026-02-01T00:00:00Z"));
        evidence.setDecidedAt(NOON.plusSeconds(60L * minute));
        evidence.setRevision(revision);
        evidence.setRunsByQuality(Map.of());
        return evidence;
    }

    private static KafkaProducer<byte[], byte[]> writer(BrokerProcess broker, String id) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        return producer;
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, int minute, int revision) throws Exception {
        EvidenceReach evidence = evidence(minute, revision);
        producer.send(new ProducerRecord<>(
                        "p-evidence",
                        0,
                        evidence.getDecidedAt().toEpochMilli(),
                        Topic.EVIDENCE.keyBytes(evidence),
                        AvroCodec.of(EvidenceReach.class).encode(evidence)))
                .get();
    }

    @Test
    void shouldEndWhatIsOpenAndFindWhatIsCommittedBehindIt(@TempDir Path folder) throws Exception {
        try (BrokerProcess broker = new BrokerProcess(folder)) {
            broker.createTopics("p-", 1);
            try (var before = writer(broker, "p-analysis-evidence-0-0")) {
                send(before, 0, 1);
                send(before, 100, 2);
                before.send(new ProducerRecord<>("p-evidence", 0, millis(NOON), null, new byte[] {1, 2, 3}))
                        .get(); // by whoever may write there
                before.commitTransaction();
            }
            var lost = writer(broker, "p-analysis-evidence-1-0");
            send(lost, 110, 3);
            try (var behind = writer(broker, "p-analysis-evidence-0-1")) {
                send(behind, 105, 4);
                behind.commitTransaction();
            }
            KafkaConnection kafka = KafkaConnection.to(broker.bootstrapServers(), "p-");

            CommittedResults committed =
                    CommittedResults.of(kafka, "analysis", List.of(Topic.EVIDENCE, Topic.DEAD_LETTERS));
            lost.close(Duration.ZERO);

            CommittedTail tail = committed.tail(Topic.EVIDENCE);
            assertThat(tail.to()).as("the last committed decision").isEqualTo(millis(NOON.plusSeconds(6_300)));
            assertThat(tail.from()).isEqualTo(millis(NOON.plusSeconds(6_300)) - HALF_HOUR);
            assertThat(CommittedResults.identities(kafka, Topic.EVIDENCE, tail))
                    .containsExactlyInAnyOrder(identity(evidence(100, 2)), identity(evidence(105, 4)));
            assertThat(committed.tail(Topic.DEAD_LETTERS))
                    .as("%s: whole, whatever time they claim", DeadLetter.class)
                    .isEqualTo(new CommittedTail(Long.MIN_VALUE, Long.MAX_VALUE, List.of()));
        }
    }
}
