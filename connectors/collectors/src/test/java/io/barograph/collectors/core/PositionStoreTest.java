package io.barograph.collectors.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
