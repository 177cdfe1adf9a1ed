package io.barograph.sources.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.sources.probe.DirectoryProbe.SlotAxis;
import io.barograph.sources.probe.ProbeTesting.Options;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProbePartsTest {
    @Test
    void shouldReadSizes() {
        assertThat(ByteSize.parse("x", "3901")).isEqualTo(3901);
        assertThat(ByteSize.parse("x", "4 GiB")).isEqualTo(4L << 30);
        assertThatThrownBy(() -> ByteSize.parse("fileSize", "4GB"))
                .hasMessageContaining("fileSize")
                .hasMessageContaining("4GiB");
        assertThatThrownBy(() -> ByteSize.parse("fileSize", "999999999999999999TiB"))
                .hasMessageContaining("larger than any file");
    }

    @Test
    void shouldPutSlotsAtMultiplesOfTheInterval() {
        SlotAxis axis = new SlotAxis(Duration.ofSeconds(1));

        assertThat(axis.after(1_000)).isEqualTo(2_000);
        assertThat(axis.after(1_999)).isEqualTo(2_000);
        assertThat(axis.between(1_000, 2_000)).isZero();
        assertThat(axis.between(1_000, 4_000)).isEqualTo(2);
        assertThat(axis.between(9_000, 4_000)).isZero();
    }

    @Test
    void shouldNameErrorsOfTheSystemInItsLanguage() {
        assertThat(SystemErrors.describe(new IOException("Disk quota exceeded")))
                .startsWith("EDQUOT: ");
        assertThat(SystemErrors.describe(new AccessDeniedException("/x"))).isEqualTo("EACCES: /x");
        assertThat(SystemErrors.describe(new IOException("something else"))).contains("something else");
    }

    @Test
    void shouldRefuseOptionsWithoutSense() {
        assertThatThrownBy(() -> new Options().build()).hasMessageContaining("dir:");
        assertThatThrownBy(() -> new Options()
                        .dir(Path.of("/x"))
                        .recording(Path.of("/y"))
                        .build())
                .hasMessageContaining("dir:");
        assertThatThrownBy(
                        () -> new Options().dir(Path.of("/x")).fileSize("1MiB").build())
                .hasMessageContaining("two blocks");
        assertThatThrownBy(() ->
                        new Options().dir(Path.of("/x")).timeout(Duration.ZERO).build())
                .hasMessageContaining("timeout");
    }
}
