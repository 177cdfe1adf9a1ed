package io.barograph.sources.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.sources.canary.ResultReader.Run;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultReaderTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant START = Instant.parse("2024-03-04T01:00:06Z");
    private static final Run RUN =
            new Run(Instant.parse("2024-03-05T00:00:00Z"), Instant.parse("2024-03-05T01:00:00Z"));

    static final class Found implements ResultReader.Output {
        final List<BenchmarkRun.Builder> phases = new ArrayList<>();
        final List<String> refused = new ArrayList<>();

        @Override
        public void phase(BenchmarkRun.Builder phase, long line) {
            phases.add(phase);
        }

        @Override
        public void refused(long line, String text, String reason) {
            refused.add(line + ": " + reason);
        }
    }

    private static Found read(BenchmarkProgram program, String text) {
        Found found = new Found();
        ResultReader.of(program, text).read(text, RUN, BERLIN, found);
        return found;
    }

    @Test
    void shouldReadTheTextOfIor() {
        Found found = read(BenchmarkProgram.IOR, CanaryResults.IOR);

        assertThat(found.refused).isEmpty();
        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getIteration,
                        BenchmarkRun.Builder::getStartTime,
                        BenchmarkRun.Builder::getSeconds,
                        BenchmarkRun.Builder::getBytes)
                .containsExactly(
                        tuple("write", 0, START, 0.5, 32L << 20),
                        tuple("read", 0, START.plusMillis(500), 0.25, 32L << 20),
                        tuple("remove", 0, START.plusMillis(750), 0.125, null),
                        tuple("write", 1, START.plusMillis(875), 1.0, 32L << 20));
        BenchmarkRun.Builder first = found.phases.get(0);
        assertThat(first.getEndTime()).isEqualTo(START.plusMillis(500));
        assertThat(first.getBytesPerSecond()).isEqualTo(64.0 * (1 << 20));
        assertThat(first.getOperationsPerSecond()).isEqualTo(64.10);
        assertThat(first.getProcesses()).isEqualTo(4);
        assertThat(first.getNodes()).isEqualTo(2);
        assertThat(first.getConfiguration())
                .isEqualTo("api=POSIX, access=single-shared-file, type=independent, segments=2,"
                        + " ordering in a file=sequential, nodes=2, tasks=4, xfersize=1 MiB, blocksize=4 MiB");
        assertThat(found.phases).extracting(BenchmarkRun.Builder::getError).containsOnlyNulls();
    }

    @Test
    void shouldReadTheColumnsOfOlderIor() {
        Found found = read(
                BenchmarkProgram.IOR,
                """
                StartTime           : Mon Mar  4 02:00:06 2024
                access    bw(MiB/s)  block(KiB) xfer(KiB)  open(s)    wr/rd(s)   close(s)   total(s)   iter
                ------    ---------  ---------- ---------  --------   --------   --------   --------   ----
                write     427.36     16384      1024.00    0.107961   38.34      32.48      38.34      2
                """);

        assertThat(found.phases).singleElement().satisfies(phase -> {
            assertThat(phase.getIteration()).isEqualTo(2);
            assertThat(phase.getSeconds()).isEqualTo(38.34);
            assertThat(phase.getOperationsPerSecond()).isNull();
        });
    }

    @Test
    void shouldNotClaimBytesThatARunStoppedByTimeHasNotMoved() {
        Found found = read(BenchmarkProgram.IOR, CanaryResults.IOR.replace("write     64.00 ", "write     12.00 "));

        assertThat(found.phases.get(0).getBytes()).isNull();
    }

    @Test
    void shouldReadTheCsvOfIor() {
        Found found = read(BenchmarkProgram.IOR, CanaryResults.IOR_CSV + "write,1.0\n");

        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getStartTime,
                        BenchmarkRun.Builder::getSeconds,
                        BenchmarkRun.Builder::getBytesPerSecond,
                        BenchmarkRun.Builder::getProcesses)
                .containsExactly(
                        tuple("write", RUN.start(), 0.5, 64.0 * (1 << 20), 4),
                        tuple("read", RUN.start().plusMillis(500), 0.25, 128.0 * (1 << 20), 4));
        assertThat(found.refused).containsExactly("4: no measurement of IOR");
    }

    @Test
    void shouldReadTheJsonOfIor() {
        Found found = read(BenchmarkProgram.IOR, CanaryResults.IOR_JSON);

        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getIteration,
                        BenchmarkRun.Builder::getStartTime,
                        BenchmarkRun.Builder::getBytes,
                        BenchmarkRun.Builder::getError)
                .containsExactly(
                        tuple("write", 0, START, 32L << 20, null),
                        tuple("write", 1, START.plusMillis(500), null, "no rate stated"));
        assertThat(read(BenchmarkProgram.IOR, "{\"tests\": [").refused).hasSize(1);
    }

    @Test
    void shouldReadTheTextOfMdtest() {
        Found found = read(BenchmarkProgram.MDTEST, CanaryResults.MDTEST);

        assertThat(found.refused).isEmpty();
        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getOperations,
                        BenchmarkRun.Builder::getOperationsPerSecond,
                        BenchmarkRun.Builder::getSeconds,
                        BenchmarkRun.Builder::getProcesses)
                .containsExactly(
                        tuple("file-create", 200L, 400.0, 0.5, 4),
                        tuple("file-stat", 200L, 8000.0, 0.025, 4),
                        tuple("tree-remove", null, 25.0, null, 4));
        assertThat(found.phases).allSatisfy(phase -> {
            assertThat(phase.getStartTime()).isEqualTo(START.minusSeconds(1));
            assertThat(phase.getEndTime()).isEqualTo(START.plusSeconds(3));
            assertThat(phase.getConfiguration())
                    .isEqualTo("tasks=4, nodes=2, items=200, iterations=1, options=-n 50 -F");
        });
    }

    @Test
    void shouldReadTheRowsOfOlderMdtest() {
        Found found = read(
                BenchmarkProgram.MDTEST,
                CanaryResults.MDTEST
                        .replace("File creation  ", "File creation :")
                        .replace("rate (in ops/sec)", "rate"));

        assertThat(found.phases).extracting(BenchmarkRun.Builder::getPhase).contains("file-create");
    }

    @Test
    void shouldReadTheSectionsOfIo500() {
        Found found = read(BenchmarkProgram.IO500, CanaryResults.IO500);

        assertThat(found.refused).isEmpty();
        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getStartTime,
                        BenchmarkRun.Builder::getSeconds,
                        BenchmarkRun.Builder::getBytesPerSecond,
                        BenchmarkRun.Builder::getOperationsPerSecond,
                        BenchmarkRun.Builder::getConfiguration)
                .containsExactly(
                        tuple(
                                "ior-easy-write",
                                START.minusSeconds(1),
                                300.5,
                                2.5 * (1L << 30),
                                null,
                                "version=io500-sc23_v1, mode=standard, config-hash=ABC123"),
                        tuple(
                                "mdtest-easy-write",
                                START.plusSeconds(300),
                                30.0,
                                null,
                                10_250.0,
                                "version=io500-sc23_v1, mode=standard, config-hash=ABC123, INVALID"));
        assertThat(found.phases).extracting(BenchmarkRun.Builder::getProcesses).containsOnly(8);
    }

    @Test
    void shouldReadTheSummaryOfIo500UpToItsEnd() {
        Found found = read(BenchmarkProgram.IO500, CanaryResults.IO500_SUMMARY);

        assertThat(found.refused).isEmpty();
        assertThat(found.phases)
                .extracting(
                        BenchmarkRun.Builder::getPhase,
                        BenchmarkRun.Builder::getStartTime,
                        BenchmarkRun.Builder::getError)
                .containsExactly(
                        tuple("ior-easy-write", RUN.end().minus(Duration.ofMillis(330_500)), null),
                        tuple("mdtest-easy-write", RUN.end().minus(Duration.ofSeconds(30)), null),
                        tuple("timestamp", RUN.end(), "no result (score 0.000000)"));
        assertThat(found.phases.get(1).getConfiguration()).endsWith("INVALID");
    }
}
