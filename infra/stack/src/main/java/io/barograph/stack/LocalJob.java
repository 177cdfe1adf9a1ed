package io.barograph.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedThrowable;
import org.apache.flink.util.SerializedValue;

/** One job of {@link LocalFlink}. */
public final class LocalJob {
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    private final MiniCluster cluster;
    private final JobID id;
    private final String name;
    private final CompletableFuture<JobResult> result;

    LocalJob(MiniCluster cluster, JobID id, String name) {
        this.cluster = cluster;
        this.id = id;
        this.name = name;
        // Asked for now: the cluster forgets the jobs that ended long ago.
        this.result = cluster.requestJobResult(id);
    }

    public String name() {
        return name;
    }

    /** @return its id, as the web interface shows it */
    public JobID id() {
        return id;
    }

    /** @return bytes of its newest complete checkpoint; empty if there is none yet */
    public OptionalLong stateBytes() throws InterruptedException {
        CheckpointStatsSnapshot checkpoints = get(cluster.getExecutionGraph(id)).getCheckpointStatsSnapshot();
        CompletedCheckpointStats newest =
                checkpoints == null ? null : checkpoints.getHistory().getLatestCompletedCheckpoint();
        return newest == null ? OptionalLong.empty() : OptionalLong.of(newest.getStateSize());
    }

    /** @return its state now */
    public JobStatus status() throws InterruptedException {
        return get(cluster.getJobStatus(id));
    }

    /** @return what made the job fail, or restart, last; empty if nothing did */
    public Optional<Throwable> lastFailure() throws InterruptedException {
        return Optional.ofNullable(get(cluster.getExecutionGraph(id)).getFailureInfo())
                .map(failure ->
                        failure.getException().deserializeError(getClass().getClassLoader()));
    }

    /**
     * Waits until every part of the job runs, or one has failed for the first time.
     *
     * @return why it failed; empty if it runs
     */
    Optional<Throwable> awaitRunning() throws InterruptedException {
        while (true) {
            AccessExecutionGraph graph = get(cluster.getExecutionGraph(id));
            if (graph.getFailureInfo() != null) {
                return lastFailure();
            }
            // While the job is being set up there are no parts yet.
            boolean running = graph.getState() == JobStatus.RUNNING;
            for (AccessExecutionVertex part : graph.getAllExecutionVertices()) {
                running &= part.getExecutionState() == ExecutionState.RUNNING
                        || part.getExecutionState() == ExecutionState.FINISHED;
            }
            if (running) {
                return Optional.empty();
            }
            Thread.sleep(POLL_INTERVAL.toMillis()); // the cluster answers only when asked
        }
    }

    /** @return what the job counts, by name; while it runs, as of its last heartbeat */
    public Map<String, Long> counts() throws InterruptedException {
        Map<String, SerializedValue<OptionalFailure<Object>>> serialized = result.isDone()
                ? get(result).getAccumulatorResults()
                : get(cluster.getExecutionGraph(id)).getAccumulatorsSerialized();
        Map<String, Long> counts = new TreeMap<>();
        for (var count : serialized.entrySet()) {
            try {
                Object value = count.getValue()
                        .deserializeValue(getClass().getClassLoader())
                        .getUnchecked();
                if (value instanceof Long number) {
                    counts.put(count.getKey(), number);
                }
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException("accumulator " + count.getKey() + " of the job " + name, e);
            }
        }
        return counts;
    }

    /**
     * Takes a checkpoint now.
     *
     * @return bytes of state of all parts of the job in it
     */
    public long checkpointedBytes() throws InterruptedException {
        long number = get(cluster.triggerCheckpoint(id, CheckpointType.FULL));
        return get(cluster.getExecutionGraph(id))
                .getCheckpointStatsSnapshot()
                .getHistory()
                .getCheckpointById(number)
                .getStateSize();
    }

    /** Stops the job with a savepoint and waits until it has ended: all results that it has emitted are committed. */
    public void stop(Path folder) throws InterruptedException {
        get(cluster.stopWithSavepoint(id, folder.toUri().toString(), false, SavepointFormatType.NATIVE));
        if (!awaitFinish(CANCEL_LIMIT)) {
            throw new CommandFailedException(
                    "the job " + name + " did not end within " + CANCEL_LIMIT.toSeconds() + " s of being stopped",
                    "The log says more.");
        }
    }

    /** Cancels the job, if it still runs, and waits until it has ended. */
    public void cancel() throws InterruptedException {
        if (!result.isDone()) {
            try {
                get(cluster.cancelJob(id));
            } catch (CommandFailedException e) {
                if (!status().isGloballyTerminalState()) {
                    throw e;
                }
            }
        }
        try {
            result.get(CANCEL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CommandFailedException(
                    "the job " + name + " did not end within " + CANCEL_LIMIT.toSeconds() + " s of being cancelled",
                    "The log says more.",
                    e);
        }
    }

    /**
     * Waits for the end of a bounded job.
     *
     * @return true if it finished, false if it still runs at the limit
     * @throws CommandFailedException if it failed or was cancelled; the exception's cause is that of the failure
     */
    public boolean awaitFinish(Duration limit) throws InterruptedException {
        JobResult ended;
        try {
            ended = result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new CommandFailedException("Flink lost the job " + name, "The log says more.", e);
        }
        if (ended.isSuccess()) {
            return true;
        }
        Optional<SerializedThrowable> serialized = ended.getSerializedThrowable();
        if (serialized.isEmpty()) {
            throw new CommandFailedException("the job " + name + " was cancelled", "Start it again.");
        }
        Throwable failure = serialized.get().deserializeError(getClass().getClassLoader());
        throw new CommandFailedException(
                "the job " + name + " failed: " + LocalFlink.rootCause(failure).getMessage(),
                "The log has the whole story.",
                failure);
    }

    private <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new CommandFailedException(
                    "asking Flink about the job " + name + ": "
                            + LocalFlink.rootCause(e).getMessage(),
                    "The log says more.",
                    e);
        }
    }
}
