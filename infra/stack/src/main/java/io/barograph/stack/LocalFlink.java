package io.barograph.stack;

import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.runtime.PrivateFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/**
 * A Flink cluster in this process, with its web interface; runs several jobs, each with its own checkpoints. It listens
 * on the loopback, and answers whoever has the key in {@code keys/client.pem} of its folder, made at each start.
 */
public final class LocalFlink {
    /** Marks the folder of a job that was started again; without it, nobody would know before the first checkpoint. */
    private static final String AGAIN = "again";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    /** One: what its tasks exchange stays in this process. With two there would be two more listeners. */
    private static final int TASK_MANAGERS = 1;

    /** Of the task manager; what Flink gives two of them in a process without being asked. */
    private static final MemorySize NETWORK_MEMORY = MemorySize.ofMebiBytes(128);

    private static final MemorySize MANAGED_MEMORY = MemorySize.ofMebiBytes(256);
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(1);

    private final Path folder;
    private final int slots;
    private final Duration checkpointInterval;
    private final Optional<InfluxDbConfig> metrics;
    private MiniCluster cluster;
    private URI webInterface;
    private FlinkKeys keys;
    private int lostTaskManagers;

    /**
     * @param slots how many parallel subtasks it offers, all jobs together
     * @param checkpointInterval time between two checkpoints of a job; zero for none
     * @param metrics where Flink's own metrics go: an InfluxDB 1.x; empty for nowhere
     */
    public LocalFlink(Path folder, int slots, Duration checkpointInterval, Optional<InfluxDbConfig> metrics) {
        this.folder = folder.toAbsolutePath();
        this.slots = slots;
        this.checkpointInterval = checkpointInterval;
        this.metrics = metrics;
    }

    /** Starts the cluster and returns when it takes jobs. */
    public synchronized void start() throws IOException, InterruptedException {
        PrivateFolder.create(folder);
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        keys = FlinkKeys.makeIn(folder.resolve("keys"));
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(WebOptions.SUBMIT_ENABLE, false);
        configuration.set(WebOptions.CANCEL_ENABLE, false);
        configuration.set(JobManagerOptions.BIND_HOST, "127.0.0.1"); // of the blob server
        configuration.set(TaskManagerOptions.BIND_HOST, "127.0.0.1");
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, NETWORK_MEMORY);
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, NETWORK_MEMORY);
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MANAGED_MEMORY);
        keys.addTo(configuration);
        // With these come the accumulators, which show how far a replay is.
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, HEARTBEAT_INTERVAL);
        configuration.set(WebOptions.TMP_DIR, temporary.toString());
        configuration.set(CoreOptions.TMP_DIRS, temporary.toString());
        if (metrics.isPresent()) {
            configuration.addAll(FlinkMetrics.to(metrics.get()));
        }
        MiniCluster starting = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(TASK_MANAGERS)
                .setNumSlotsPerTaskManager(slots)
                .build());
        try {
            starting.start();
            webInterface = starting.getRestAddress().get();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // what MiniCluster.start() declares
            throw new CommandFailedException("Flink did not start: " + e.getMessage(), "The log says more.", e);
        }
        cluster = starting;
    }

    /**
     * @return an environment to build one job in, configured as all jobs here are: exactly-once checkpoints, a uid for
     *     every operator, no generic serialization, restarts with growing pauses
     */
    public StreamExecutionEnvironment environment() {
        return environment(new Configuration());
    }

    /**
     * @param overrides options that differ for this job, for instance another restart strategy
     * @return an environment as {@link #environment()} with these options
     */
    public StreamExecutionEnvironment environment(Configuration overrides) {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
        configuration.set(CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.addAll(overrides);
        if (configuration.get(CheckpointingOptions.CHECKPOINTING_INTERVAL).isZero()) {
            configuration.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        }
        return new StreamExecutionEnvironment(configuration);
    }

    /**
     * For a job that must go on where it stopped, also when this process ended in between.
     *
     * @param name name of the job; its checkpoints lie in a folder of that name and stay when it is cancelled
     * @return an environment as {@link #environment()}, which begins from the newest checkpoint there, if there is one
     */
    public StreamExecutionEnvironment resumingEnvironment(String name) throws IOException {
        Path checkpoints = resumedFrom(name);
        Configuration overrides = new Configuration();
        overrides.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        overrides.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        newestCheckpoint(checkpoints).ifPresent(newest -> {
            overrides.set(StateRecoveryOptions.SAVEPOINT_PATH, newest.toUri().toString());
            overrides.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        });
        return environment(overrides);
    }

    /**
     * For a job that begins without what it has saved. That is put aside, not deleted, in {@code set-aside} beside it.
     *
     * @return an environment as {@link #resumingEnvironment}, which begins without a checkpoint
     */
    public StreamExecutionEnvironment environmentAgain(String name) throws IOException {
        Path checkpoints = resumedFrom(name);
        if (newestCheckpoint(checkpoints).isPresent()) {
            Path aside = folder.resolve("set-aside");
            PrivateFolder.create(aside);
            Files.move(
                    checkpoints,
                    aside.resolve(name + "-" + Instant.now().toString().replace(":", "")));
        }
        PrivateFolder.create(checkpoints);
        Files.writeString(checkpoints.resolve(AGAIN), "");
        return resumingEnvironment(name);
    }

    /** @return true if {@link #environmentAgain} was asked for, and the job ended before its first checkpoint */
    public boolean isToStartAgain(String name) throws IOException {
        Path checkpoints = resumedFrom(name);
        return Files.exists(checkpoints.resolve(AGAIN))
                && newestCheckpoint(checkpoints).isEmpty();
    }

    private Path resumedFrom(String name) {
        return folder.resolve("resumed").resolve(name);
    }

    /**
     * @param name name of the job, as the web interface shows it and its folder of checkpoints is called
     * @param environment an environment from {@link #resumingEnvironment} with the job's operators
     * @return the job; every part of it has taken its state back and runs
     * @throws CommandFailedException if it cannot: the state is of a version or a graph that differ too much
     */
    public LocalJob submitResuming(String name, StreamExecutionEnvironment environment) throws InterruptedException {
        LocalJob job = submit(name, environment);
        Optional<Throwable> failure = job.awaitRunning();
        if (failure.isPresent()) {
            job.cancel();
            throw cannotBegin(name, environment, failure.get());
        }
        return job;
    }

    private CommandFailedException cannotBegin(String name, StreamExecutionEnvironment environment, Throwable failure) {
        String reason = rootCause(failure).getMessage();
        if (environment.getConfiguration().get(StateRecoveryOptions.SAVEPOINT_PATH) == null) {
            return new CommandFailedException(
                    "the job " + name + " does not start: " + reason,
                    "Nothing was saved yet. Mend what is said, and start again; ./barograph doctor --config FILE looks"
                            + " for what else is wrong.",
                    failure);
        }
        return new CommandFailedException(
                "the job " + name + " cannot go on from what it has saved in " + resumedFrom(name) + ": " + reason,
                "Start the version of Barograph that saved it; or, if it is the analysis, begin without it with"
                        + " ./barograph run --again --config FILE: the topics are read from as far back as they reach,"
                        + " up to 31 days, and what is not among the results yet is added. Without --again, that folder"
                        + " moved away, a job reads on from the last committed offsets, and what was in work is lost.",
                failure);
    }

    /** Checkpoints are {@code <job>/chk-<number>}, complete when they have their metadata file. */
    private static Optional<Path> newestCheckpoint(Path checkpoints) throws IOException {
        if (!Files.isDirectory(checkpoints)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.find(checkpoints, 3, (file, attributes) -> file.endsWith("_metadata"))) {
            return files.max(Comparator.comparing((Path file) -> file.toFile().lastModified()))
                    .map(Path::getParent);
        }
    }

    /**
     * @param name name of the job, as the web interface shows it
     * @param environment an environment from {@link #environment} with the job's operators
     * @return the job, accepted by the cluster
     */
    public synchronized LocalJob submit(String name, StreamExecutionEnvironment environment)
            throws InterruptedException {
        StreamGraph graph = environment.getStreamGraph();
        graph.setJobName(name);
        try {
            var accepted = cluster.submitJob(graph.getJobGraph()).get();
            return new LocalJob(cluster, accepted.getJobID(), name);
        } catch (ExecutionException e) {
            throw new CommandFailedException(
                    "Flink refused the job " + name + ": " + rootCause(e).getMessage(), "The log says more.", e);
        }
    }

    /**
     * Ends the task manager, with what all jobs are doing, and starts another one in its place: as when a machine of a
     * cluster is lost.
     */
    public synchronized void loseTaskManager() throws InterruptedException {
        try {
            cluster.terminateTaskManager(lostTaskManagers++).get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            cluster.startTaskManager();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // what MiniCluster.startTaskManager() declares
            throw new CommandFailedException(
                    "Flink did not replace a task manager: " + rootCause(e), "The log says more.", e);
        }
    }

    /** @return TLS of a client that the web interface answers; without it nobody is */
    public synchronized SSLContext clientTls() {
        return keys.client();
    }

    /** @return file with the key and the certificate of such a client, as {@code curl} takes it */
    public Path clientKey() {
        return folder.resolve("keys").resolve("client.pem");
    }

    public synchronized URI webInterface() {
        return webInterface;
    }

    /** Cancels the jobs that run and stops the cluster. */
    public synchronized void stop() throws InterruptedException {
        if (cluster == null) {
            return;
        }
        try {
            for (var job : cluster.listJobs().get()) {
                if (!job.getJobState().isGloballyTerminalState()) {
                    new LocalJob(cluster, job.getJobId(), job.getJobName()).cancel();
                }
            }
            cluster.closeAsync().get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CommandFailedException("Flink did not stop: " + rootCause(e), "The log says more.", e);
        } finally {
            cluster = null;
        }
    }

    static Throwable rootCause(Throwable throwable) {
        Throwable cause = throwable;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
