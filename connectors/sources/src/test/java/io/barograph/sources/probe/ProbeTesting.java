package io.barograph.sources.probe;

import io.barograph.runtime.CollectorContext;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ProbeOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Options, contexts and mounts for the tests of the probe. */
final class ProbeTesting {
    static final class Options {
        private List<Path> dir = List.of();
        private String fileSystem = "scratch";
        private Duration duration = Duration.ofSeconds(1);
        private Duration timeout = Duration.ofSeconds(10);
        private String fileSize = "4MiB";
        private String reserve = "0";
        private boolean keepFiles;
        private String lfs = "lfs";
        private Path recording;
        private ProbeOperation operation;
        private Instant startTime;

        Options dir(Path... directories) {
            dir = List.of(directories);
            return this;
        }

        Options fileSystem(String name) {
            fileSystem = name;
            return this;
        }

        Options duration(Duration time) {
            duration = time;
            return this;
        }

        Options timeout(Duration time) {
            timeout = time;
            return this;
        }

        Options fileSize(String size) {
            fileSize = size;
            return this;
        }

        Options reserve(String size) {
            reserve = size;
            return this;
        }

        Options keepFiles() {
            keepFiles = true;
            return this;
        }

        Options lfs(Path command) {
            lfs = command.toString();
            return this;
        }

        Options recording(Path file) {
            recording = file;
            return this;
        }

        Options operation(ProbeOperation of, Instant start) {
            operation = of;
            startTime = start;
            return this;
        }

        ProbeOptions build() {
            return new ProbeOptions(
                    dir,
                    fileSystem,
                    Duration.ofMillis(100),
                    duration,
                    timeout,
                    "1MiB",
                    fileSize,
                    "3901",
                    30,
                    reserve,
                    keepFiles,
                    lfs,
                    recording,
                    operation,
                    startTime);
        }
    }

    /** Notes as they come, from whatever thread. */
    static List<String> newNotes() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    static CollectorContext context(Path folder, List<String> notes) {
        return new CollectorContext(
                "probe",
                "node1",
                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch", "/scratch1"))),
                folder,
                Clock.systemUTC(),
                notes::add);
    }

    /** Takes polls until the collector has ended. */
    static void runToEnd(ProbeCollector collector, CollectedTimings output) throws InterruptedException {
        boolean more = true;
        while (more) {
            more = collector.poll(output);
        }
    }

    /** A file system of its own for the time of a test; only root may mount. */
    static final class Mounted implements AutoCloseable {
        private final Path point;

        private Mounted(Path point) {
            this.point = point;
        }

        static Mounted of(Path point, String type, String options) throws IOException, InterruptedException {
            Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount a file system");
            Files.createDirectories(point);
            command("mount", "-t", type, "-o", options, "none", point.toString());
            return new Mounted(point);
        }

        static void command(String... arguments) throws IOException, InterruptedException {
            Process process =
                    new ProcessBuilder(arguments).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", arguments) + ": " + output);
            }
        }

        @Override
        public void close() throws IOException, InterruptedException {
            command("umount", "-l", point.toString());
        }
    }

    private ProbeTesting() {}
}
