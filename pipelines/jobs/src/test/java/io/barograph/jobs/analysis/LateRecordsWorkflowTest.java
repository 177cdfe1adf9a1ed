package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.jobs.replay.KafkaInput;
import io.barograph.jobs.replay.ReplayPace;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LateRecords;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Live analyses of sites with late records, and replays of the same topics: all results that were emitted live are emitted
 *  again, each revision of each, and no others.
 */
class LateRecordsWorkflowTest {
    private static final int PARTITIONS = 2;
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** 12 min of a site, 50 times as fast, and 3 min of the end in which nothing is late. */
    private static final int POLLS = 144;

    private static final int QUIET_POLLS = 36;
    private static final Duration POLL_PAUSE = Duration.ofMillis(100);
    private static final int MAX_LAG = 24;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration REVISION_DELAY = Duration.ofMinutes(3);
    private static final Set<AnalysisPart> PARTS =
            Set.of(AnalysisPart.WEATHER, AnalysisPart.COVERAGE, AnalysisPart.SLOWDOWN);
    private static final String LIVE = "live.";
    private static final String REPLAY = "replay.";

    @TempDir
    private Path folder;

    private BrokerProcess broker;
    private KafkaProducer<byte[], byte[]> producer;
    private final List<Future<RecordMetadata>> sent = new ArrayList<>();
    private Instant begin;

    @BeforeEach
    void start() throws Exception {
        broker = new BrokerProcess(folder);
        broker.createTopics(LIVE, PARTITIONS);
        broker.createTopics(REPLAY, PARTITIONS);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        long now = System.currentTimeMillis();
        // What is emitted at the end of the input, of days and months, must not be ahead of the broker's clock.
        begin = Instant.ofEpochMilli(now - now % 60_000).minus(Duration.ofDays(40));
    }

    @AfterEach
    void stop() {
        producer.close();
        broker.close();
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return WorkflowCluster.environment(PARTITIONS, configuration);
    }

    private KafkaConnection kafka(String prefix) {
        return KafkaConnection.to(broker.bootstrapServers(), prefix);
    }

    private static AnalysisConfiguration configuration() {
        AnalysisConfiguration defaults = AnalysisConfiguration.defaults(new FileSystemCatalogue(List.of()));
        HistoryPolicy history = defaults.history();
        return new AnalysisConfiguration(
                defaults.catalogue(),
                new HistoryPolicy(
                        history.fine(), history.coarse(), history.lateness(), REVISION_DELAY, history.slack()),
                defaults.slowdown(),
                defaults.weather(),
                defaults.motifs(),
                defaults.climate(),
                defaults.contention());
    }

    private void replay() throws Exception {
        StreamExecutionEnvironment env = environment();
        KafkaInput held = KafkaInput.of(kafka(LIVE), AnalysisInputs.TOPICS, ReplayScope.EVERYTHING);
        AnalysisJob.replay(
                env,
                configuration(),
                new AnalysisReplay(List.of(held), ReplayScope.EVERYTHING, ReplayPace.UNLIMITED, PARTS, Set.of()),
                List.of(new TopicStreams(env, kafka(REPLAY), AnalysisJob.NAME, true)));
        env.execute();
    }

    private Instant time(int poll) {
        return begin.plus(INTERVAL.multipliedBy(poll));
    }

    private <T extends SpecificRecord> void send(Topic<T> topic, T record) {
        send(topic, null, record);
    }

    private <T extends SpecificRecord> void send(Topic<T> topic, Integer partition, T record) {
        sent.add(producer.send(new ProducerRecord<>(
                LIVE + topic.name(),
                partition,
                topic.timestamp().applyAsLong(record),
                topic.keyBytes(record),
                AvroCodec.of(topic.type()).encode(record))));
    }

    private static ServerPoll poll(String server, Instant time, long count) {
        ServerSample sample = ServerSample.newBuilder()
                .setFileSystem("a")
                .setServer(server)
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis((int) INTERVAL.toMillis())
                .setReadBytes(1_000_000L * count)
                .setWriteBytes(500_000L * count)
                .build();
        return ServerPolls.of(List.of(sample), "host of " + server).get(0);
    }

    private static ProbeTiming timing(String host, Instant time, double seconds) {
        return ProbeTiming.newBuilder()
                .setFileSystem("a")
                .setOperation(ProbeOperation.STAT)
                .setHost(host)
                .setDirectory("/a/probe")
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis((int) INTERVAL.toMillis())
                .setOutcome(ProbeOutcome.OK)
                .setSeconds(seconds)
                .build();
    }

    private static JobSummary summary(int number, Instant start, Instant end) {
        return JobSummary.newBuilder()
                .setJobId(Integer.toString(number))
                .setExecutable("/home/u/a.out")
                .setStartTime(start)
                .setEndTime(end)
                .setRunTimeSeconds((double) Duration.between(start, end).toSeconds())
                .setProcesses(16)
                .setCollectedAt(end.plus(INTERVAL))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("a")
                        .setResolved(true)
                        .setMountPoint("/a")
                        .setReadBytes(10_000_000L)
                        .setWriteBytes(0)
                        .setReads(-1)
                        .setWrites(0)
                        .setOpens(1)
                        .build()))
                .build();
    }

    /** What a site sends at each of its polls. */
    private interface Poll {
        void send(int number);
    }

    private void publish(Poll odd) throws InterruptedException, ExecutionException, MalformedRecordException {
        for (int poll = 0; poll < POLLS + QUIET_POLLS; poll++) {
            Instant time = time(poll);
            for (int server = 0; server < 4; server++) {
                send(Topic.SERVER_POLLS, poll("OST" + server, time, poll * (server + 1L)));
            }
            // In turns: a partition without a record holds event time for the first minute.
            send(Topic.PROBE_TIMINGS, poll % PARTITIONS, timing("n1", time, 0.010 + poll % 7 * 0.001));
            if (poll > 0 && poll % 12 == 0) {
                send(Topic.JOB_SUMMARIES, summary(poll, time(poll - 12), time(poll - 1)));
            }
            if (poll < POLLS) {
                odd.send(poll);
            }
            producer.flush();
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
            sent.clear();
            if (poll >= MAX_LAG && poll % 12 == 0) {
                awaitRates(poll - MAX_LAG, "what was sent is analysed"); // else nothing comes late
            }
            TimeUnit.MILLISECONDS.sleep(POLL_PAUSE.toMillis()); // the pace of the site
        }
    }

    private <T extends SpecificRecord> List<T> read(String prefix, Topic<T> topic) throws MalformedRecordException {
        List<T> results = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(prefix + topic.name()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    results.add(AvroCodec.of(topic.type()).decode(message.value()));
                }
            }
        }
        return results;
    }

    /** As text, in an order of their own; without what lies beyond an instant that the live analysis has passed. */
    private <T extends SpecificRecord> List<String> results(
            String prefix, Topic<T> topic, Function<T, Instant> time, Instant until) throws MalformedRecordException {
        return read(prefix, topic).stream()
                .filter(record -> !time.apply(record).isAfter(until))
                .map(Object::toString)
                .sorted()
                .toList();
    }

    /** Of an hour the last one: which corrections are in the first is no matter of event time alone. */
    private List<String> rates(String prefix, Instant until) throws MalformedRecordException {
        List<String> all = new ArrayList<>();
        Map<Instant, ServerRates> hours = new TreeMap<>();
        for (ServerRates rates : read(prefix, Topic.SERVER_RATES)) {
            if (rates.getTo().isAfter(until)) {
                continue;
            }
            if (rates.getSpan() != Span.HOUR) {
                all.add(rates.toString());
            } else if (!hours.containsKey(rates.getTo())
                    || hours.get(rates.getTo()).getRevision() < rates.getRevision()) {
                hours.put(rates.getTo(), rates);
            }
        }
        hours.values()
                .forEach(rates -> all.add(
                        ServerRates.newBuilder(rates).setRevision(0).build().toString()));
        return all.stream().sorted().toList();
    }

    private void awaitRates(int poll, String what) {
        Instant until = time(poll);
        Awaitility.await(what).atMost(TIMEOUT).until(() -> read(LIVE, Topic.SERVER_RATES).stream()
                .anyMatch(rates ->
                        rates.getSpan() == Span.INTERVAL && !rates.getTo().isBefore(until)));
    }

    private List<LateRecords> analyse(Poll odd) throws Exception {
        Instant until = time(POLLS + QUIET_POLLS - 12);
        StreamExecutionEnvironment env = environment();
        AnalysisJob.build(env, kafka(LIVE), configuration(), PARTS);
        JobClient live = env.executeAsync();
        try {
            publish(odd);
            Instant last = time(POLLS + QUIET_POLLS - 6);
            awaitRates(POLLS + QUIET_POLLS - 6, "live rates");
            Awaitility.await("live slowdowns").atMost(TIMEOUT).until(() -> read(LIVE, Topic.SLOWDOWNS).stream()
                    .anyMatch(slowdown -> !slowdown.getDecidedAt().isBefore(last)));
            // Decisions are taken half a minute after each full one.
            Awaitility.await("live decisions").atMost(TIMEOUT).until(() -> read(LIVE, Topic.JOB_WEATHER).stream()
                    .anyMatch(weather -> !weather.getDecidedAt().isBefore(until.minusSeconds(30))));
        } finally {
            live.cancel().get();
        }
        replay();
        assertThat(rates(LIVE, until)).hasSizeGreaterThan(POLLS).isEqualTo(rates(REPLAY, until));
        assertThat(results(LIVE, Topic.JOB_WEATHER, JobWeather::getDecidedAt, until))
                .hasSizeGreaterThan(12)
                .isEqualTo(results(REPLAY, Topic.JOB_WEATHER, JobWeather::getDecidedAt, until));
        assertThat(results(LIVE, Topic.SLOWDOWNS, Slowdown::getDecidedAt, until))
                .hasSizeGreaterThan(POLLS)
                .isEqualTo(results(REPLAY, Topic.SLOWDOWNS, Slowdown::getDecidedAt, until));
        return read(LIVE, Topic.LATE_RECORDS);
    }

    private static int records(List<LateRecords> late, Topic<?> topic) {
        return late.stream()
                .filter(records -> records.getTopic().equals(topic.name()))
                .mapToInt(records -> records.getOffsets().size())
                .sum();
    }

    @AtLength
    @Test
    void shouldGiveTheSameAgainOfAServerWhoseClockIsFiveMinutesBehind() throws Exception {
        int from = POLLS / 2;
        List<LateRecords> late = analyse(poll -> {
            if (poll >= from) {
                Instant behind = time(poll).minus(Duration.ofMinutes(5));
                send(Topic.SERVER_POLLS, poll("OST9", behind, 2L * poll));
                send(Topic.PROBE_TIMINGS, timing("n9", behind, 0.5));
            }
        });
        assertThat(records(late, Topic.SERVER_POLLS)).isEqualTo(POLLS - from);
        assertThat(records(late, Topic.PROBE_TIMINGS)).isEqualTo(POLLS - from);
    }

    @Test
    @AtLength
    void shouldGiveTheSameAgainOfRecordsThatComeLate() throws Exception {
        int delay = 48;
        List<LateRecords> late = analyse(poll -> {
            // A server of its own sends every sixth of its samples 4 min late, and one in time again.
            if (poll % 6 != 3) {
                send(Topic.SERVER_POLLS, poll("OST8", time(poll), 3L * poll));
            }
            if (poll >= delay && (poll - delay) % 6 == 3) {
                send(Topic.SERVER_POLLS, poll("OST8", time(poll - delay), 3L * (poll - delay)));
            }
            if (poll > delay && poll % 10 == 0) {
                send(Topic.PROBE_TIMINGS, timing("n8", time(poll - delay), 0.3));
                send(Topic.SERVER_POLLS, poll("OST0", time(poll - delay), poll - delay));
            }
        });
        assertThat(records(late, Topic.SERVER_POLLS)).as("late samples").isPositive();
        assertThat(records(late, Topic.PROBE_TIMINGS)).as("late timings").isPositive();
    }
}
