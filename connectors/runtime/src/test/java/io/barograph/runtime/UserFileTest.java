package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserFileTest {
    @TempDir
    private Path folder;

    private Path root;
    private Path file;

    @BeforeEach
    void createTree() throws IOException {
        Path real = Files.createDirectories(folder.resolve("real/a"));
        root = Files.createSymbolicLink(folder.resolve("root"), folder.resolve("real"));
        file = Files.writeString(root.resolve("a").resolve("file ü"), "the user's");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String content(UserFile opened) throws IOException {
        return new String(opened.newInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadTheFileThatWasOpenedWhateverItsNameNowStandsFor() throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "somebody else's");
        try (UserFile opened = UserFile.open(root, file)) {
            Files.move(Files.createSymbolicLink(folder.resolve("link"), other), file, StandardCopyOption.ATOMIC_MOVE);

            assertThat(content(opened)).isEqualTo("the user's");
            assertThat(opened.size()).isEqualTo(10);
            assertThat(opened.links()).isOne();
            assertThat(opened.owner()).isEqualTo(((Integer) Files.getAttribute(other, "unix:uid")).longValue());
            Process reader = new ProcessBuilder("cat", opened.pathForOthers().toString()).start();
            assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("the user's");
        }
    }

    @Test
    void shouldRefuseWhatIsNoRegularFileAndWhatLiesBelowALink() throws Exception {
        Path link = Files.createSymbolicLink(root.resolve("a/link"), file);
        Path pipe = root.resolve("a/pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Path linked = Files.createSymbolicLink(root.resolve("linked"), root.resolve("a"));

        assertThatThrownBy(() -> UserFile.open(root, link))
                .isInstanceOf(RefusedFileException.class)
                .hasMessage("it is a symbolic link");
        assertThatThrownBy(() -> UserFile.open(root, pipe)).hasMessage("it is a named pipe");
        assertThatThrownBy(() -> UserFile.open(root, root.resolve("a"))).hasMessage("it is a folder");
        assertThatThrownBy(() -> UserFile.open(Path.of("/dev"), Path.of("/dev/null")))
                .hasMessage("it is a device");
        assertThatThrownBy(() -> UserFile.open(root, linked.resolve("file ü")))
                .isInstanceOf(RefusedFileException.class)
                .hasMessageContaining("it lies below " + linked + ", which is a symbolic link");
        assertThatThrownBy(() -> UserFile.openFolder(root, linked)).hasMessage("it is a symbolic link");
        assertThatThrownBy(() -> UserFile.open(root, root.resolve("a/none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldTellWhetherOthersMayWriteToAFolderAboveIt() throws Exception {
        try (UserFile opened = UserFile.open(root, file)) {
            assertThat(opened.isInSharedFolder()).isFalse();
        }
        Files.setPosixFilePermissions(folder.resolve("real"), PosixFilePermissions.fromString("rwxrwxr-x"));
        try (UserFile opened = UserFile.open(root, file)) {
            assertThat(opened.isInSharedFolder()).isTrue();
        }
    }

    @Test
    void shouldLeaveNoDescriptorOpen() throws Exception {
        Path link = Files.createSymbolicLink(root.resolve("a/link"), file);
        UserFile.open(root, file).close();
        long before = descriptors();
        for (int i = 0; i < 50; i++) {
            UserFile.open(root, file).close();
            assertThatThrownBy(() -> UserFile.open(root, link)).isInstanceOf(RefusedFileException.class);
            assertThatThrownBy(() -> UserFile.open(root, root.resolve("a/b/c"))).isInstanceOf(IOException.class);
        }
        assertThat(descriptors()).isLessThan(before + 25);
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.count();
        }
    }
}
