package io.barograph.sources.darshan;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import io.barograph.testing.RecordedData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** What the tests of the Darshan collector share. */
public final class DarshanTesting {
    public static final String DLIO_LOG =
            "dlio_logs/snyder_python3_id3116902-2110531_12-19-66999-7428115441680580108_1.darshan";

    private DarshanTesting() {}

    /** @return libdarshan-util; the calling test is skipped if there is none, and fails if {@code CI=true} */
    public static DarshanLibrary library() {
        try {
            return DarshanLibrary.find();
        } catch (DarshanLibraryException e) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw e;
            }
            return Assumptions.abort(e.getMessage());
        }
    }

    public static Path darshanLog(String relative) {
        return RecordedData.path("darshan/logs/darshan-logs").resolve(relative);
    }

    public static Path pytokioLog(String name) {
        return RecordedData.path("darshan/logs/pytokio").resolve(name);
    }

    public static FileSystemCatalogue catalogue(CatalogueFileSystem... fileSystems) {
        return new FileSystemCatalogue(Arrays.asList(fileSystems));
    }

    /** What came of reading logs. */
    public static final class Results {
        final List<JobSummary> summaries = new ArrayList<>();
        final List<DeadLetter> refused = new ArrayList<>();
        final List<Path> done = new ArrayList<>();

        public void read(DarshanLogConverter logs, Path... files) throws InterruptedException {
            logs.read(Arrays.asList(files), summaries::add, refused::add, done::add);
        }
    }
}
