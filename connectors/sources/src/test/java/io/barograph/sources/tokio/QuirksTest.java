package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the formats allow and the recordings do not show. */
class QuirksTest {
    private static final String[] OSTS = {"fs-OST0001", "fs-OST0000"};
    private static final long[] FOUR_TIMES = {1000, 1005, 1010, 1015};
    private static final double NONE = -0.0;

    private final List<DeadLetter> letters = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void shouldLeaveOutOnlyTheCounterThatIsMissing() {
        Path path = folder.resolve("made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("datatargets", "timestamps", FOUR_TIMES)
                    .data(
                            "datatargets",
                            "readbytes",
                            new double[][] {{1, 10}, {NONE, 20}, {3, Double.NaN}, {4, 40}},
                            "columns",
                            OSTS,
                            "bytes/sec")
                    .data(
                            "datatargets",
                            "writebytes",
                            new double[][] {{NONE, 100}, {NONE, 200}, {300, NONE}, {400, 400}},
                            "columns",
                            OSTS,
                            "bytes");
        }
        List<ServerSample> samples = readTokio(path).all();

        assertThat(samples)
                .extracting(
                        sample -> sample.getTime().getEpochSecond(),
                        ServerSample::getServer,
                        ServerSample::getReadBytes,
                        ServerSample::getWriteBytes)
                .containsExactly(
                        row(1000, "fs-OST0000", 0L, 0L),
                        row(1000, "fs-OST0001", 0L, null),
                        row(1005, "fs-OST0000", 10L, 100L),
                        row(1005, "fs-OST0001", 1L, null),
                        row(1010, "fs-OST0000", 30L, 300L),
                        // reads are missing here; the writes begin with the row that starts here
                        row(1010, "fs-OST0001", null, 0L),
                        row(1015, "fs-OST0001", 4L, 300L),
                        row(1020, "fs-OST0000", 70L, 700L),
                        row(1020, "fs-OST0001", 8L, 700L));
        assertThat(letters).isEmpty();
    }

    private static Tuple row(long second, String server, Long read, Long written) {
        return tuple(second, server, read, written);
    }

    @Test
    void shouldTakeBytesWhereAFileHasRatesToo() {
        Path path = folder.resolve("made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("datatargets", "timestamps", FOUR_TIMES)
                    .data("datatargets", "readbytes", column(50, 50, 50, 50), "columns", oneOst(), "bytes")
                    .data("datatargets", "readrates", column(10, 10, 10, 11), "columns", oneOst(), "bytes/sec")
                    .data("datatargets", "writerates", column(0.1, 0.1, 0.1, 0.1), "columns", oneOst(), "bytes/sec");
        }
        List<ServerSample> samples = readTokio(path).all();

        assertThat(samples).extracting(ServerSample::getReadBytes).containsExactly(0L, 50L, 100L, 150L, 200L);
        assertThat(samples).extracting(ServerSample::getWriteBytes).containsExactly(0L, 1L, 1L, 2L, 2L);
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldRefuseWhatItDoesNotKnowAndKeepTheRest() {
        Path path = folder.resolve("made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("datatargets", "timestamps", FOUR_TIMES)
                    .data("datatargets", "readbytes", column(1, -2, 3, 4), "columns", oneOst(), "bytes")
                    .data("datatargets", "readops", column(1, 2, 3, 4), "columns", oneOst(), "ops")
                    .data("datatargets", "writebytes", column(1, 2, 3), "columns", oneOst(), "bytes")
                    .data("fullness", "timestamps", FOUR_TIMES)
                    .data("fullness", "bytes", column(10, 20, 30, 40), "columns", oneOst(), "KiB")
                    .data("fullness", "bytestotal", column(35, 35, 35, 35), "columns", oneOst(), "KiB")
                    .data("fullness", "inodes", column(1, 1, 1, 1), "columns", oneOst(), "thousands")
                    .data("dataservers", "cpuload", column(1, 1, 1, 1), "columns", oneOst(), "%")
                    .data("mdtargets", "timestamps", FOUR_TIMES)
                    .data("mdtargets", "openrates", column(1, 1, 1, 1), "columns", oneOst(), "ops/sec")
                    .data("weather", "rain", column(1, 1, 1, 1), "columns", oneOst(), "mm");
        }
        List<ServerSample> samples = readTokio(path).all();

        assertThat(samples).extracting(ServerSample::getReadBytes).containsExactly(0L, 1L, null, 4L, 8L);
        assertThat(samples).extracting(ServerSample::getUsedKibibytes).containsExactly(10L, 20L, 30L, 40L, null);
        assertThat(samples).extracting(ServerSample::getFreeKibibytes).containsExactly(25L, 15L, 5L, null, null);
        assertThat(letters)
                .extracting(
                        letter -> letter.getOrigin().substring(path.toString().length()) + ": " + letter.getReason())
                .containsExactlyInAnyOrder(
                        ", datatargets/readops: what it holds is not known",
                        ", datatargets/writebytes: its dimensions are [3, 1], not [4, 1] for its times and the"
                                + " names of its columns",
                        ", fullness/inodes: its unit is [thousands], not inodes",
                        ", dataservers: it has no dataset timestamps of whole seconds",
                        ", mdtargets/openrates: what it holds is not known",
                        ", weather: it is none of the groups [datatargets, fullness, dataservers, mdtargets, mdservers]",
                        ", /datatargets/readbytes row 1 column fs-OST0000: the value -2.0 is neither an amount nor a"
                                + " share",
                        ", /fullness/bytestotal row 3 column fs-OST0000: it is less than the part of it that is in"
                                + " use, by 5.0");
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.getSource()).isEqualTo("server-polls");
            assertThat(letter.getComponent()).isEqualTo("collector tokio");
        });
        assertThat(letters)
                .filteredOn(letter -> letter.getOrigin().contains("row 1"))
                .extracting(DeadLetter::getTime)
                .containsExactly(Instant.ofEpochSecond(1005));
    }

    @Test
    void shouldCallAMetadataServerWithoutTargetsMds() {
        Path path = folder.resolve("scratch_made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("mdservers", "timestamps", FOUR_TIMES)
                    .data("mdservers", "cpuload", column(1, NONE, 3, 4), "columns", new String[] {"mds1"}, "%");
        }

        assertThat(readTokio(path).all())
                .hasSize(3)
                .allSatisfy(sample -> {
                    assertThat(sample.getKind()).isEqualTo(ServerKind.MDS);
                    assertThat(sample.getFileSystem()).isEqualTo("scratch");
                })
                .extracting(ServerSample::getCpuPercent)
                .containsExactly(1.0, 3.0, 4.0);
    }

    @Test
    void shouldRefuseAFileWhoseTimesDoNotAscend() {
        Path path = folder.resolve("made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("datatargets", "timestamps", new long[] {1000, 1005, 1005, 1010})
                    .data("datatargets", "readbytes", column(1, 2, 3, 4), "columns", oneOst(), "bytes");
        }

        assertThatThrownBy(() -> readTokio(path))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("datatargets/timestamps does not ascend at row 2 (1005, 1005)");
    }

    @Test
    void shouldKeepTheInterpolatedBytesOfALostStepForTheNextOne() {
        Path path = folder.resolve("made.h5lmt");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("FSStepsGroup", "FSStepsDataSet", new int[] {1000, 1005, 1010, 1015})
                    .data("FSMissingGroup", "FSMissingDataSet", new int[][] {{0, 0, 1, 0}, {0, 0, 0, 0}})
                    .data(
                            "OSTReadGroup",
                            "OSTBulkReadDataSet",
                            new double[][] {{0, 10, 20, 20}, {0, 0.2, 0.2, 0.2}},
                            "OSTNames",
                            OSTS,
                            "bytes/sec");
        }
        try (SampleRecording file = new H5LmtFile(path, letters::add)) {
            Map<SampleList.SampleKey, ServerSample> samples =
                    SampleList.of(file.samples()).byKey();
            assertThat(samples).hasSize(7);
            assertThat(samples).doesNotContainKey(key(1010, "fs-OST0001"));
            assertThat(samples.get(key(1000, "fs-OST0001")).getReadBytes()).isZero();
            assertThat(samples.get(key(1005, "fs-OST0001")).getReadBytes()).isEqualTo(50);
            assertThat(samples.get(key(1015, "fs-OST0001")).getReadBytes()).isEqualTo(250);
            assertThat(samples.get(key(1015, "fs-OST0000")).getReadBytes()).isEqualTo(3);
            assertThat(samples.get(key(1015, "fs-OST0000")).getWriteBytes()).isNull();
        }
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldTellTheTwoHdf5FormatsApart() {
        Path tokio = folder.resolve("tokio.hdf5");
        Path h5lmt = folder.resolve("legacy.h5lmt");
        try (MadeHdf5 file = new MadeHdf5(tokio)) {
            file.data("datatargets", "timestamps", FOUR_TIMES)
                    .data("datatargets", "readbytes", column(1, 2, 3, 4), "columns", oneOst(), "bytes");
        }
        try (MadeHdf5 file = new MadeHdf5(h5lmt)) {
            file.data("FSStepsGroup", "FSStepsDataSet", new int[] {1000, 1005});
        }

        assertThatThrownBy(() -> new TokioTimeSeries(h5lmt, letters::add))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no TOKIO time series")
                .hasMessageContaining("should be named .h5lmt");
        assertThatThrownBy(() -> new H5LmtFile(tokio, letters::add))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("no H5LMT file")
                .hasMessageContaining("should be named .hdf5");
    }

    private static SampleList.SampleKey key(long second, String server) {
        return new SampleList.SampleKey(Instant.ofEpochSecond(second), server);
    }

    private static double[][] column(double... values) {
        double[][] column = new double[values.length][1];
        for (int row = 0; row < values.length; row++) {
            column[row][0] = values[row];
        }
        return column;
    }

    private static String[] oneOst() {
        return new String[] {"fs-OST0000"};
    }

    private SampleList readTokio(Path path) {
        try (SampleRecording file = new TokioTimeSeries(path, letters::add)) {
            return SampleList.of(file.samples());
        }
    }
}
