package io.barograph.schemas.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each bound of the input records: a record at it is admitted, one just beyond it is refused by the name of the field. */
class RecordAdmissionTest {
    private static final Instant TIME = Instant.parse("2026-02-02T10:00:00Z");
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");
    private static final Duration TWO_YEARS = Duration.ofDays(732);
    private static final long COUNTER = 1L << 62;
    private static final long EXABYTE = 1_000_000_000_000_000_000L;

    private static final RecordAdmission<ServerSample> SAMPLES;
    private static final RecordAdmission<JobSummary> SUMMARIES;
    private static final RecordAdmission<JobEvent> EVENTS;

    static {
        AvroCodec.of(ServerPoll.class); // Avro builds no record of a class that the codec has not made it trust
        AvroCodec.of(JobSummary.class);
        AvroCodec.of(JobEvent.class);
        SAMPLES = RecordAdmission.ofSamples();
        SUMMARIES = RecordAdmission.of(JobSummary.class);
        EVENTS = RecordAdmission.of(JobEvent.class);
    }

    private static ServerSample sample() {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("scratch-OST0000")
                .setKind(ServerKind.OST)
                .setTime(TIME)
                .setPublishedAt(TIME)
                .setIntervalMillis(5_000)
                .setReadBytes(1L)
                .setWriteBytes(1L)
                .build();
    }

    /** One process for 9 s. */
    private static JobSummary summary() {
        return JobSummary.newBuilder()
                .setJobId("4711")
                .setExecutable("/bin/ior")
                .setStartTime(TIME)
                .setEndTime(TIME.plusSeconds(9))
                .setRunTimeSeconds(10)
                .setProcesses(1)
                .setCollectedAt(TIME.plusSeconds(9))
                .setFileSystems(List.of(FileSystemUse.newBuilder()
                        .setFileSystem("scratch")
                        .setResolved(true)
                        .setMountPoint("/scratch")
                        .setReadBytes(1)
                        .setWriteBytes(1)
                        .setReads(1)
                        .setWrites(1)
                        .setOpens(1)
                        .setOstsComplete(false)
                        .build()))
                .build();
    }

    private static FileSystemUse use(JobSummary summary) {
        return summary.getFileSystems().get(0);
    }

    private static JobEvent event() {
        return JobEvent.newBuilder()
                .setJobId("4711")
                .setKind(JobEventKind.START)
                .setTime(TIME)
                .setPublishedAt(TIME)
                .build();
    }

    private static <T extends SpecificRecord> String refusal(
            RecordAdmission<T> admission, T record, Instant timestamp, Consumer<T> change) {
        change.accept(record);
        return admission.refusal(record, timestamp.toEpochMilli());
    }

    private static void takes(Consumer<ServerSample> atTheBound) {
        ServerSample sample = sample();
        atTheBound.accept(sample);
        assertThat(SAMPLES.refusal(sample, sample.getTime().toEpochMilli())).isNull();
    }

    private static void refuses(String field, Consumer<ServerSample> beyondTheBound) {
        ServerSample sample = sample();
        beyondTheBound.accept(sample);
        assertThat(SAMPLES.refusal(sample, sample.getTime().toEpochMilli())).startsWith(field + " is ");
    }

    private static String ofSummary(Consumer<JobSummary> change) {
        JobSummary summary = summary();
        change.accept(summary);
        return SUMMARIES.refusal(summary, summary.getCollectedAt().toEpochMilli());
    }

    @ParameterizedTest
    @FieldSource("io.barograph.schemas.Topic#CATALOGUE")
    void shouldKnowEveryBoundOfASchema(Topic<?> topic) {
        assertThat(RecordAdmission.of(topic.type())).isNotNull();
    }

    @Test
    void shouldTakeTimesOfThisCenturyAlone() {
        for (Instant bound : List.of(FIRST, LAST)) {
            takes(sample -> {
                sample.setTime(bound);
                sample.setPublishedAt(bound);
            });
        }
        refuses("time", sample -> sample.setTime(FIRST.minusMillis(1)));
        refuses("time", sample -> sample.setTime(LAST.plusMillis(1)));
        refuses("publishedAt", sample -> sample.setPublishedAt(LAST.plusMillis(1)));
    }

    @Test
    void shouldTakeTheTimeOfTheRecordForNothingElseThanKafkasTimestamp() {
        assertThat(SAMPLES.refusal(sample(), TIME.toEpochMilli())).isNull();
        assertThat(SAMPLES.refusal(sample(), TIME.toEpochMilli() + 1)).startsWith("Kafka's timestamp is ");
    }

    @Test
    void shouldTakeASampleAnHourAheadOfItsPublication() {
        takes(sample -> sample.setPublishedAt(TIME.minusSeconds(3_600)));
        refuses("time", sample -> sample.setPublishedAt(TIME.minusSeconds(3_600).minusMillis(1)));
    }

    @Test
    void shouldTakeIntervalsOfADay() {
        takes(sample -> sample.setIntervalMillis(1));
        takes(sample -> sample.setIntervalMillis(86_400_000));
        refuses("intervalMillis", sample -> sample.setIntervalMillis(0));
        refuses("intervalMillis", sample -> sample.setIntervalMillis(86_400_001));
    }

    @Test
    void shouldTakeCountersOf62Bits() {
        takes(sample -> sample.setReadBytes(0L));
        takes(sample -> sample.setReadBytes(COUNTER));
        refuses("readBytes", sample -> sample.setReadBytes(-1L));
        refuses("readBytes", sample -> sample.setReadBytes(COUNTER + 1));
        takes(sample -> sample.setMetadataOperations(Map.of("open", COUNTER)));
        refuses("metadataOperations \"open\"", sample -> sample.setMetadataOperations(Map.of("open", COUNTER + 1)));
    }

    @Test
    void shouldTakeKindsOfMetadataOperationsUpTo256() {
        takes(sample -> sample.setMetadataOperations(kinds(256)));
        refuses("metadataOperations", sample -> sample.setMetadataOperations(kinds(257)));
    }

    private static Map<String, Long> kinds(int count) {
        return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "kind" + i, i -> 1L));
    }

    @Test
    void shouldTakeNumbersOnly() {
        takes(sample -> sample.setCpuPercent(0.0));
        takes(sample -> sample.setCpuPercent(100_000.0));
        refuses("cpuPercent", sample -> sample.setCpuPercent(Math.nextUp(100_000.0)));
        refuses("cpuPercent", sample -> sample.setCpuPercent(-Double.MIN_VALUE));
        refuses("cpuPercent", sample -> sample.setCpuPercent(Double.NaN));
    }

    @Test
    void shouldTakeNamesOf128Characters() {
        takes(sample -> sample.setServer("n".repeat(128)));
        refuses("server", sample -> sample.setServer("n".repeat(129)));
        refuses("server", sample -> sample.setServer(" "));
        refuses("server", sample -> sample.setServer("OST\n0000"));
        refuses("server", sample -> sample.setServer("OST\u007f0000"));
        refuses("server", sample -> sample.setServer("half of a pair \ud800"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scratch-OST0000",
                "10.0.0.1@o2ib",
                "fe80::1%ib0",
                "/dev/gpfs0",
                "4711_[1-10%4]",
                "4711+1",
                "123.server",
                "user/admin@REALM",
                "svc$",
                "nid[00001-00004],nid00009",
                "\u00fcbung-\u8a08\u7b97",
                "\ud835\udc00"
            })
    void shouldTakeNamesThatSitesHave(String name) {
        takes(sample -> sample.setServer(name));
        takes(sample -> sample.setMetadataOperations(Map.of(name, 1L)));
    }

    /** An operation called {@code a\b} stopped all points of server rates. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\b",
                "a\"b",
                "a'b",
                "a`b",
                "a\tb",
                "a\u2028b",
                "a\u2029b",
                "a\u202eb",
                "a\u200bb",
                "a|b",
                "a<b"
            })
    void shouldRefuseNamesThatNoSiteHas(String name) {
        refuses("server", sample -> sample.setServer(name));
        refuses("host", sample -> sample.setHost(name));
        refuses("kind of metadataOperations", sample -> sample.setMetadataOperations(Map.of(name, 1L)));
    }

    @Test
    void shouldSayWhichFieldHasWhichCharacter() {
        ServerSample sample = sample();
        sample.setServer("a\u202eb");
        assertThat(SAMPLES.refusal(sample, TIME.toEpochMilli()))
                .startsWith("server is \"a?b\"; a name has letters, digits and ")
                .endsWith(", not U+202E");
    }

    @Test
    void shouldTakeReportsOfCollectorsAtAnyTimeAndNamesOfThemAlone() {
        AvroCodec.of(CollectorHealth.class);
        CollectorHealth health = CollectorHealth.newBuilder()
                .setCollector("lmt-scratch")
                .setType("lmt")
                .setHost("mon1")
                .setState(CollectorState.RUNNING)
                .setTime(TIME)
                .setStartedAt(TIME)
                .build();
        RecordAdmission<CollectorHealth> reports = RecordAdmission.of(CollectorHealth.class);
        assertThat(reports.refusal(health, TIME.toEpochMilli() + 1)).isNull();
        health.setSampleAgeSeconds(fileSystems(256));
        assertThat(reports.refusal(health, TIME.toEpochMilli())).isNull();
        health.setSampleAgeSeconds(fileSystems(257));
        assertThat(reports.refusal(health, TIME.toEpochMilli())).startsWith("sampleAgeSeconds is \"257 entries\"");
        health.setSampleAgeSeconds(Map.of("a\\b", 1.0));
        assertThat(reports.refusal(health, TIME.toEpochMilli())).startsWith("file system of sampleAgeSeconds is ");
        health.setCollector("a\\b");
        assertThat(reports.refusal(health, TIME.toEpochMilli())).startsWith("collector is ");
    }

    private static Map<String, Double> fileSystems(int number) {
        return IntStream.range(0, number).boxed().collect(Collectors.toMap(i -> "fs" + i, i -> 1.0));
    }

    @Test
    void shouldTakeRemarksThatAreNoNames() {
        takes(sample -> sample.setState("RECOVERING: \"3\" of 5 \\ clients"));
        refuses("state", sample -> sample.setState("a\nb"));
    }

    @Test
    void shouldTakePathsOf1024Characters() {
        assertThat(ofSummary(summary -> summary.setExecutable("/bin/sh -c \"a \\ 'b'\"")))
                .isNull();
        assertThat(ofSummary(summary -> summary.setExecutable("p".repeat(1_024))))
                .isNull();
        assertThat(ofSummary(summary -> summary.setExecutable("p".repeat(1_025))))
                .startsWith("executable is ");
        assertThat(ofSummary(summary -> summary.setExecutable("/bin/a\0b"))).startsWith("executable is ");
    }

    @Test
    void shouldTakeRunsOfTwoYears() {
        assertThat(ofSummary(summary -> endAfter(summary, Duration.ZERO))).isNull();
        assertThat(ofSummary(summary -> endAfter(summary, TWO_YEARS))).isNull();
        assertThat(ofSummary(summary -> endAfter(summary, TWO_YEARS.plusMillis(1))))
                .startsWith("endTime is ");
        assertThat(ofSummary(summary -> endAfter(summary, Duration.ofMillis(-1))))
                .startsWith("endTime is ");
    }

    private static void endAfter(JobSummary summary, Duration length) {
        summary.setEndTime(TIME.plus(length));
        summary.setCollectedAt(TIME.plus(length));
    }

    @Test
    void shouldTakeALogAMinuteBeforeItsRunEnded() {
        assertThat(ofSummary(
                        summary -> summary.setCollectedAt(summary.getEndTime().minusSeconds(60))))
                .isNull();
        assertThat(ofSummary(
                        summary -> summary.setCollectedAt(summary.getEndTime().minusMillis(60_001))))
                .startsWith("endTime is ");
    }

    @Test
    void shouldTakeTenTerabytesASecondOfEachProcess() {
        long most = 10 * 10_000_000_000_000L;
        assertThat(ofSummary(summary -> use(summary).setReadBytes(most))).isNull();
        assertThat(ofSummary(summary -> use(summary).setReadBytes(most + 1))).startsWith("fileSystems.readBytes is ");
        assertThat(ofSummary(summary -> use(summary).setWriteBytes(-1))).startsWith("fileSystems.writeBytes is ");
        assertThat(ofSummary(summary -> {
                    summary.setProcesses(2);
                    use(summary).setReadBytes(2 * most);
                }))
                .isNull();
    }

    @Test
    void shouldTakeAnExabyteOfARunHoweverLargeItIs() {
        assertThat(ofSummary(summary -> ofMany(summary, EXABYTE))).isNull();
        assertThat(ofSummary(summary -> ofMany(summary, EXABYTE + 1))).startsWith("fileSystems.readBytes is ");
    }

    private static void ofMany(JobSummary summary, long bytes) {
        summary.setProcesses(100_000_000);
        use(summary).setReadBytes(bytes);
    }

    @Test
    void shouldTakeDarshansWordForNotRecorded() {
        assertThat(ofSummary(summary -> use(summary).setReads(-1L))).isNull();
        assertThat(ofSummary(summary -> use(summary).setReads(-2L))).startsWith("fileSystems.reads is ");
    }

    @Test
    void shouldTakeIntervalsOfInputAndOutputWithinAMinuteOfTheRun() {
        assertThat(ofSummary(summary -> use(summary).setIoIntervals(List.of(interval(-60_000_000, 69_000_000)))))
                .isNull();
        assertThat(ofSummary(summary -> use(summary).setIoIntervals(List.of(interval(-60_000_001, 0)))))
                .startsWith("fileSystems.ioIntervals is ");
        assertThat(ofSummary(summary -> use(summary).setIoIntervals(List.of(interval(0, 69_000_001)))))
                .startsWith("fileSystems.ioIntervals is ");
        assertThat(ofSummary(summary -> use(summary).setIoIntervals(Collections.nCopies(1_024, interval(0, 1)))))
                .isNull();
        assertThat(ofSummary(summary -> use(summary).setIoIntervals(Collections.nCopies(1_025, interval(0, 1)))))
                .startsWith("fileSystems.ioIntervals is \"1025 entries");
    }

    private static IoInterval interval(long from, long to) {
        return IoInterval.newBuilder()
                .setDirection(IoDirection.WRITE)
                .setStartMicros(from)
                .setEndMicros(to)
                .setBytes(1)
                .build();
    }

    @Test
    void shouldTakeAStartAnHourAfterItsEventWasPublished() {
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setStartTime(TIME.plusSeconds(3_600))))
                .isNull();
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setStartTime(TIME.plusMillis(3_600_001))))
                .startsWith("startTime is ");
    }

    @Test
    void shouldTakeNodesOfTheLargestSystems() {
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setNodes(1_000_000)))
                .isNull();
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setNodes(1_000_001)))
                .startsWith("nodes is ");
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setNodeNames(Collections.nCopies(200_000, "n"))))
                .isNull();
        assertThat(refusal(EVENTS, event(), TIME, event -> event.setNodeNames(Collections.nCopies(200_001, "n"))))
                .startsWith("nodeNames is ");
    }
}
