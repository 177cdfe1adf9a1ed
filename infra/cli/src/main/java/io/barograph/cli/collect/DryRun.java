package io.barograph.cli.collect;

import io.barograph.cli.export.JsonLines;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.runtime.runner.ConfiguredCollector;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.util.FileUtils;

/**
 * Takes one poll and prints what it would publish; of a source that waits for data, the first poll that publishes
 * something. The collector works on a copy of its positions.
 */
record DryRun(CollectorRuntime.Site site, PrintWriter out, PrintWriter err) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** @throws CommandFailedException if the source is silent for longer than the limit */
    void run(ConfiguredCollector<?> configured) throws InterruptedException {
        AvroCodec.trustRecords();
        Path copy = copyOfPositions(configured.name());
        ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, "dry-run");
            worker.setDaemon(true);
            return worker;
        });
        Printer printer = new Printer();
        try {
            CollectorContext own = site.context(configured.name(), this::note);
            CollectorContext context =
                    new CollectorContext(own.name(), own.host(), own.catalogue(), copy, own.clock(), own.notes(), true);
            Future<Void> polls = thread.submit(takePolls(configured, context, printer));
            await(polls, configured.name(), printer);
        } finally {
            thread.shutdownNow();
            thread.awaitTermination(5, TimeUnit.SECONDS);
            delete(copy);
            out.flush();
            note(configured.name() + ": would publish " + printer.records.get() + " records, " + printer.letters.get()
                    + " of them dead letters");
        }
    }

    private static Callable<Void> takePolls(
            ConfiguredCollector<?> configured, CollectorContext context, Printer printer) {
        return () -> {
            boolean waits = configured.interval().isZero();
            try (SourceCollector collector = configured.create(context)) {
                boolean more = collector.poll(printer);
                while (more && waits && printer.records.get() == 0) {
                    more = collector.poll(printer);
                }
            }
            return null;
        };
    }

    private void await(Future<Void> polls, String name, Printer printer) throws InterruptedException {
        try {
            polls.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            polls.cancel(true);
            if (printer.records.get() == 0) {
                throw new CommandFailedException(
                        name + ": the source said nothing for " + LIMIT.toSeconds() + " s",
                        "Check that it is the right one and that it is alive.",
                        e);
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("the poll of " + name, e.getCause());
        }
    }

    private Path copyOfPositions(String name) {
        Path folder = site.context(name, this::note).folder();
        try {
            Path copy = Files.createTempDirectory("barograph-dry-run");
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        Files.copy(file, copy.resolve(file.getFileName()));
                    }
                }
            }
            return copy;
        } catch (IOException e) {
            throw new CommandFailedException(
                    "the positions in " + folder + " cannot be copied: " + e.getMessage(),
                    "Check the permissions of that folder and of the temporary one.",
                    e);
        }
    }

    private void delete(Path copy) {
        try {
            FileUtils.deleteDirectory(copy.toFile());
        } catch (IOException e) {
            note("the folder " + copy + " could not be removed: " + e.getMessage());
        }
    }

    private void note(String line) {
        synchronized (err) {
            err.println(line);
            err.flush();
        }
    }

    /** Prints what it is given. */
    private final class Printer implements RecordPublisher {
        private final AtomicLong records = new AtomicLong();
        private final AtomicLong letters = new AtomicLong();

        @Override
        public synchronized <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            out.println(JsonLines.keyedLine(topic, record));
            records.incrementAndGet();
            if (topic.name().equals(Topic.DEAD_LETTERS.name())) {
                letters.incrementAndGet();
            }
            return false;
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            out.flush();
        }
    }
}
