package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.LiveCoverage;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Minutes of jobs as points of measurement {@code live_coverage}: tags {@code fs} and, in a replay, {@code replay}; the job
 * is a field, as there are too many for a tag. The point lies within its minute, at an instant that is the job's own (a
 * hash), so that the jobs of one minute stay apart and {@code GROUP BY time(1m)} finds them together.
 *
 * <p>That a file system has no job statistics is a point of measurement {@code live_coverage_remark}.
 */
final class LiveCoveragePoints implements PointConverter<LiveCoverage> {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String replay;

    LiveCoveragePoints(String replay) {
        this.replay = replay;
    }

    @Override
    public List<InfluxPoint> convert(LiveCoverage live) {
        return switch (live.getKind()) {
            case JOB -> List.of(minute(live));
            case NO_JOB_STATS ->
                List.of(InfluxPoint.measurement("live_coverage_remark")
                        .tag("fs", live.getFileSystem())
                        .tag("replay", replay)
                        .field("remark", UnknownValues.orEmpty(live.getRemark()))
                        .at(PointTimes.ofMillis(live.getDecidedAt())));
            case UNKNOWN -> List.of();
        };
    }

    private InfluxPoint minute(LiveCoverage live) {
        return InfluxPoint.measurement("live_coverage")
                .tag("fs", live.getFileSystem())
                .tag("replay", replay)
                .field("job_id", live.getJobId())
                .field("executable", UnknownValues.orEmpty(live.getExecutable()))
                .field("user_id", UnknownValues.orEmpty(live.getUser()))
                .field("read_bytes", live.getReadBytes())
                .field("write_bytes", live.getWriteBytes())
                .field("metadata_operations", live.getMetadataOperations())
                .field("fs_read_bytes", live.getFileSystemReadBytes())
                .field("fs_write_bytes", live.getFileSystemWriteBytes())
                .field("fs_metadata_operations", live.getFileSystemMetadataOperations())
                .field("cf_bw", UnknownValues.or(live.getCfBw()))
                .field("cf_read", UnknownValues.or(live.getCfRead()))
                .field("cf_write", UnknownValues.or(live.getCfWrite()))
                .field("cf_metadata", UnknownValues.or(live.getCfMetadata()))
                .field("cf_bw_fs", UnknownValues.or(live.getCfBwFs()))
                .field("cf_read_fs", UnknownValues.or(live.getCfReadFs()))
                .field("cf_write_fs", UnknownValues.or(live.getCfWriteFs()))
                .field("cf_metadata_fs", UnknownValues.or(live.getCfMetadataFs()))
                .field("cf_bw_fs_so_far", UnknownValues.or(live.getCfBwFsSoFar()))
                .field("cf_metadata_fs_so_far", UnknownValues.or(live.getCfMetadataFsSoFar()))
                .field("servers", (long) live.getServers())
                .field("missing_osts", (long) live.getMissingOsts())
                .field("missing_mdts", (long) live.getMissingMdts())
                .field("missing_fraction", UnknownValues.or(live.getMissingFraction()))
                .field("remark", UnknownValues.orEmpty(live.getRemark()))
                .at(PointTimes.ofMillis(live.getStart()) + PointTimes.spread(live.getJobId(), MINUTE_NANOS));
    }
}
