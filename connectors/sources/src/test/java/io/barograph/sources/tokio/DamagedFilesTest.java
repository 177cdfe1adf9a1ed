package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleRecording;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DamagedFilesTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> formats() {
        Function<Path, SampleRecording> tokio = path -> new TokioTimeSeries(path, letter -> {});
        Function<Path, SampleRecording> h5lmt = path -> new H5LmtFile(path, letter -> {});
        return Stream.of(
                Arguments.of("lmt/raw/snx11025_2018-01-28.hdf5", tokio),
                Arguments.of("lmt/raw/sample_tokiots.hdf5", tokio),
                Arguments.of("lmt/raw/snx11025_2018-01-28.h5lmt", h5lmt));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldSayThatATruncatedFileIsUnreadable(String recording, Function<Path, SampleRecording> open)
            throws IOException {
        byte[] whole = Files.readAllBytes(RecordedData.path(recording));
        for (int part = 1; part < 24; part++) {
            int length = (int) ((long) whole.length * part / 24);
            Path cut = Files.write(folder.resolve("cut-" + part), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> read(cut, open))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(cut.toString())
                    .hasMessageContaining("get a complete copy");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldGiveSamplesOrOneClearErrorForADamagedFile(String recording, Function<Path, SampleRecording> open)
            throws IOException {
        byte[] whole = Files.readAllBytes(RecordedData.path(recording));
        Random random = new Random(20180209);
        int unreadable = 0;
        for (int trial = 0; trial < 60; trial++) {
            byte[] damaged = whole.clone();
            // in the first kilobytes, where the structure is, and everywhere else in turn
            int start = random.nextInt(trial % 2 == 0 ? 4096 : whole.length - 64);
            for (int i = 0; i < 64; i++) {
                damaged[start + i] = (byte) random.nextInt();
            }
            Path path = Files.write(folder.resolve("damaged"), damaged);
            try {
                read(path, open);
            } catch (UnreadableSourceException e) {
                assertThat(e).hasMessageContaining(path.toString());
                unreadable++;
            }
        }
        assertThat(unreadable).isPositive();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("formats")
    void shouldSayThatAFileIsNoHdf5(String recording, Function<Path, SampleRecording> open) throws IOException {
        Path text = Files.writeString(folder.resolve("notes"), "not what it is called ".repeat(1000));
        Path empty = Files.writeString(folder.resolve("empty"), "");
        for (Path path : new Path[] {text, empty}) {
            assertThatThrownBy(() -> read(path, open))
                    .isInstanceOf(UnreadableSourceException.class)
                    .hasMessageContaining(path + ": not an HDF5 file, truncated or damaged");
        }
        assertThatThrownBy(() -> read(folder.resolve("none"), open))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("check its name and permissions");
        assertThatThrownBy(() -> read(folder, open)).isInstanceOf(UnreadableSourceException.class);
    }

    private static void read(Path path, Function<Path, SampleRecording> open) {
        try (SampleRecording file = open.apply(path)) {
            SampleList.of(file.samples());
        }
    }
}
