package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class DecodeFunctionTest {
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");
    private static final int MUTATIONS = "all".equals(System.getProperty("barograph.tests")) ? 10_000 : 500;

    private static final int SERVERS = 1_024;

    private static ServerSample.Builder sample() {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("scratch-OST0000")
                .setKind(ServerKind.OST)
                .setTime(TIME)
                .setPublishedAt(TIME)
                .setIntervalMillis(5_000)
                .setReadBytes(5_000_000L)
                .setWriteBytes(7_000_000L);
    }

    private static ServerPoll poll(ServerSample.Builder sample) {
        return ServerPolls.of(List.of(sample.build()), "oss1").get(0);
    }

    private static JobSummary.Builder summary() {
        AvroCodec.of(JobSummary.class); // Avro builds no record of a class that the codec has not made it trust
        return JobSummary.newBuilder()
                .setJobId("4711")
                .setExecutable("/home/u/a.out")
                .setStartTime(TIME.minusSeconds(600))
                .setEndTime(TIME)
                .setRunTimeSeconds(600)
                .setProcesses(16)
                .setCollectedAt(TIME)
                .setFileSystems(List.of(use(1_000_000_000L)));
    }

    private static FileSystemUse use(long bytes) {
        return FileSystemUse.newBuilder()
                .setFileSystem("scratch")
                .setResolved(true)
                .setMountPoint("/scratch")
                .setReadBytes(bytes)
                .setWriteBytes(0)
                .setReads(-1)
                .setWrites(0)
                .setOpens(1)
                .build();
    }

    private record Decoded<T>(List<T> admitted, List<DeadLetter> refused) {}

    private static <T extends SpecificRecord> Decoded<T> decode(Topic<T> topic, List<RawRecord> raw) throws Exception {
        try (var harness = new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new DecodeFunction<>(topic, "job test", SERVERS, SkippedRecords.NONE)))) {
            harness.setup(AvroFormat.typeOf(topic.type()).createSerializer(new SerializerConfigImpl()));
            harness.open();
            for (RawRecord each : raw) {
                harness.processElement(each, 0);
            }
            List<DeadLetter> letters = new ArrayList<>();
            var refused = harness.getSideOutput(DecodeFunction.REFUSED);
            if (refused != null) {
                refused.forEach(letter -> letters.add(letter.getValue()));
            }
            return new Decoded<>(harness.extractOutputValues(), letters);
        }
    }

    private static <T extends SpecificRecord> String reason(Topic<T> topic, T record) throws Exception {
        long timestamp = topic.timestamp().applyAsLong(record);
        byte[] bytes = AvroCodec.of(topic.type()).encode(record);
        Decoded<T> decoded = decode(topic, List.of(new RawRecord(topic.name(), 0, 17, timestamp, null, bytes)));
        assertThat(decoded.admitted).isEmpty();
        assertThat(decoded.refused).hasSize(1);
        assertThat(decoded.refused.get(0).getOrigin()).isEqualTo(topic.name() + "-0@17");
        assertThat(decoded.refused.get(0).getPayloadBytes()).isEqualTo(bytes.length);
        return decoded.refused.get(0).getReason();
    }

    @Test
    void shouldDateALetterOfARecordWithoutTimestampSoThatItCanBeSent() throws Exception {
        Decoded<ServerPoll> decoded =
                decode(Topic.SERVER_POLLS, List.of(new RawRecord("server-polls", 0, 0, -1, null, new byte[] {1})));
        assertThat(decoded.refused).singleElement().satisfies(letter -> assertThat(letter.getTime())
                .isEqualTo(Instant.EPOCH));
    }

    @Test
    void shouldRefuseARunWithATimeThatNoSiteHasOrThatEndsBeforeItStarts() throws Exception {
        Instant far = Instant.parse("2286-11-20T17:46:40Z");
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary().setEndTime(far).setCollectedAt(far).build()))
                .contains("endTime is 2286-11-20", "a time lies between");
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary()
                                .setEndTime(Instant.parse("2030-01-01T00:00:00Z"))
                                .build()))
                .contains("endTime is 2030-01-01");
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary().setEndTime(TIME.plusSeconds(61)).build()))
                .contains("more than 60 s after collectedAt");
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary().setStartTime(TIME.plusSeconds(1)).build()))
                .contains("it is before startTime");
    }

    @Test
    void shouldRefuseBytesThatNoRunMovesAndTakeWhatDarshanDidNotRecord() throws Exception {
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary().setFileSystems(List.of(use(-5))).build()))
                .contains("fileSystems.readBytes is -5");
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary()
                                .setPartial(true)
                                .setFileSystems(List.of(use(5_400_000_000_000_000_000L)))
                                .build()))
                .contains("fileSystems.readBytes is 5400000000000000000");
        byte[] bytes = AvroCodec.of(JobSummary.class).encode(summary().build());
        assertThat(decode(
                                Topic.JOB_SUMMARIES,
                                List.of(new RawRecord("job-summaries", 0, 0, TIME.toEpochMilli(), null, bytes)))
                        .admitted)
                .hasSize(1);
    }

    @Test
    void shouldRefuseASampleWhosePayloadLiesElsewhereThanItsTimestamp() throws Exception {
        AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);
        byte[] ahead = codec.encode(poll(
                sample().setTime(TIME.plusSeconds(366 * 86_400L)).setPublishedAt(TIME.plusSeconds(366 * 86_400L))));
        Decoded<ServerPoll> decoded = decode(
                Topic.SERVER_POLLS, List.of(new RawRecord("server-polls", 0, 0, TIME.toEpochMilli(), null, ahead)));

        assertThat(decoded.admitted).isEmpty();
        assertThat(decoded.refused).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .contains("Kafka's timestamp"));
    }

    @Test
    void shouldRefuseAnIntervalThatIsNoSamplingAndMorePhasesThanAnyRunHas() throws Exception {
        assertThat(reason(Topic.SERVER_POLLS, poll(sample().setIntervalMillis(Integer.MAX_VALUE))))
                .contains("intervalMillis is 2147483647");
        FileSystemUse use = use(1_000_000_000L);
        use.setIoPhases(Integer.MAX_VALUE);
        assertThat(reason(
                        Topic.JOB_SUMMARIES,
                        summary().setFileSystems(List.of(use)).build()))
                .contains("ioPhases is 2147483647");
    }

    @Test
    void shouldRefuseAJobThatStartsInTheFuture() throws Exception {
        AvroCodec.of(JobEvent.class);
        JobEvent event = JobEvent.newBuilder()
                .setJobId("4711")
                .setKind(JobEventKind.STATE)
                .setTime(TIME)
                .setPublishedAt(TIME)
                .setStartTime(TIME.plus(Duration.ofDays(20_000)))
                .build();
        assertThat(reason(Topic.JOB_EVENTS, event)).contains("startTime is 2080", "after publishedAt");
    }

    @Test
    void shouldRefuseImportedWeatherOfAnothersClimateAndAnyOfATimeThatNoPointHas() throws Exception {
        AvroCodec.of(JobWeather.class);
        JobWeather imported = JobWeather.newBuilder()
                .setJobId("4711")
                .setExecutable("/home/u/a.out")
                .setStartTime(TIME.minusSeconds(600))
                .setEndTime(TIME)
                .setDecidedAt(TIME)
                .setFileSystem("scratch")
                .setProcesses(16)
                .setJobReadBytes(1)
                .setJobWriteBytes(1)
                .setQuality(Quality.OK)
                .setMotif("projects/a.out/write/shared/-/16")
                .setCollector("tokio-weather")
                .build();
        assertThat(reason(Topic.JOB_WEATHER, imported)).contains("motif is \"projects/");
        assertThat(reason(
                        Topic.JOB_WEATHER,
                        JobWeather.newBuilder(imported)
                                .setMotif(null)
                                .setServerRestarts(-1)
                                .build()))
                .contains("serverRestarts is -1");
        assertThat(reason(
                        Topic.JOB_WEATHER,
                        JobWeather.newBuilder(imported)
                                .setCollector(null)
                                .setEndTime(Instant.parse("5000-01-01T00:00:00Z"))
                                .build()))
                .contains("endTime is 5000");
    }

    /** Each mutated record is refused, or a record within the bounds; none ends the operator, none changes a neighbour. */
    @Test
    void shouldSetAsideEachMutatedRecordAndChangeNoOther() throws Exception {
        Map<String, Integer> counts = new HashMap<>();
        mutate(Topic.SERVER_POLLS, poll(sample()), counts);
        mutate(Topic.JOB_SUMMARIES, summary().build(), counts);
        System.out.println("mutated records: " + counts);
        assertThat(counts.get("server-polls refused")).isGreaterThan(MUTATIONS / 2);
        assertThat(counts.get("job-summaries refused")).isGreaterThan(MUTATIONS / 4);
    }

    private static <T extends SpecificRecord> void mutate(Topic<T> topic, T good, Map<String, Integer> counts)
            throws Exception {
        byte[] bytes = AvroCodec.of(topic.type()).encode(good);
        long timestamp = topic.timestamp().applyAsLong(good);
        List<RawRecord> raw = new ArrayList<>();
        Random random = new Random(25);
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = bytes.clone();
            if (i % 4 == 0) {
                mutated = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    mutated[random.nextInt(mutated.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            raw.add(new RawRecord(topic.name(), 0, 2L * i, timestamp, null, mutated));
            raw.add(new RawRecord(topic.name(), 0, 2L * i + 1, timestamp, null, bytes));
        }
        Decoded<T> decoded = decode(topic, raw);
        int unchanged = (int) decoded.admitted.stream().filter(good::equals).count();
        int changed = decoded.admitted.size() - unchanged;
        counts.put(topic.name() + " refused", decoded.refused.size());
        counts.put(topic.name() + " changed within bounds", changed);

        assertThat(decoded.admitted.size() + decoded.refused.size()).isEqualTo(2 * MUTATIONS);
        assertThat(unchanged).isGreaterThanOrEqualTo(MUTATIONS);
        assertThat(decoded.admitted)
                .allSatisfy(record ->
                        assertThat(topic.timestamp().applyAsLong(record)).isEqualTo(timestamp));
    }

    private static OneInputStreamOperatorTestHarness<RawRecord, ServerPoll> decoder() throws Exception {
        OneInputStreamOperatorTestHarness<RawRecord, ServerPoll> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(
                        new DecodeFunction<>(Topic.SERVER_POLLS, "job test", SERVERS, SkippedRecords.NONE)));
        harness.setup(AvroFormat.typeOf(ServerPoll.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static RawRecord invented(int server) throws Exception {
        ServerPoll poll = poll(sample().setServer("scratch-OST" + server).setCollector("hostile"));
        return new RawRecord(
                Topic.SERVER_POLLS.name(),
                0,
                server,
                TIME.toEpochMilli(),
                null,
                AvroCodec.of(ServerPoll.class).encode(poll));
    }

    @Test
    void shouldRefuseWhatExceedsTheQuotaOfItsSourceAlsoWhenRestored() throws Exception {
        OperatorSubtaskState state;
        try (var harness = decoder()) {
            harness.open();
            harness.setProcessingTime(TIME.toEpochMilli());
            for (int server = 0; server < SERVERS; server++) {
                harness.processElement(invented(server), 0);
            }
            assertThat(harness.extractOutputValues()).hasSize(SERVERS);
            state = harness.snapshot(1, 1);
        }
        try (var harness = decoder()) {
            harness.initializeState(state);
            harness.open();
            harness.setProcessingTime(TIME.toEpochMilli());
            harness.processElement(invented(17), 0);
            harness.processElement(invented(SERVERS), 0);
            assertThat(harness.extractOutputValues()).hasSize(1);
            assertThat(harness.getSideOutput(DecodeFunction.REFUSED))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.getValue().getReason())
                            .contains("collector hostile", "too many servers"));
        }
    }
}
