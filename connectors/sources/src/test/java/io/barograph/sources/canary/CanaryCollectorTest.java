package io.barograph.sources.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryCollectorTest {
    private static final Instant MORNING = Instant.parse("2024-03-04T07:59:00Z");

    @TempDir
    private Path folder;

    private final List<BenchmarkRun> runs = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Instant now = MORNING;

    private final RecordPublisher output = new RecordPublisher() {
        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            if (record instanceof BenchmarkRun run) {
                runs.add(run);
            } else {
                letters.add((DeadLetter) record);
            }
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final Clock clock = new Clock() {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    private SourceCollector collector(Map<String, CanaryBenchmark> benchmarks, Path... results) {
        CanaryOptions options = new CanaryOptions(
                benchmarks, List.of(results), BenchmarkProgram.IOR, "ior-shared", "/scratch1", ZoneOffset.UTC);
        return new CanaryCollectorType()
                .create(
                        options,
                        new CollectorContext(
                                "canary",
                                "node1",
                                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch1"))),
                                folder.resolve("positions"),
                                clock,
                                notes::add));
    }

    private CanaryBenchmark benchmark(Path result, Duration limit, String... command) {
        return new CanaryBenchmark(
                List.of(command), BenchmarkProgram.IOR, "/scratch1", Duration.ofHours(8), Duration.ZERO, limit, result);
    }

    @Test
    void shouldRunABenchmarkWhenItIsDueAndPublishItsPhases() throws Exception {
        Path saved = Files.writeString(folder.resolve("ior.txt"), CanaryResults.IOR);
        try (SourceCollector collector =
                collector(Map.of("ior-daily", benchmark(null, Duration.ofMinutes(1), "cat", saved.toString())))) {
            assertThat(collector.poll(output)).isTrue();
            assertThat(runs).isEmpty();
            assertThat(collector.check()).contains("ior-daily next at 2024-03-04T08:00:00Z");

            now = Instant.parse("2024-03-04T08:00:00Z");
            collector.poll(output);
            collector.poll(output);
        }

        assertThat(runs).hasSize(4).allSatisfy(run -> {
            assertThat(run.getFileSystem()).isEqualTo("scratch");
            assertThat(run.getBenchmark()).isEqualTo("ior-daily");
            assertThat(run.getProgram()).isEqualTo("ior");
            assertThat(run.getError()).isNull();
        });
        assertThat(runs.get(0).getSource()).startsWith("cat ").endsWith(":27");
    }

    @Test
    void shouldPublishAFailedRunWithItsError() throws Exception {
        try (SourceCollector collector = collector(Map.of(
                "ior-daily", benchmark(null, Duration.ofMinutes(1), "sh", "-c", "echo 'no space' >&2; exit 3")))) {
            collector.poll(output);
            now = Instant.parse("2024-03-04T08:00:00Z");
            collector.poll(output);
        }

        assertThat(runs)
                .extracting(BenchmarkRun::getPhase, BenchmarkRun::getError, BenchmarkRun::getSeconds)
                .containsExactly(tuple("run", "exit code 3: no space", null));
    }

    @Test
    void shouldEndARunThatOverrunsWithEverythingItStarted() throws Exception {
        Path childPid = folder.resolve("pid");
        try (SourceCollector collector = collector(Map.of(
                "ior-daily",
                benchmark(null, Duration.ofSeconds(1), "sh", "-c", "sleep 600 & echo $! > " + childPid + "; wait")))) {
            collector.poll(output);
            now = Instant.parse("2024-03-04T08:00:00Z");
            collector.poll(output);
        }

        assertThat(runs).singleElement().satisfies(run -> assertThat(run.getError())
                .contains("still running after 1 s"));
        long pid = Long.parseLong(Files.readString(childPid).strip());
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    @Test
    void shouldNotTakeTheResultOfAnEarlierRunForThatOfThisOne() throws Exception {
        Path result = Files.writeString(folder.resolve("ior.txt"), CanaryResults.IOR);
        try (SourceCollector collector =
                collector(Map.of("ior-daily", benchmark(result, Duration.ofMinutes(1), "true")))) {
            collector.poll(output);
            now = Instant.parse("2024-03-04T08:00:00Z");
            collector.poll(output);
        }

        assertThat(runs).singleElement().satisfies(run -> assertThat(run.getError())
                .contains("has not written " + result));
    }

    @Test
    void shouldPublishPastResultsOnceOverRestarts() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        Files.writeString(results.resolve("a.txt"), CanaryResults.IOR);
        Path csv = Files.writeString(results.resolve("b.csv"), CanaryResults.IOR_CSV);
        Files.setLastModifiedTime(csv, FileTime.from(MORNING));
        for (int start = 0; start < 2; start++) {
            try (SourceCollector collector = collector(Map.of(), results)) {
                assertThat(collector.poll(output)).isFalse();
            }
        }

        assertThat(runs).hasSize(6);
        assertThat(runs.get(4).getStartTime()).isEqualTo(MORNING);
        assertThat(runs.get(0).getBenchmark()).isEqualTo("ior-shared");
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldRefuseAFileWithoutResult() throws Exception {
        Path file = Files.writeString(folder.resolve("x.txt"), "nothing");
        try (SourceCollector collector = collector(Map.of(), file)) {
            collector.poll(output);
        }

        assertThat(letters).singleElement().satisfies(letter -> assertThat(letter.getReason())
                .contains("no phase of IOR"));
    }

    @Test
    void shouldSayWhichProgramIsMissing() {
        assertThatThrownBy(() -> collector(Map.of("x", benchmark(null, Duration.ofMinutes(1), "no-such-program")))
                        .check())
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no-such-program");
    }

    @Test
    void shouldRefuseALinkAndAPipeAndATooLargeFileAndReadTheResultsBesideThem() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "write secret of somebody else");
        Path results = Files.createDirectory(folder.resolve("results"));
        Path link = Files.createSymbolicLink(results.resolve("a.txt"), secret);
        assertThat(new ProcessBuilder("mkfifo", results.resolve("b.txt").toString())
                        .start()
                        .waitFor())
                .isZero();
        try (FileChannel large =
                FileChannel.open(results.resolve("c.txt"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            large.write(ByteBuffer.allocate(1), PastResultPublisher.MAX_FILE);
        }
        Files.writeString(results.resolve("d.txt"), CanaryResults.IOR);

        try (SourceCollector collector = collector(Map.of(), results)) {
            collector.poll(output);
        }

        assertThat(runs).isNotEmpty();
        assertThat(letters)
                .extracting(DeadLetter::getReason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("it is a symbolic link"),
                        reason -> assertThat(reason).contains("it is a named pipe"),
                        reason -> assertThat(reason).contains("larger than any result"));
        assertThat(letters.toString()).doesNotContain("secret of somebody").contains(link.toString());
    }
}
