package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.UnreadableSourceException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HDF5 files that say that they hold more than any recording does. */
@Timeout(60)
class HostileHdf5FileTest {
    private static final double[][] COLUMN = {{1}, {2}};

    @TempDir
    private Path folder;

    private Path made(long[] timestamps) {
        Path path = folder.resolve("made.hdf5");
        try (MadeHdf5 file = new MadeHdf5(path)) {
            file.data("datatargets", "timestamps", timestamps)
                    .data("datatargets", "readbytes", COLUMN, "columns", new String[] {"OST0000"}, "bytes");
        }
        return path;
    }

    private static void read(Path path) {
        try (TokioTimeSeries series = new TokioTimeSeries(path, letter -> {})) {
            series.samples().forEachRemaining(sample -> {});
        }
    }

    @Test
    void shouldReadNoMoreInstantsThanARecordingHas() {
        Path path = made(new long[Hdf5File.MAX_INSTANTS + 1]);

        assertThatThrownBy(() -> read(path))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("timestamps has the dimensions [1000001], more than 1000000 values");
    }

    @Test
    void shouldRefuseTimesThatCannotBe() {
        for (long[] times : new long[][] {
            {-5, 0}, {1000, Long.MAX_VALUE}, {Long.MIN_VALUE, Long.MAX_VALUE}, {1_517_000_000, 4_200_000_000L}
        }) {
            Path path = made(times);

            assertThatThrownBy(() -> read(path))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining("datatargets/timestamps is from second " + times[0])
                    .hasMessageContaining("which is not before 2100");
        }
        Path rare = made(new long[] {1_517_000_000, 1_517_100_000});
        assertThatThrownBy(() -> read(rare)).hasMessageContaining("steps of 100000 s, more than a day");
    }

    @Test
    void shouldNotWaitForAPipe() throws Exception {
        Path pipe = folder.resolve("pipe.hdf5");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> read(pipe))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it is a named pipe");
    }

    @Test
    void shouldNameALinkThatLeadsNowhere() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.hdf5"), Path.of("gone"));

        assertThatThrownBy(() -> read(link))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("it is a link to gone, which leads to no file");
    }
}
