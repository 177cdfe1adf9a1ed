package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PositionStoreTest {
    @TempDir
    private Path folder;

    @Test
    void shouldBeEmptyBeforeTheFirstWrite() {
        assertThat(new PositionStore(folder.resolve("deep/lmt.json")).read()).isEmpty();
    }

    @Test
    void shouldGiveWhatAnEarlierStoreOfTheSameFileWroteLast() {
        Path file = folder.resolve("deep/lmt.json");
        PositionStore before = new PositionStore(file);
        before.write("a long first position");
        before.write("second");

        assertThat(new PositionStore(file).read()).contains("second");
        assertThat(folder.resolve("deep")).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void shouldKeepThePositionWhenAWriteWasCutShort() throws Exception {
        Path file = folder.resolve("lmt.json");
        PositionStore store = new PositionStore(file);
        store.write("first");
        Files.writeString(folder.resolve("lmt.json.next"), "sec");

        assertThat(store.read()).contains("first");
        store.write("second");
        assertThat(store.read()).contains("second");
    }

    @Test
    void shouldNameTheFileThatCannotBeWritten() throws Exception {
        Path noFolder = Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> new PositionStore(noFolder.resolve("lmt.json")).write("x"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(noFolder.resolve("lmt.json").toString());
    }

    /** A digit that has become another one would let a collector begin elsewhere without a word. */
    @Test
    void shouldNameAPositionThatIsDamagedAnywhereAndTheRemedy() throws Exception {
        Path file = folder.resolve("lmt.position");
        PositionStore store = new PositionStore(file);
        store.write("{\"settled\":4711}\nsecond line, \u00e4\n");
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % 8);
            requireRefused(store, flipped);
            requireRefused(store, Arrays.copyOf(whole, at));
        }
        requireRefused(store, Arrays.copyOf(whole, whole.length + 1));
        requireRefused(store, "4711\n".getBytes(StandardCharsets.UTF_8));
        Files.write(file, whole);
        assertThat(store.read()).contains("{\"settled\":4711}\nsecond line, \u00e4\n");
    }

    private static void requireRefused(PositionStore store, byte[] content) throws Exception {
        Files.write(store.file(), content);
        assertThatThrownBy(store::read)
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageStartingWith(store.file() + ": the position is damaged")
                .hasMessageContaining("remove it to let the collector begin as at its first start");
    }
}
