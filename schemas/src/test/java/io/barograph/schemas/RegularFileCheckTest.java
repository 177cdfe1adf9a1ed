package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class RegularFileCheckTest {
    @TempDir
    private Path folder;

    private void assertRefused(Path file, String reason) {
        assertThatThrownBy(() -> RegularFileCheck.open(file))
                .isInstanceOf(FileSystemException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(reason)
                .hasMessageContaining("name a regular file, or take it out of the folder");
    }

    @Test
    void shouldOpenAFileAndWhatALinkToItNames() throws Exception {
        Path file = Files.writeString(folder.resolve("a"), "text");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);

        try (InputStream in = RegularFileCheck.open(link)) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("text");
        }
    }

    @Test
    void shouldNotWaitForAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertRefused(pipe, "it is a named pipe");
        assertRefused(Files.createSymbolicLink(folder.resolve("link"), pipe), "it is a named pipe");
    }

    @Test
    void shouldRefuseFoldersAndDevices() {
        assertRefused(folder, "it is a folder");
        assertRefused(Path.of("/dev/zero"), "it is a device");
    }

    @Test
    void shouldNameALinkThatLeadsNowhereOrToItself() throws Exception {
        assertRefused(
                Files.createSymbolicLink(folder.resolve("dangling"), Path.of("gone")),
                "it is a link to gone, which leads to no file");
        assertRefused(
                Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop")),
                "it is a link to loop, which leads to no file");
    }

    @Test
    void shouldSayThatThereIsNoSuchFile() {
        assertThatThrownBy(() -> RegularFileCheck.open(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
