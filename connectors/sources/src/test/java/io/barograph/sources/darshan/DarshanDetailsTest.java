package io.barograph.sources.darshan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ModuleUse;
import io.barograph.schemas.OstBytes;
import io.barograph.sources.darshan.DarshanTesting.Results;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What summaries say beyond totals, of all recorded logs, against values that Darshan's Python package gave for them. */
class DarshanDetailsTest {
    private static final int READABLE_LOGS = 66;

    private static final Map<String, Recorded> LOGS = new TreeMap<>();

    private record Recorded(JsonNode reference, JobSummary summary) {
        JsonNode derived() {
            return reference.get("derived");
        }

        boolean has(String module) {
            return reference.get("modules").has(module);
        }

        /** @return the module that file systems' values are of; null if the log has neither */
        String fileSystemModule() {
            return has("POSIX") ? "POSIX" : has("STDIO") ? "STDIO" : null;
        }

        ModuleUse module(String name) {
            return summary.getModules().stream()
                    .filter(use -> use.getModule().equals(name))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @BeforeAll
    static void readAllLogs() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        // Whatever lies below no other mount point lies below /.
        try (DarshanLogConverter logs = new DarshanLogConverter(
                        DarshanTesting.library(),
                        DarshanTesting.catalogue(CatalogueFileSystem.of("everything", "/")),
                        Duration.ZERO);
                Stream<String> lines = Files.lines(RecordedData.path("darshan/reference.jsonl"))) {
            for (String line : lines.toList()) {
                JsonNode reference = mapper.readTree(line);
                if (!reference.get("file").isNull()
                        && reference.get("status").textValue().equals("ok")) {
                    LOGS.put(reference.get("file").textValue(), read(logs, reference));
                }
            }
        }
        assertThat(LOGS).hasSize(READABLE_LOGS);
    }

    private static Recorded read(DarshanLogConverter logs, JsonNode reference)
            throws IOException, InterruptedException {
        Path file = RecordedData.path("darshan").resolve(reference.get("file").textValue());
        Results results = new Results();
        results.read(logs, file);
        return new Recorded(reference, results.summaries.get(0));
    }

    @Test
    void shouldGiveTheReferenceSharesOfSmallSequentialAndConsecutiveOperations() {
        int compared = 0;
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            Recorded recorded = log.getValue();
            JsonNode derived = recorded.derived();
            if (!recorded.has("POSIX")) {
                assertThat(derived.get("small_io_pct").isNull()).isTrue();
                continue;
            }
            ModuleUse posix = recorded.module("POSIX");
            long operations = posix.getReads() + posix.getWrites();
            assertThat(posix.getSmallReads() + posix.getSmallWrites())
                    .as(log.getKey())
                    .isEqualTo(derived.get("small_io_lt_1KiB_ops").longValue());
            if (operations > 0) {
                compared++;
                assertThat(100.0 * (posix.getSmallReads() + posix.getSmallWrites()) / operations)
                        .isCloseTo(derived.get("small_io_pct").doubleValue(), within(1e-9));
                assertThat(100.0 * (posix.getSequentialReads() + posix.getSequentialWrites()) / operations)
                        .isCloseTo(derived.get("seq_io_pct").doubleValue(), within(1e-9));
                assertThat(100.0 * (posix.getConsecutiveReads() + posix.getConsecutiveWrites()) / operations)
                        .isCloseTo(derived.get("consec_io_pct").doubleValue(), within(1e-9));
            }
            assertThat(sum(recorded, FileSystemUse::getSmallReads)).isEqualTo(posix.getSmallReads());
            assertThat(sum(recorded, FileSystemUse::getSequentialWrites)).isEqualTo(posix.getSequentialWrites());
            assertThat(sum(recorded, FileSystemUse::getConsecutiveReads)).isEqualTo(posix.getConsecutiveReads());
        }
        assertThat(compared).isEqualTo(61);
    }

    private interface Value {
        Long of(FileSystemUse use);
    }

    private static long sum(Recorded recorded, Value value) {
        return recorded.summary().getFileSystems().stream()
                .mapToLong(use -> value.of(use) == null ? 0 : value.of(use))
                .sum();
    }

    @Test
    void shouldGiveTheReferenceNumberOfCollectiveAndIndependentOperations() {
        for (Recorded recorded : LOGS.values()) {
            if (!recorded.has("MPI-IO")) {
                assertThat(sum(recorded, FileSystemUse::getCollectiveWrites)).isZero();
                continue;
            }
            ModuleUse mpiIo = recorded.module("MPI-IO");
            JsonNode sums = recorded.reference().get("modules").get("MPI-IO").get("counter_sums");
            assertThat(mpiIo.getCollectiveReads() + mpiIo.getCollectiveWrites())
                    .isEqualTo(recorded.derived().get("collective_mpiio_ops").longValue());
            assertThat(mpiIo.getIndependentReads())
                    .isEqualTo(sums.get("MPIIO_INDEP_READS").longValue()
                            + sums.get("MPIIO_NB_READS").longValue());
            assertThat(mpiIo.getIndependentReads() + mpiIo.getCollectiveReads()).isEqualTo(mpiIo.getReads());
            assertThat(mpiIo.getIndependentWrites() + mpiIo.getCollectiveWrites())
                    .isEqualTo(mpiIo.getWrites());
            assertThat(sum(recorded, FileSystemUse::getCollectiveWrites)).isEqualTo(mpiIo.getCollectiveWrites());
            assertThat(sum(recorded, FileSystemUse::getIndependentReads)).isEqualTo(mpiIo.getIndependentReads());
        }
    }

    @Test
    void shouldCountCallsThatForceDataToStorage() {
        for (Recorded recorded : LOGS.values()) {
            if (recorded.has("POSIX")) {
                JsonNode sums = recorded.reference().get("modules").get("POSIX").get("counter_sums");
                assertThat(recorded.module("POSIX").getSyncs())
                        .isEqualTo(sums.get("POSIX_FSYNCS").longValue()
                                + sums.get("POSIX_FDSYNCS").longValue());
            }
        }
    }

    @Test
    void shouldFindTheBusiestRankOrBoundsThatAreNoWiderThanTheReference() {
        Map<Boolean, Integer> exact = new HashMap<>();
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            JsonNode derived = log.getValue().derived();
            JobSummary summary = log.getValue().summary();
            long total = derived.get("posix_plus_stdio_bytes").longValue();
            if (total == 0) {
                assertThat(summary.getMaxRankBytes()).isNull();
                assertThat(summary.getMaxRankBytesAtMost()).isNull();
                continue;
            }
            exact.merge(summary.getMaxRankBytes().equals(summary.getMaxRankBytesAtMost()), 1, Integer::sum);
            if (!derived.get("max_rank_io").isNull()) {
                long bytes = Math.round(derived.get("max_rank_io").doubleValue() * total);
                assertThat(summary.getMaxRankBytes()).as(log.getKey()).isEqualTo(bytes);
                assertThat(summary.getMaxRankBytesAtMost()).as(log.getKey()).isEqualTo(bytes);
            } else {
                JsonNode bounds = derived.get("max_rank_io_bounds");
                assertThat(summary.getMaxRankBytes())
                        .as(log.getKey())
                        .isBetween(
                                Math.round(bounds.get(0).doubleValue() * total),
                                Math.round(bounds.get(1).doubleValue() * total))
                        .isGreaterThanOrEqualTo(total / summary.getProcesses());
                assertThat(summary.getMaxRankBytesAtMost())
                        .as(log.getKey())
                        .isBetween(
                                summary.getMaxRankBytes(),
                                Math.round(bounds.get(1).doubleValue() * total));
            }
        }
        // One log has no bytes; the records of three leave room for several distributions over the ranks.
        assertThat(exact).isEqualTo(Map.of(true, 62, false, 3));
    }

    @Test
    void shouldBoundTheBusiestRankOfEachFileSystemByItsOwnBytes() {
        int exact = 0;
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            int processes = log.getValue().summary().getProcesses();
            for (FileSystemUse use : log.getValue().summary().getFileSystems()) {
                long bytes = use.getReadBytes() + use.getWriteBytes();
                if (bytes == 0) {
                    assertThat(use.getMaxRankBytes()).isNull();
                } else {
                    assertThat(use.getMaxRankBytes()).isBetween((bytes + processes - 1) / processes, bytes);
                    assertThat(use.getMaxRankBytesAtMost()).isBetween(use.getMaxRankBytes(), bytes);
                    exact += use.getMaxRankBytes().equals(use.getMaxRankBytesAtMost()) ? 1 : 0;
                }
                long requests = use.getReads() + use.getWrites();
                if (requests > 0) {
                    assertThat(use.getMaxRankRequests()).isBetween((requests + processes - 1) / processes, requests);
                    assertThat(use.getMaxRankRequestsAtMost()).isBetween(use.getMaxRankRequests(), requests);
                }
                if (processes == 1 && requests > 0) {
                    assertThat(use.getMaxRankRequests()).isEqualTo(requests);
                }
            }
        }
        assertThat(exact).isPositive();
    }

    @Test
    void shouldDivideTheBytesIntoFilesOfOneRankAndOfSeveral() {
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            Recorded recorded = log.getValue();
            for (FileSystemUse use : recorded.summary().getFileSystems()) {
                assertThat(use.getSharedBytes() + use.getOneRankBytes())
                        .as(log.getKey())
                        .isEqualTo(use.getReadBytes() + use.getWriteBytes());
                assertThat(use.getSharedFiles() + use.getOneRankFiles()).isLessThanOrEqualTo(use.getFiles());
                if (recorded.summary().getProcesses() == 1) {
                    assertThat(use.getSharedFiles()).isZero();
                }
            }
            boolean oneModule = recorded.has("POSIX") != recorded.has("STDIO");
            if (oneModule && recorded.summary().getProcesses() > 1) {
                long reduced = recorded.derived().get("shared_record_bytes").longValue();
                assertThat(sum(recorded, FileSystemUse::getSharedBytes))
                        .as(log.getKey())
                        .isGreaterThanOrEqualTo(recorded.has("POSIX") ? reduced : 0);
            }
        }
    }

    @Test
    void shouldDeriveThePerformanceOfTheOnlyFileSystemAsTheLibraryDoesForTheModule() {
        int compared = 0;
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            Recorded recorded = log.getValue();
            for (FileSystemUse use : recorded.summary().getFileSystems()) {
                ModuleUse module = recorded.module(recorded.fileSystemModule());
                if (use.getFiles().equals(module.getFiles())) {
                    compared++;
                    assertThat(use.getSlowestRankSeconds())
                            .as(log.getKey())
                            .isEqualTo(recorded.reference()
                                    .get("accumulator")
                                    .get(module.getModule())
                                    .get("agg_time_by_slowest_s")
                                    .doubleValue());
                    assertThat(use.getPerformanceBytesPerSecond()).isEqualTo(module.getPerformanceBytesPerSecond());
                } else {
                    assertThat(use.getSlowestRankSeconds()).isLessThanOrEqualTo(module.getSlowestRankSeconds());
                }
            }
        }
        assertThat(compared).isGreaterThan(READABLE_LOGS / 2);
    }

    @Test
    void shouldPlaceAllBytesOnOstsOrSayThatItCannot() {
        int withOsts = 0;
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            for (FileSystemUse use : log.getValue().summary().getFileSystems()) {
                if (use.getOstBytes() == null) {
                    assertThat(use.getUnplacedReadBytes()).isNull();
                    continue;
                }
                withOsts++;
                List<OstBytes> osts = use.getOstBytes();
                assertThat(use.getOsts())
                        .containsAll(osts.stream().map(OstBytes::getOst).toList());
                assertThat(osts.stream().mapToLong(OstBytes::getReadBytes).sum() + use.getUnplacedReadBytes())
                        .as(log.getKey())
                        .isEqualTo(use.getReadBytes());
                assertThat(osts.stream().mapToLong(OstBytes::getWriteBytes).sum() + use.getUnplacedWriteBytes())
                        .as(log.getKey())
                        .isEqualTo(use.getWriteBytes());
            }
        }
        assertThat(withOsts).isGreaterThan(15);
    }

    @Test
    void shouldNotPlaceTheBytesOfAStripedFileWithHoles() {
        FileSystemUse use = LOGS.get("logs/pytokio/sample.darshan")
                .summary()
                .getFileSystems()
                .get(0);

        // Its last byte lies 1864 bytes further than the bytes written.
        assertThat(use.getOsts()).hasSize(24);
        assertThat(use.getOstBytes()).isNull();
    }

    @Test
    void shouldTakeTheIntervalsFromTheFirstToTheLastOperation() {
        int compared = 0;
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            Recorded recorded = log.getValue();
            if (!recorded.has("POSIX")) {
                // Of STDIO files the standard streams belong to no file system.
                continue;
            }
            JsonNode module = recorded.reference().get("modules").get("POSIX");
            for (IoDirection direction : IoDirection.values()) {
                List<IoInterval> intervals = recorded.summary().getFileSystems().stream()
                        .flatMap(use -> use.getIoIntervals().stream())
                        .filter(interval -> interval.getDirection() == direction)
                        .toList();
                JsonNode first = module.get("timestamps_first_s").path("POSIX_F_" + direction + "_START_TIMESTAMP");
                JsonNode last = module.get("timestamps_last_s").path("POSIX_F_" + direction + "_END_TIMESTAMP");
                assertThat(intervals.isEmpty()).as(log.getKey()).isEqualTo(last.isMissingNode());
                if (!intervals.isEmpty()) {
                    compared++;
                    assertThat(intervals.stream()
                                    .mapToLong(IoInterval::getStartMicros)
                                    .min())
                            .as(log.getKey())
                            .hasValue((long) Math.floor(first.doubleValue() * 1e6));
                    assertThat(intervals.stream()
                                    .mapToLong(IoInterval::getEndMicros)
                                    .max())
                            .as(log.getKey())
                            .hasValue((long) Math.ceil(last.doubleValue() * 1e6));
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void shouldKeepTheActivityOfEachFileSystemConsistent() {
        for (Map.Entry<String, Recorded> log : LOGS.entrySet()) {
            for (FileSystemUse use : log.getValue().summary().getFileSystems()) {
                List<IoInterval> kept = use.getIoIntervals();
                assertThat(kept).hasSizeLessThanOrEqualTo(64);
                assertThat(kept.stream().mapToLong(IoInterval::getBytes).sum())
                        .as(log.getKey())
                        .isEqualTo(use.getReadBytes() + use.getWriteBytes());
                double longest = kept.stream()
                        .mapToDouble(interval -> (interval.getEndMicros() - interval.getStartMicros()) / 1e6)
                        .sum();
                assertThat(use.getIoSeconds()).isBetween(0.0, longest + 1e-6);
                assertThat(use.getCoveringFiles()).isGreaterThanOrEqualTo(use.getIoPhases());
                assertThat(use.getIoPhases())
                        .isLessThanOrEqualTo(kept.size() + use.getIoPausesHidden())
                        .isGreaterThanOrEqualTo(kept.isEmpty() ? 0 : 1);
            }
        }
    }
}
