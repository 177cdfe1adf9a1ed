package io.barograph.stack;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.JobArguments;
import io.barograph.influxdb.InfluxDbConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka, InfluxDB and Flink for one command on this machine. Data lie in the home folder under the stack's name; a second
 * stack of that name is refused while the first one runs. All parts stop with {@link #close}, with Ctrl-C, with SIGTERM,
 * in the reverse order of their start; the servers also when this process is killed.
 */
public final class LocalStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LocalStack.class);

    /**
     * What differs from one stack to another.
     *
     * @param name name of the stack and of its data folder
     * @param influxUrl a running InfluxDB to use; empty to have one started
     * @param slots parallel subtasks of all jobs together
     * @param checkpointInterval time between two checkpoints of a job
     * @param metrics how Flink's own metrics are written to InfluxDB, given how it is reached; empty if they are not
     */
    public record Settings(
            String name,
            Optional<URI> influxUrl,
            int slots,
            Duration checkpointInterval,
            Function<InfluxDbConfig, Optional<InfluxDbConfig>> metrics) {
        /** Settings without Flink's own metrics. */
        public Settings(String name, Optional<URI> influxUrl, int slots, Duration checkpointInterval) {
            this(name, influxUrl, slots, checkpointInterval, influxDb -> Optional.empty());
        }

        public Settings withMetrics(Function<InfluxDbConfig, Optional<InfluxDbConfig>> to) {
            return new Settings(name, influxUrl, slots, checkpointInterval, to);
        }

        /** @return settings for a small machine: 4 slots, checkpoints as on a site, an InfluxDB of its own */
        public static Settings of(String name) {
            return new Settings(name, Optional.empty(), 4, JobArguments.CHECKPOINT_INTERVAL);
        }
    }

    /** What a command may do without. */
    public enum Server {
        /** The broker. */
        KAFKA,
        /** InfluxDB, one that is given or one that is started. */
        INFLUXDB
    }

    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

    /** Whose place another one takes. */
    private static final String ANY = "any";

    private static final String INFLUXDB_FOLDER = "influxdb";
    private static final String KAFKA_FOLDER = "kafka";
    private static final String FLINK_FOLDER = "flink";

    /** Those in the data folder; each may lie on a disk of its own. */
    static final List<String> FOLDERS = List.of(INFLUXDB_FOLDER, KAFKA_FOLDER, FLINK_FOLDER);

    private final Settings settings;
    private final HomeFolder home;
    private final PrintWriter out;
    private final AtomicReference<CommandFailedException> damage = new AtomicReference<>();
    private final ShutdownSequence parts = new ShutdownSequence(this::say);
    private LocalBroker broker;
    private volatile URI influxUrl;
    private LocalInfluxDb influxDb;
    private LocalFlink flink;
    private volatile boolean paused;

    private LocalStack(Settings settings, HomeFolder home, PrintWriter out) {
        this.settings = settings;
        this.home = home;
        this.out = out;
    }

    /**
     * @param out receives each step and how long it took
     * @return the running stack
     * @throws CommandFailedException if a part does not start, or a stack of that name already runs; nothing is left
     *     running then
     */
    public static LocalStack start(Settings settings, HomeFolder home, PrintWriter out)
            throws IOException, InterruptedException {
        return start(settings, home, out, EnumSet.allOf(Server.class));
    }

    /**
     * As {@link #start}, but for what needs some of the parts only. {@link #broker} or {@link #influxUrl} is null if it is
     * not among them.
     *
     * @param out receives each step and how long it took
     */
    public static LocalStack start(Settings settings, HomeFolder home, PrintWriter out, Set<Server> servers)
            throws IOException, InterruptedException {
        LocalStack stack = new LocalStack(settings, home, out);
        try {
            home.protect(stack::say);
            stack.parts.push("lock", InstanceLock.acquire(home.data(settings.name())));
            if (servers.contains(Server.INFLUXDB)) {
                stack.startInfluxDb();
            }
            if (servers.contains(Server.KAFKA)) {
                stack.startBroker();
            }
            stack.startFlink();
            return stack;
        } catch (IOException | InterruptedException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    /** @return the folder that its data lie in, with those of other commands */
    public HomeFolder home() {
        return home;
    }

    /** @return the Kafka broker; null without one */
    public LocalBroker broker() {
        return broker;
    }

    /**
     * Writes a configuration with which commands reach the broker: {@link #siteFile}.
     *
     * @param topicPrefix of the topics
     */
    public Path writeSiteFile(String topicPrefix) throws IOException {
        KafkaSettings kafka = broker().settings(topicPrefix);
        return Files.writeString(
                siteFile(home(), settings.name()),
                "kafka: {bootstrapServers: '" + kafka.bootstrapServers() + "', topicPrefix: '" + kafka.topicPrefix()
                        + "', propertiesFile: '" + kafka.propertiesFile() + "'}\n");
    }

    /** @return configuration of the stack of this name; not there if it has never been started */
    public static Path siteFile(HomeFolder home, String name) {
        return home.data(name).resolve("barograph.yaml");
    }

    /** @return address of InfluxDB, the given one or the one started here; null without one */
    public URI influxUrl() {
        return influxUrl;
    }

    /**
     * @return how it is reached: with the password of the InfluxDB started here, without one at an address that was
     *     given
     */
    public InfluxDbConfig influxDb(String database) {
        return influxDb == null ? InfluxDbConfig.builder(influxUrl, database).build() : influxDb.config(database);
    }

    /** @return the InfluxDB server started here; empty if a running one was given */
    public Optional<LocalInfluxDb> influxDb() {
        return Optional.ofNullable(influxDb);
    }

    public LocalFlink flink() {
        return flink;
    }

    /**
     * Adds something that uses the stack, for instance a collector: it is stopped before the stack is, also on Ctrl-C.
     *
     * @param user stopped first; the last one added is the first
     */
    public void closeFirst(String what, AutoCloseable user) {
        parts.push(what, user);
    }

    /**
     * @throws CommandFailedException if the broker ended by itself, or InfluxDB did and did not start again; the message
     *     has the end of its log
     */
    public void requireHealthy() {
        CommandFailedException failure = damage.get();
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Waits for the end of a bounded job.
     *
     * @throws CommandFailedException if it fails, or as {@link #requireHealthy}
     */
    public void awaitFinish(LocalJob job) throws InterruptedException {
        while (!job.awaitFinish(POLL_INTERVAL)) {
            requireHealthy();
        }
    }

    /** Stops Flink with its jobs, the broker and the InfluxDB started here; what {@link #closeFirst} added goes on. */
    public void pause() throws InterruptedException {
        paused = true;
        flink.stop();
        if (broker != null) {
            broker.stop();
        }
        if (influxDb != null) {
            influxDb.stop();
        }
    }

    /**
     * Starts again what {@link #pause} has stopped, and what had ended by itself before: without jobs, and at the same
     * addresses but for Flink's web interface.
     */
    public void resume() throws IOException, InterruptedException {
        damage.set(null);
        if (influxDb != null) {
            bringUpInfluxDb();
        }
        paused = false;
        if (broker != null) {
            bringUpBroker();
        }
        bringUpFlink();
    }

    /** Stops all parts in the reverse order of their start; does nothing the second time. */
    @Override
    public void close() {
        parts.close();
    }

    private void startInfluxDb() throws IOException, InterruptedException {
        if (settings.influxUrl().isPresent()) {
            influxUrl = settings.influxUrl().get();
            step("InfluxDB", () -> LocalInfluxDb.requireAnswer(influxUrl), () -> influxUrl + " (as given)");
            return;
        }
        Path program = LocalInfluxDb.findOrInstall(home.log("install.log"), this::say);
        influxDb = new LocalInfluxDb(
                program, data(INFLUXDB_FOLDER), home.log(settings.name() + "-influxdb.log"), this::restartInfluxDb);
        parts.push("InfluxDB", influxDb::stop);
        bringUpInfluxDb();
        influxUrl = influxDb.url();
    }

    private void bringUpInfluxDb() throws IOException, InterruptedException {
        step("InfluxDB", () -> influxDb.start(this::say), () -> influxDb.url().toString());
    }

    private void startBroker() throws IOException, InterruptedException {
        broker = new LocalBroker(
                data(KAFKA_FOLDER),
                home.log(settings.name() + "-kafka.log"),
                LocalBroker.Access.PASSWORD,
                this::reportDamage);
        parts.push("Kafka broker", broker::stop);
        bringUpBroker();
    }

    private void bringUpBroker() throws IOException, InterruptedException {
        step("Kafka broker", () -> broker.start(this::say), broker::bootstrapServers);
    }

    private void startFlink() throws IOException, InterruptedException {
        flink = new LocalFlink(
                data(FLINK_FOLDER),
                settings.slots(),
                settings.checkpointInterval(),
                Optional.ofNullable(influxUrl).map(url -> influxDb(ANY)).flatMap(settings.metrics()));
        parts.push("Flink", flink::stop);
        bringUpFlink();
    }

    private void bringUpFlink() throws IOException, InterruptedException {
        step("Flink", flink::start, () -> flink.webInterface().toString());
    }

    private Path data(String part) {
        return home.data(settings.name()).resolve(part);
    }

    private void step(String what, Start start, Supplier<String> address) throws IOException, InterruptedException {
        out.print(String.format("Starting %-13s ", what));
        out.flush();
        long from = System.nanoTime();
        boolean up = false;
        try {
            start.start();
            up = true;
        } finally {
            String outcome = up ? address.get() : "failed";
            say(String.format(Locale.ROOT, "%s (%.1f s)", outcome, (System.nanoTime() - from) / 1e9));
        }
    }

    /** The analysis does not need InfluxDB, and what it is to store waits: so its end is no reason to end the stack. */
    private void restartInfluxDb(CommandFailedException failure) {
        if (paused) {
            return; // who starts it then learns of it
        }
        if (influxUrl == null || damage.get() != null) {
            reportDamage(failure); // it has not come up at all, or not again
            return;
        }
        LOG.warn("InfluxDB ended", failure);
        say("InfluxDB ended by itself; starting it again, results wait for it");
        try {
            influxDb.start();
        } catch (IOException e) {
            reportDamage(new CommandFailedException("InfluxDB did not start again: " + e, "Its log says more.", e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (CommandFailedException e) {
            reportDamage(e);
        }
    }

    private void reportDamage(CommandFailedException failure) {
        damage.compareAndSet(null, failure);
        say(failure.getMessage());
        say(failure.remedy());
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    private interface Start {
        void start() throws IOException, InterruptedException;
    }
}
