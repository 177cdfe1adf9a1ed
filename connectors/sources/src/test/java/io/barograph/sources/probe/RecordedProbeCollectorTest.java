package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeTiming;
import io.barograph.sources.probe.ProbeTesting.Options;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedProbeCollectorTest {
    private static final Instant START = Instant.parse("2019-02-04T13:00:00Z");
    private static final Instant SLOT = Instant.ofEpochSecond(1549285212);

    @TempDir
    private Path folder;

    private final List<String> notes = ProbeTesting.newNotes();
    private final CollectedTimings output = new CollectedTimings();

    private void read(String text, Options options) throws Exception {
        Path file = Files.writeString(folder.resolve("recording"), text);
        try (SourceCollector collector = new ProbeCollectorType()
                .create(options.recording(file).build(), ProbeTesting.context(folder.resolve("positions"), notes))) {
            assertThat(collector.poll(output)).isFalse();
        }
    }

    @Test
    void shouldReadLatencyFiles() throws Exception {
        read(IoProbingRecordings.LATENCIES, new Options().operation(ProbeOperation.STAT, START));

        assertThat(output.all())
                .extracting(ProbeTiming::getOperation, ProbeTiming::getTime, ProbeTiming::getSeconds)
                .containsExactly(
                        tuple(ProbeOperation.STAT, START.plusNanos(1_452_000), 0.0014005),
                        tuple(ProbeOperation.STAT, START.plusNanos(1_014_800_000), 0.0025));
        assertThat(output.all().get(1).getSource()).endsWith("recording:3");
        assertThat(output.all().get(1).getFileSystem()).isEqualTo("scratch");
    }

    @Test
    void shouldReadBlocks() throws Exception {
        read(IoProbingRecordings.BLOCKS, new Options());

        assertThat(output.all())
                .extracting(
                        ProbeTiming::getOperation,
                        ProbeTiming::getTime,
                        ProbeTiming::getSeconds,
                        ProbeTiming::getOffset)
                .containsExactly(
                        tuple(ProbeOperation.READ, SLOT, 0.0014005, null),
                        tuple(ProbeOperation.STAT, SLOT, 0.0014899, null),
                        tuple(ProbeOperation.CREATE, SLOT, 0.0020774, null),
                        tuple(ProbeOperation.DELETE, SLOT, 0.0010827, null),
                        tuple(ProbeOperation.DATA_WRITE, SLOT, 0.012345678, 7340032L),
                        tuple(ProbeOperation.DATA_READ, SLOT, 0.0345, 1048576L));
        assertThat(output.letters()).isEmpty();
    }

    @Test
    void shouldReadTablesAndResolveTheirFileSystems() throws Exception {
        read(
                IoProbingRecordings.TABLE
                        + IoProbingRecordings.TABLE
                                .lines()
                                .skip(1)
                                .findFirst()
                                .orElseThrow()
                                .replace("lustre01", "scratch1"),
                new Options().fileSystem(null));

        assertThat(output.all()).hasSize(6).allSatisfy(timing -> {
            assertThat(timing.getFileSystem()).isEqualTo("scratch");
            assertThat(timing.getSource()).endsWith(":3");
        });
        assertThat(output.letters()).hasSize(6).allMatch(letter -> letter.getReason()
                .contains("nearest known name: scratch"));
    }

    @Test
    void shouldRefuseWhatIsNoTimingWithFileAndLine() throws Exception {
        read(
                "Working set: 100000\n" + IoProbingRecordings.BLOCKS
                        + IoProbingRecordings.BLOCKS
                                .replace("objects:1 ", "objects:4 ")
                                .replace("( 7340032 )", "( 7340032 0 )")
                        + "start\ntimestamp 1549285214\nread 0.1",
                new Options());

        assertThat(output.all()).hasSize(6 + 1);
        assertThat(output.letters())
                .extracting(letter -> letter.getOrigin().replaceAll(".*:", ""), letter -> letter.getReason())
                .containsExactly(
                        tuple("1", "it lies outside of a block"),
                        tuple("10", "statistics over several files are no timing"),
                        tuple("11", "a sum over several processes is no timing"),
                        tuple("16", "the recording ends within a block; 1 timings of it are lost"));
    }

    @Test
    void shouldAskForTheOperationOfALatencyFile() throws Exception {
        read(IoProbingRecordings.LATENCIES, new Options());

        assertThat(output.all()).isEmpty();
        assertThat(output.letters()).hasSize(2).allMatch(letter -> letter.getReason()
                .contains("give both as options"));
    }

    @Test
    void shouldNameTheRecordingThatCannotBeRead() {
        SourceCollector collector = new ProbeCollectorType()
                .create(
                        new Options().recording(folder.resolve("missing.csv")).build(),
                        ProbeTesting.context(folder, notes));

        assertThatThrownBy(() -> collector.poll(output))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("missing.csv");
        assertThatThrownBy(collector::check).hasMessageContaining("missing.csv");
    }
}
