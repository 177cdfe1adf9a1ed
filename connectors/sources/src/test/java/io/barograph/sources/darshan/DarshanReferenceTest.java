package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.sources.darshan.DarshanTesting.Results;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.log.IoTotals;
import io.barograph.sources.darshan.log.LogContents.FileGroup;
import io.barograph.sources.darshan.log.ReaderProcess;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All recorded logs against values that Darshan's Python package gave for them. */
class DarshanReferenceTest {
    private static final int READABLE_LOGS = 66;
    private static final double SUM_PERCENT = 1e-7;
    private static final double DERIVED_PERCENT = 1e-4;

    private static DarshanLogConverter logs;
    private static ReaderProcess reader;

    /** One log and what it should give; named by its file in test reports. */
    private record Reference(JsonNode values) {
        Path file() {
            return RecordedData.path("darshan").resolve(values.get("file").textValue());
        }

        boolean readable() {
            return values.get("status").textValue().equals("ok");
        }

        @Override
        public String toString() {
            return values.get("file").textValue();
        }
    }

    @BeforeAll
    static void start() throws InterruptedException {
        DarshanLibrary library = DarshanTesting.library();
        logs = new DarshanLogConverter(library, DarshanTesting.catalogue(), Duration.ZERO);
        reader = new ReaderProcess(library, DarshanTesting.catalogue(), DarshanLogConverter.TIME_LIMIT);
    }

    @AfterAll
    static void stop() {
        if (logs != null) {
            logs.close();
            reader.close();
        }
    }

    private static List<Reference> references() {
        try (Stream<String> lines = Files.lines(RecordedData.path("darshan/reference.jsonl"))) {
            ObjectMapper mapper = new ObjectMapper();
            List<Reference> references = new ArrayList<>();
            for (String line : lines.toList()) {
                JsonNode values = mapper.readTree(line);
                if (!values.get("file").isNull()) {
                    references.add(new Reference(values));
                }
            }
            return references;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Reference> readableLogs() {
        return references().stream().filter(Reference::readable).toList();
    }

    private static List<Reference> unreadableLogs() {
        return references().stream().filter(reference -> !reference.readable()).toList();
    }

    @Test
    void shouldCompareAllRecordedLogs() {
        assertThat(readableLogs()).hasSize(READABLE_LOGS);
        assertThat(unreadableLogs()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("readableLogs")
    void shouldGiveTheReferenceHeader(Reference reference) throws InterruptedException {
        JobSummary summary = summary(reference);
        JsonNode values = reference.values();

        assertThat(summary.getJobId()).isEqualTo(values.get("jobid").asText());
        assertThat(summary.getUser()).isEqualTo(values.get("uid").asText());
        assertThat(summary.getProcesses()).isEqualTo(values.get("nprocs").intValue());
        assertThat(summary.getExecutable()).isEqualTo(values.get("exe").textValue());
        assertThat(summary.getLogFormat()).isEqualTo(values.get("log_ver").textValue());
        assertThat(summary.getLibraryVersion())
                .isEqualTo(values.get("metadata").get("lib_ver").textValue());
        assertThat(summary.getStartTime()).isEqualTo(microseconds(values, "start"));
        assertThat(summary.getEndTime()).isEqualTo(microseconds(values, "end"));
        assertThat(summary.getRunTimeSeconds())
                .isEqualTo(values.get("run_time_s").doubleValue());
        assertThat(summary.getCollectedAt())
                .isBetween(summary.getEndTime(), summary.getEndTime().plusMillis(1));
        assertThat(summary.getSource()).isEqualTo(reference.file().toString());
        assertThat(summary.getPartial()).as(summary.getPartialReason()).isFalse();
    }

    private static Instant microseconds(JsonNode values, String edge) {
        long nanos = values.get(edge + "_time_nsec").longValue();
        return Instant.ofEpochSecond(values.get(edge + "_time_sec").longValue(), nanos - nanos % 1000);
    }

    @ParameterizedTest
    @MethodSource("readableLogs")
    void shouldGiveTheReferenceTotalsOfEachModule(Reference reference) throws InterruptedException {
        JobSummary summary = summary(reference);
        JsonNode modules = reference.values().get("modules");

        assertThat(summary.getModules())
                .extracting(ModuleUse::getModule)
                .containsExactlyElementsOf(Stream.of("POSIX", "MPI-IO", "STDIO")
                        .filter(modules::has)
                        .toList());
        for (ModuleUse use : summary.getModules()) {
            JsonNode module = modules.get(use.getModule());
            assertThat(use.getPartial()).isEqualTo(module.get("partial").booleanValue());
            assertThat(use.getFiles()).isEqualTo(module.get("distinct_files").longValue());
            JsonNode sums = module.get("counter_sums");
            assertThat(use.getReadBytes()).isEqualTo(sum(sums, "BYTES_READ"));
            assertThat(use.getWriteBytes()).isEqualTo(sum(sums, "BYTES_WRITTEN"));
            if (use.getModule().equals("MPI-IO")) {
                assertThat(use.getReads()).isEqualTo(sum(sums, "INDEP_READS", "COLL_READS", "SPLIT_READS", "NB_READS"));
                assertThat(use.getWrites())
                        .isEqualTo(sum(sums, "INDEP_WRITES", "COLL_WRITES", "SPLIT_WRITES", "NB_WRITES"));
                assertThat(use.getOpens()).isEqualTo(sum(sums, "INDEP_OPENS", "COLL_OPENS"));
                assertThat(use.getStats()).isNull();
                assertThat(use.getSeeks()).isNull();
            } else {
                assertThat(use.getReads()).isEqualTo(sum(sums, "READS"));
                assertThat(use.getWrites()).isEqualTo(sum(sums, "WRITES"));
                assertThat(use.getOpens()).isEqualTo(sum(sums, "OPENS"));
                assertThat(use.getSeeks()).isEqualTo(sum(sums, "SEEKS"));
                assertThat(use.getStats()).isEqualTo(use.getModule().equals("POSIX") ? sum(sums, "STATS") : null);
            }
            JsonNode times = module.get("time_sums_s");
            assertClose(use.getReadSeconds(), times, "F_READ_TIME");
            assertClose(use.getWriteSeconds(), times, "F_WRITE_TIME");
            assertClose(use.getMetadataSeconds(), times, "F_META_TIME");
        }
    }

    /** Sum of the counters with these names after the module's prefix; null if none was recorded. */
    private static Long sum(JsonNode sums, String... names) {
        Long total = null;
        for (String name : names) {
            JsonNode value = withPrefix(sums, name);
            if (!value.isNull()) {
                total = (total == null ? 0 : total) + value.longValue();
            }
        }
        return total;
    }

    private static JsonNode withPrefix(JsonNode values, String name) {
        for (String prefix : List.of("POSIX_", "MPIIO_", "STDIO_")) {
            if (values.has(prefix + name)) {
                return values.get(prefix + name);
            }
        }
        throw new AssertionError("the reference has no " + name + ": " + values);
    }

    private static void assertClose(Double seconds, JsonNode times, String name) {
        assertThat(seconds).isCloseTo(withPrefix(times, name).doubleValue(), withinPercentage(SUM_PERCENT));
    }

    @ParameterizedTest
    @MethodSource("readableLogs")
    void shouldGiveThePerformanceThatTheLibraryDerives(Reference reference) throws InterruptedException {
        JsonNode derived = reference.values().get("accumulator");
        for (ModuleUse use : summary(reference).getModules()) {
            JsonNode module = derived.get(use.getModule());
            double seconds = module.get("agg_time_by_slowest_s").doubleValue();
            double mebibytes = module.get("agg_perf_by_slowest_MiBps").doubleValue();

            assertThat(use.getSlowestRankSeconds()).isCloseTo(seconds, withinPercentage(DERIVED_PERCENT));
            if (mebibytes == 0) {
                assertThat(use.getPerformanceBytesPerSecond()).isNull();
            } else {
                assertThat(use.getPerformanceBytesPerSecond())
                        .isCloseTo(mebibytes * 1024 * 1024, withinPercentage(DERIVED_PERCENT));
            }
            assertThat(use.getReadBytes() + use.getWriteBytes())
                    .isEqualTo(module.get("total_bytes").longValue());
            assertThat(use.getFiles()).isEqualTo(module.get("files_total").longValue());
        }
    }

    @ParameterizedTest
    @MethodSource("readableLogs")
    void shouldSpreadTheBytesOverTheMountPointsOfTheReference(Reference reference) throws InterruptedException {
        Map<String, Long> bytes = new TreeMap<>();
        for (FileGroup group :
                reader.read(reference.file(), reference.file()).contents().groups()) {
            String mountPoint = group.place().mountPoint();
            for (IoTotals totals : new IoTotals[] {group.posix(), group.stdio()}) {
                if (totals != null) {
                    bytes.merge(mountPoint == null ? "(unmatched)" : mountPoint, totals.bytes(), Long::sum);
                }
            }
        }

        Map<String, Long> expected = new TreeMap<>();
        reference
                .values()
                .get("derived")
                .get("bytes_by_mount")
                .properties()
                .forEach(entry -> expected.put(entry.getKey(), entry.getValue().longValue()));
        assertThat(bytes).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("readableLogs")
    void shouldNameTheOstsOfTheReference(Reference reference) throws InterruptedException {
        TreeSet<Integer> osts = new TreeSet<>();
        reader.read(reference.file(), reference.file()).contents().groups().forEach(group -> osts.addAll(group.osts()));

        TreeSet<Integer> expected = new TreeSet<>();
        reference.values().get("derived").get("lustre_osts").forEach(ost -> expected.add(ost.intValue()));
        if (reference.toString().endsWith("noposix.darshan")) {
            // The only log with layouts of files that no file record reports: those count for nothing.
            assertThat(expected).containsAll(osts).hasSizeGreaterThan(osts.size());
        } else {
            assertThat(osts).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("unreadableLogs")
    void shouldRefuseWithTheMessageOfTheLibrary(Reference reference) throws InterruptedException {
        Results results = new Results();
        results.read(logs, reference.file());

        assertThat(results.summaries).isEmpty();
        DeadLetter letter = results.refused.get(0);
        assertThat(letter.getSource()).isEqualTo("job-summaries");
        assertThat(letter.getComponent()).isEqualTo("collector darshan");
        assertThat(letter.getOrigin()).isEqualTo(reference.file().toString());
        assertThat(letter.getPayloadBytes()).isZero();
        // The end of the library's last line is the operating system's last error, whatever that was about.
        reference
                .values()
                .get("library_stderr")
                .textValue()
                .lines()
                .map(line -> line.replace(": Success.", ": "))
                .forEach(line -> assertThat(letter.getReason()).contains(line));
    }

    private static JobSummary summary(Reference reference) throws InterruptedException {
        Results results = new Results();
        results.read(logs, reference.file());
        assertThat(results.refused).isEmpty();
        assertThat(results.done).containsExactly(reference.file());
        return results.summaries.get(0);
    }
}
