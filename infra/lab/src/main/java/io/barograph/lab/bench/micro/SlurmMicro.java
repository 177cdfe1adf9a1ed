package io.barograph.lab.bench.micro;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import io.barograph.sources.slurm.SlurmCollectorType;
import io.barograph.sources.slurm.SlurmOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A line of {@code sacct} to the events of its job, as the collector does it with saved text. */
@State(Scope.Thread)
public class SlurmMicro {
    private static final int LINES = 1_000;

    private Path folder;
    private Path file;
    private SourceCollector collector;
    private Counting counting;

    /** Takes events and forgets them. */
    private static final class Counting implements RecordPublisher {
        private long events;

        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            events++;
            return true;
        }

        @Override
        public void flush() {
            // nothing is kept
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /** Writes the text. */
    @Setup
    public void writeText() throws IOException {
        folder = Files.createTempDirectory("barograph-bench");
        file = folder.resolve("sacct.txt");
        List<String> lines = new ArrayList<>();
        lines.add("JobID|Cluster|Partition|User|State|Start|End|NNodes|NodeList|JobName");
        for (int job = 0; job < LINES; job++) {
            lines.add(4_000_000 + job + "|edison|regular|user" + job % 100
                    + "|COMPLETED|2024-01-01T00:00:00|2024-01-01T00:30:00|8|nid0[0100-0107]|ior");
        }
        Files.write(file, lines);
        counting = new Counting();
        collector = new SlurmCollectorType()
                .create(
                        new SlurmOptions(
                                file,
                                null,
                                null,
                                null,
                                "sacct",
                                Duration.ofMinutes(1),
                                Duration.ofHours(1),
                                Duration.ofMinutes(10),
                                Duration.ofMinutes(1),
                                ZoneId.from(ZoneOffset.UTC),
                                null),
                        new CollectorContext(
                                "slurm",
                                "bench",
                                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch"))),
                                folder,
                                Clock.systemUTC(),
                                note -> {}));
    }

    @Benchmark
    @OperationsPerInvocation(LINES)
    public long parse() throws InterruptedException {
        collector.poll(counting);
        return counting.events;
    }

    /** Removes the text. */
    @TearDown
    public void removeText() throws IOException {
        if (counting.events == 0) {
            throw new IllegalStateException("no line was understood");
        }
        collector.close();
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
    }
}
