package io.barograph.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * The folder of recordings ({@code -Dbarograph.data}) that tests read. In CI a missing recording fails the test;
 * elsewhere the test is skipped and says so.
 */
public final class RecordedData {
    private RecordedData() {}

    /**
     * @param relative path below the folder of recordings
     * @return the file or folder; the calling test is skipped if it is not there, and fails if {@code CI=true}
     */
    public static Path path(String relative) {
        Path path = Path.of(System.getProperty("barograph.data", "../shared/data"))
                .resolve(relative)
                .toAbsolutePath()
                .normalize();
        if (!Files.exists(path)) {
            String message = "recording not found: " + path + " (set -Dbarograph.data=FOLDER)";
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw new AssertionError(message);
            }
            Assumptions.abort(message);
        }
        return path;
    }
}
