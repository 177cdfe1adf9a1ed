package io.barograph.lab.bench.micro;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobSummary;
import io.barograph.sources.darshan.DarshanLogConverter;
import io.barograph.sources.darshan.log.DarshanLibrary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A Darshan log to a summary, by the reading process that is up already. */
@State(Scope.Thread)
public class DarshanMicro {
    /** System property with the log's path. */
    public static final String LOG = "barograph.bench.darshanLog";

    private DarshanLogConverter logs;
    private List<Path> log;

    /** Makes the reader. */
    @Setup
    public void open() {
        log = List.of(Path.of(System.getProperty(LOG)));
        logs = new DarshanLogConverter(
                DarshanLibrary.find(),
                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch"))),
                Duration.ZERO);
    }

    @Benchmark
    public JobSummary parse() throws InterruptedException {
        List<JobSummary> summaries = new ArrayList<>(1);
        logs.read(
                log,
                summaries::add,
                letter -> {
                    throw new IllegalStateException(letter.getReason().toString());
                },
                done -> {});
        return summaries.get(0);
    }

    /** Ends the reading process. */
    @TearDown
    public void close() {
        logs.close();
    }
}
