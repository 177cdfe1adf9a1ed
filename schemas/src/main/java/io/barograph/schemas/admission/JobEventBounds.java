package io.barograph.schemas.admission;

import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import java.util.List;

/** Bounds of {@link JobEvent}. */
final class JobEventBounds {
    /** As many nodes as the collector expands of one list. */
    private static final int MAX_NODE_NAMES = 200_000;

    /** Distances in the unit of the node-coordinate file. */
    private static final double MAX_RADIUS = 1e9;

    /** Slurm counts restarts in 16 bits. */
    private static final int MAX_RESTARTS = 65_535;

    private JobEventBounds() {}

    static void check(JobEvent event, FieldChecks checks) {
        checks.name("jobId", event.getJobId());
        if (event.getKind() == JobEventKind.UNKNOWN) {
            checks.refuse("kind", event.getKind(), "this version does not know it; upgrade the analysis first");
        }
        checks.time("time", event.getTime());
        checks.time("publishedAt", event.getPublishedAt());
        checks.notAfter("time", event.getTime(), "publishedAt", event.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.time("submitTime", event.getSubmitTime());
        checks.notAfter(
                "startTime", event.getStartTime(), "publishedAt", event.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.span("startTime", event.getStartTime(), "endTime", event.getEndTime(), FieldChecks.MAX_RUN);
        if (event.getKind() == JobEventKind.END) {
            checks.span("startTime", event.getStartTime(), "time", event.getTime(), FieldChecks.MAX_RUN);
        }
        checks.optionalName("state", event.getState());
        checks.optionalName("exitCode", event.getExitCode());
        checks.optionalName("user", event.getUser());
        checks.optionalName("account", event.getAccount());
        checks.optionalName("partition", event.getPartition());
        checks.optionalName("cluster", event.getCluster());
        checks.text("jobName", event.getJobName(), FieldChecks.MAX_PATH);
        checks.count("nodes", event.getNodes(), FieldChecks.MAX_NODES);
        List<String> nodes = event.getNodeNames();
        checks.size("nodeNames", nodes, MAX_NODE_NAMES);
        for (int i = 0; nodes != null && i < nodes.size() && checks.isAdmitted(); i++) {
            checks.name("nodeNames", nodes.get(i));
        }
        checks.counter("rawJobId", event.getRawJobId());
        checks.counter("arrayJobId", event.getArrayJobId());
        checks.counter("arrayTaskId", event.getArrayTaskId());
        checks.counter("hetJobId", event.getHetJobId());
        checks.count("hetJobOffset", event.getHetJobOffset(), FieldChecks.MAX_NODES);
        checks.count("restarts", (long) event.getRestarts(), MAX_RESTARTS);
        checks.number("minRadius", event.getMinRadius(), 0, MAX_RADIUS);
        checks.number("meanRadius", event.getMeanRadius(), 0, MAX_RADIUS);
        checks.number("maxRadius", event.getMaxRadius(), 0, MAX_RADIUS);
        checks.optionalName("collector", event.getCollector());
        checks.text("source", event.getSource(), FieldChecks.MAX_PATH);
    }
}
