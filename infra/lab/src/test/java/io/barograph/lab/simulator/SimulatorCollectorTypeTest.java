package io.barograph.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SimulatorCollectorTypeTest {
    private static final Instant NOW = Recording.START;
    private static final SimulatorCollectorType TYPE = new SimulatorCollectorType();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock();
    private final List<String> notes = new ArrayList<>();
    private final Kept output = new Kept();

    private SimulatorOptions options(double rateFactor, Instant from, Duration duration, Path truth) {
        return new SimulatorOptions(
                List.of("scratch"),
                4,
                1,
                42,
                rateFactor,
                from,
                duration,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                0.1,
                1,
                Duration.ofSeconds(30),
                SimulatorOptions.DisturbanceLevel.NONE,
                List.of(SimulatedFault.contention(
                        "scratch", DemandKind.WRITE, Duration.ofMinutes(5), Duration.ofMinutes(2), 3)),
                truth);
    }

    private SourceCollector collector(SimulatorOptions options) {
        FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "other")));
        return TYPE.create(options, new CollectorContext("sim", "host", catalogue, folder, clock, notes::add));
    }

    @Test
    void shouldRunFasterThanRealTimeUntilTheEndOfTheDuration() throws InterruptedException {
        Instant from = NOW.minusSeconds(7200);
        try (SourceCollector collector = collector(options(100, from, Duration.ofMinutes(10), null))) {
            assertThat(collector.poll(output)).isTrue();
            assertThat(output.samples()).extracting(ServerSample::getTime).containsOnly(from);
            clock.now = NOW.plusSeconds(3);
            assertThat(collector.poll(output)).isTrue();
            assertThat(output.lastSample()).isEqualTo(from.plusSeconds(300));
            clock.now = NOW.plusSeconds(7);
            assertThat(collector.poll(output)).isFalse();
        }
        assertThat(output.lastSample()).isEqualTo(from.plusSeconds(600));
        assertThat(output.flushed).isEqualTo(output.records.size());
        assertThat(notes).containsExactly("simulating 1 file systems of 4 OSTs from " + from + ", seed 42");
    }

    @Test
    void shouldPublishTheSameRecordsWhateverTheClockAndThePace() throws InterruptedException {
        Instant from = NOW.minusSeconds(7200);
        try (SourceCollector collector = collector(options(1e6, from, Duration.ofMinutes(10), null))) {
            collector.poll(new Kept());
            clock.now = NOW.plusSeconds(1);
            collector.poll(output);
        }
        Kept slowly = new Kept();
        clock.now = NOW.plusSeconds(86_400);
        try (SourceCollector collector = collector(options(10, from, Duration.ofMinutes(10), null))) {
            while (collector.poll(slowly)) {
                clock.now = clock.now.plusMillis(700);
            }
        }
        int first = slowly.records.size() - output.records.size();
        assertThat(slowly.records.subList(first, slowly.records.size())).isEqualTo(output.records);
    }

    /** Real clocks know nanoseconds, simulated sites microseconds: the second poll never ended. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCarryTheSiteOnByAClockOfNanoseconds() throws InterruptedException {
        clock.now = NOW.plusNanos(123_456_789);
        try (SourceCollector collector = collector(options(1, null, null, null))) {
            for (int poll = 1; poll <= 120; poll++) {
                assertThat(collector.poll(output)).isTrue();
                clock.now = clock.now.plusNanos(100_000_001);
            }
        }
        assertThat(output.lastSample()).isAfterOrEqualTo(NOW.plusSeconds(10));
    }

    @Test
    void shouldNeverRunAheadOfThePresent() throws InterruptedException {
        try (SourceCollector collector = collector(options(1000, NOW.minusSeconds(60), null, null))) {
            collector.poll(output);
            clock.now = NOW.plusSeconds(30);
            collector.poll(output);
            assertThat(output.lastSample()).isEqualTo(NOW.plusSeconds(30));
            clock.now = NOW.plusSeconds(20);
            collector.poll(output);
            clock.now = NOW.plusSeconds(40);
            assertThat(collector.poll(output)).isTrue();
        }
        assertThat(output.lastSample()).isEqualTo(NOW.plusSeconds(40));
        assertThat(output.samples()).extracting(ServerSample::getTime).isSorted();
    }

    @Test
    void shouldBeginADayAgoIfItIsToBeFastAndNowIfNot() throws InterruptedException {
        try (SourceCollector fast = collector(options(2, null, null, null))) {
            fast.poll(output);
        }
        assertThat(output.lastSample()).isEqualTo(NOW.minus(Duration.ofDays(1)));
        try (SourceCollector live = collector(options(1, null, null, null))) {
            live.poll(output);
        }
        assertThat(output.lastSample()).isEqualTo(NOW);
    }

    @Test
    void shouldRefuseToBeginInTheFuture() {
        SourceCollector collector = collector(options(1, NOW.plusSeconds(1), null, null));
        assertThatThrownBy(() -> collector.poll(output))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from must not lie in the future");
    }

    @Test
    void shouldEndSoonAfterAnInterrupt() {
        SourceCollector collector = collector(options(1e9, NOW.minus(Duration.ofDays(1)), null, null));
        assertThatThrownBy(() -> {
                    collector.poll(output);
                    clock.now = NOW.plusSeconds(1);
                    Thread.currentThread().interrupt();
                    collector.poll(output);
                })
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void shouldWriteTheTruth() throws InterruptedException, IOException {
        Path file = folder.resolve("truth.jsonl");
        try (SourceCollector collector = collector(options(1e6, NOW.minusSeconds(7200), Duration.ofHours(1), file))) {
            collector.poll(output);
            clock.now = NOW.plusSeconds(1);
            collector.poll(output);
        }
        List<JsonNode> runs = new ArrayList<>();
        List<JsonNode> faults = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            JsonNode node = JSON.readTree(line);
            (node.get("kind").asText().equals("RUN") ? runs : faults).add(node);
        }
        List<String> logged = runs.stream()
                .filter(run -> run.get("logged").asBoolean())
                .map(run -> run.get("jobId").asText())
                .distinct()
                .toList();
        assertThat(logged)
                .containsAll(
                        output.summaries().stream().map(JobSummary::getJobId).toList())
                .isNotEmpty();
        assertThat(runs).allSatisfy(run -> {
            assertThat(run.get("ioSeconds").asDouble())
                    .isGreaterThanOrEqualTo(run.get("unhinderedIoSeconds").asDouble());
            assertThat(run.get("intervals")).isNotEmpty();
        });
        assertThat(runs).anySatisfy(run -> assertThat(run.get("contenders")).isNotEmpty());
        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.get("fault").asText()).isEqualTo("CONTENTION");
            assertThat(fault.get("onset").asText())
                    .isEqualTo(NOW.minusSeconds(6900).toString());
            assertThat(fault.get("culpritShare").asDouble()).isBetween(0.5, 1.0);
            assertThat(fault.get("victims")).isNotEmpty();
            assertThat(fault.get("suspects").get(0).get("jobId")).isEqualTo(fault.get("culprit"));
        });
    }

    @Test
    void shouldDescribeItself() throws InterruptedException {
        SimulatorOptions options = options(1, null, null, null);
        assertThat(TYPE.name()).isEqualTo("simulator");
        assertThat(TYPE.options()).isEqualTo(SimulatorOptions.class);
        assertThat(TYPE.interval(options)).isPositive();
        assertThat(TYPE.examples()).allSatisfy(example -> assertThat(example).startsWith("simulator "));
        assertThat(collector(options).check()).isEqualTo("1 simulated file systems of 4 OSTs and 1 MDTs");
    }

    private static final class SettableClock extends Clock {
        Instant now = NOW;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("the simulator knows no time zones");
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    /** Keeps records, and of polls the samples. */
    private static final class Kept implements RecordPublisher {
        final List<SpecificRecord> records = new ArrayList<>();
        int flushed;

        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            if (record instanceof ServerPoll poll) {
                records.addAll(ServerPolls.samples(poll));
            } else {
                records.add(record);
            }
            return true;
        }

        List<ServerSample> samples() {
            return ofType(ServerSample.class);
        }

        List<JobSummary> summaries() {
            return ofType(JobSummary.class);
        }

        private <T> List<T> ofType(Class<T> type) {
            return records.stream().filter(type::isInstance).map(type::cast).toList();
        }

        Instant lastSample() {
            List<ServerSample> samples = samples();
            return samples.get(samples.size() - 1).getTime();
        }

        @Override
        public void flush() {
            flushed = records.size();
        }

        @Override
        public void close() {}
    }
}
