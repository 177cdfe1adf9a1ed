package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordSourceTest {
    @TempDir
    private Path folder;

    @Test
    void shouldReadTheFirstLineEachTimeAndNeverShowIt() throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "s3cret\nnot this\n");
        PasswordSource password = new PasswordSource(file, null);

        assertThat(password.read()).isEqualTo("s3cret");
        Files.writeString(file, "changed");
        assertThat(password.read()).isEqualTo("changed");
        assertThat(password.toString()).contains(file.toString()).doesNotContain("changed");
    }

    @Test
    void shouldSayWhichVariableIsNotSet() {
        PasswordSource password = new PasswordSource(null, "BAROGRAPH_NO_SUCH_VARIABLE");

        assertThatThrownBy(password::read).hasMessageContaining("BAROGRAPH_NO_SUCH_VARIABLE is not set");
    }

    @Test
    void shouldSayWhichFileIsEmptyOrMissing() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty"), "");

        assertThatThrownBy(new PasswordSource(empty, null)::read).hasMessageContaining(empty + " is empty");
        assertThatThrownBy(new PasswordSource(folder.resolve("none"), null)::read)
                .hasMessageContaining("none");
    }
}
