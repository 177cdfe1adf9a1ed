package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchIOException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {
    @TempDir
    private Path folder;

    @Test
    void shouldNameTheFileAndTheReason() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path none = folder.resolve("none");
        Path below = file.resolve("below");

        assertThat(described(() -> Files.size(none))).isEqualTo(none + ": no such file or folder");
        assertThat(described(() -> Files.createDirectories(file))).isEqualTo(file + ": there is a file of that name");
        assertThat(described(() -> Files.createFile(below))).isEqualTo(below + ": Not a directory");
        assertThat(FileFailure.describe(new NotDirectoryException("/file"))).isEqualTo("/file: not a folder");
        // Root may do everything, so no file denies it access.
        assertThat(FileFailure.describe(new AccessDeniedException("/file"))).isEqualTo("/file: permission denied");
    }

    @Test
    void shouldRepeatTheMessageOfAFailureThatNamesNoFile() {
        assertThat(FileFailure.describe(new IOException("broken pipe"))).isEqualTo("broken pipe");
        assertThat(FileFailure.describe(new IOException())).isEqualTo("java.io.IOException");
    }

    private static String described(ThrowingCallable action) {
        return FileFailure.describe(catchIOException(action));
    }
}
