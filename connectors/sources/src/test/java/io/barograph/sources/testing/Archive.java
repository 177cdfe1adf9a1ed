package io.barograph.sources.testing;

import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;

/** Unpacks recorded trees. */
public final class Archive {
    private Archive() {}

    /**
     * @param archive a {@code .tar.gz}
     * @param folder where to unpack it
     */
    public static void unpack(Path archive, Path folder) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        Assertions.assertThat(tar.waitFor()).isZero();
    }
}
