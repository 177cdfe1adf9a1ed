package io.barograph.runtime.runner;

import io.barograph.configuration.CollectingSettings;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.KafkaSettings;
import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.FileFailure;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Many collectors in one process, each with a thread and a spool of its own, so that one that fails or hangs does not
 * concern the others.
 *
 * <p>Delivery: records of one collector arrive in its order; each arrives once while the process lives, whatever the
 * broker does. A crash of the process repeats at most the records that had arrived in its last moments, and those that
 * were published after the collector had stored its position.
 *
 * <p>Memory: 32 MiB for the producer, and at most 10 000 records under way and two buffers of 64 KiB for each collector;
 * what the broker does not take waits on disk.
 */
public final class CollectorRuntime implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CollectorRuntime.class);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Not a name that a collector can have. */
    private static final String HEALTH = ".health";

    /**
     * What all collectors of a process share.
     *
     * @param collecting folder, limits
     * @param clock gives the time
     */
    public record Site(String host, FileSystemCatalogue catalogue, CollectingSettings collecting, Clock clock) {
        /**
         * @param notes takes lines for the person who started it
         * @return what the collector may use
         */
        public CollectorContext context(String collector, Consumer<String> notes) {
            Path folder = collecting.folder().resolve(collector);
            return new CollectorContext(collector, host, catalogue, folder, clock, notes);
        }
    }

    private final Site site;
    private final Consumer<String> notes;
    private final Duration patience;
    private final BrokerConnection broker;
    private final List<CollectorWorker> workers = new ArrayList<>();
    private final ScheduledExecutorService reporter;
    private SpoolingPublisher health;
    private boolean closed;
    private long leftBytes;

    private CollectorRuntime(Site site, KafkaSettings kafka, Consumer<String> notes, Duration patience) {
        this.site = site;
        this.notes = notes;
        this.patience = patience;
        this.broker = new BrokerConnection(kafka, site.clock());
        this.reporter = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "report health");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * @param kafka the broker; it need not be there
     * @param notes takes lines for the person who started it: failures, recoveries
     * @throws ConfigurationException if the folder cannot be used or a collector's options do not fit the site; nothing
     *     runs then
     */
    public static CollectorRuntime start(
            Site site, KafkaSettings kafka, List<ConfiguredCollector<?>> collectors, Consumer<String> notes) {
        return start(site, kafka, collectors, notes, GRACE);
    }

    /** @param patience how long {@link #close} waits for a broker that takes nothing */
    @SuppressWarnings("FutureReturnValueIgnored") // reportHealth() lets nothing through
    static CollectorRuntime start(
            Site site,
            KafkaSettings kafka,
            List<ConfiguredCollector<?>> collectors,
            Consumer<String> notes,
            Duration patience) {
        CollectorRuntime runtime = new CollectorRuntime(site, kafka, notes, patience);
        try {
            runtime.health = runtime.outlet(HEALTH, LOG::info);
            for (ConfiguredCollector<?> configured : collectors) {
                runtime.add(configured);
            }
        } catch (RuntimeException e) {
            runtime.close();
            throw e;
        }
        runtime.workers.forEach(CollectorWorker::start);
        long interval = site.collecting().healthInterval().toMillis();
        runtime.reporter.scheduleAtFixedRate(runtime::reportHealth, 0, interval, TimeUnit.MILLISECONDS);
        return runtime;
    }

    private SpoolingPublisher outlet(String name, Consumer<String> notes) {
        Path folder = site.collecting().folder().resolve(name).resolve("spool");
        try {
            return new SpoolingPublisher(name, folder, site.collecting().spoolBytes(), broker, site.clock(), notes);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "the spool folder " + folder + " cannot be used (" + FileFailure.describe(e)
                            + "); choose another one with collecting.folder",
                    e);
        }
    }

    private void add(ConfiguredCollector<?> configured) {
        String name = configured.name();
        Consumer<String> named = line -> notes.accept(name + ": " + line);
        SourceCollector collector = configured.create(site.context(name, named));
        SpoolingPublisher outlet;
        try {
            outlet = outlet(name, named);
        } catch (RuntimeException e) {
            collector.close();
            throw e;
        }
        workers.add(new CollectorWorker(configured, collector, outlet, site, notes));
    }

    private void reportHealth() {
        try {
            for (CollectorHealth record : health()) {
                health.publish(Topic.COLLECTOR_HEALTH, record);
            }
            health.flush();
        } catch (RuntimeException | Error e) {
            // it would end the reports for good
            LOG.warn("health cannot be reported", e);
            notes.accept("health cannot be reported: " + e);
        }
    }

    /** @return how each collector does now */
    public List<CollectorHealth> health() {
        return workers.stream().map(CollectorWorker::health).toList();
    }

    /** @return records published so far, by all collectors */
    public long published() {
        return workers.stream()
                .mapToLong(worker -> worker.outlet().counters().publishedRecords())
                .sum();
    }

    /** @return inputs refused so far, by all collectors */
    public long refused() {
        return workers.stream()
                .mapToLong(worker -> worker.outlet().counters().refusedInputs())
                .sum();
    }

    /**
     * @return true if all sources have ended
     * @throws InterruptedException if the caller is to end
     */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (CollectorWorker worker : workers) {
            if (!worker.awaitEnd(deadline)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends polls in order, waits a little for the broker to take what is left, and says what waits on disk for the next
     * start. Takes 5 s if polls do not end, 10 s more if they ignore an interrupt.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        reporter.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            endWorkers();
            if (health != null && !workers.isEmpty()) {
                reportHealth();
            }
            drain();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            closeOutlets();
            broker.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** @return after {@link #close}: bytes on disk that the broker has not taken */
    public synchronized long leftBytes() {
        return leftBytes;
    }

    private void endWorkers() throws InterruptedException {
        List<CollectorWorker> started =
                workers.stream().filter(CollectorWorker::isStarted).toList();
        workers.stream().filter(worker -> !started.contains(worker)).forEach(CollectorWorker::end);
        started.forEach(CollectorWorker::stop);
        if (allEnd(started, GRACE)) {
            return;
        }
        started.stream().filter(worker -> !worker.hasEnded()).forEach(CollectorWorker::interrupt);
        if (!allEnd(started, GRACE.multipliedBy(2))) {
            started.stream()
                    .filter(worker -> !worker.hasEnded())
                    .forEach(worker ->
                            notes.accept(worker.name() + ": its poll did not end when asked to; left behind"));
        }
    }

    private static boolean allEnd(List<CollectorWorker> workers, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean all = true;
        for (CollectorWorker worker : workers) {
            all &= worker.awaitEnd(deadline);
        }
        return all;
    }

    private void drain() throws InterruptedException {
        for (CollectorWorker worker : workers) {
            if (!worker.outlet().drain(patience)) {
                leftBytes += worker.outlet().waitingBytes();
                notes.accept(String.format(
                        "%s: %,d bytes wait in %s for the broker%s; they are sent at the next start",
                        worker.name(),
                        worker.outlet().waitingBytes(),
                        site.collecting().folder(),
                        worker.outlet().problem().map(why -> " (" + why + ")").orElse("")));
            }
        }
        if (health != null) {
            health.drain(patience);
        }
    }

    private void closeOutlets() {
        List<SpoolingPublisher> outlets =
                new ArrayList<>(workers.stream().map(CollectorWorker::outlet).toList());
        if (health != null) {
            outlets.add(health);
        }
        outlets.forEach(SpoolingPublisher::stopSending);
        for (SpoolingPublisher outlet : outlets) {
            try {
                outlet.close();
            } catch (RuntimeException e) {
                LOG.warn("closing a spool", e);
                notes.accept(e.getMessage());
            }
        }
    }
}
