package io.barograph.analytics.climate;

import io.barograph.schemas.WeatherMetric;

/** What a metric stands for that was worse than usual while a run lost performance. */
public enum LikelyCause {
    BANDWIDTH_CONTENTION("bandwidth contention from other jobs"),
    OPERATION_CONTENTION("read and write operations of other jobs"),
    METADATA_LOAD("metadata load from other jobs"),
    BUSY_STORAGE_SERVERS("busy storage servers"),
    BUSY_METADATA_SERVERS("busy metadata servers"),
    FULLNESS("fullness of the file system"),
    FAILOVER("storage servers that serve the targets of a failed partner"),
    BUSY_SYSTEM("many other jobs on the system"),
    NODE_PLACEMENT("placement of the job's nodes");

    private final String words;

    LikelyCause(String words) {
        this.words = words;
    }

    /** @return the cause in words, for a sentence */
    public String words() {
        return words;
    }

    /**
     * @param metric a metric of the weather
     * @return what it stands for
     * @throws IllegalArgumentException for a metric of the job alone
     */
    static LikelyCause of(WeatherMetric metric) {
        return switch (metric) {
            case CF_OPENS, CF_STATS -> METADATA_LOAD;
            case CF_IOPS, CF_READ_OPERATIONS, CF_WRITE_OPERATIONS, SERVER_READ_OPERATIONS, SERVER_WRITE_OPERATIONS ->
                OPERATION_CONTENTION;
            case OSS_CPU_MEAN_PERCENT,
                    OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    OSS_CPU_MAX_PERCENT,
                    OSS_CPU_BEFORE_START_PERCENT -> BUSY_STORAGE_SERVERS;
            case MDS_CPU_MEAN_PERCENT,
                    MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    MDS_CPU_MAX_PERCENT,
                    MDS_CPU_BEFORE_START_PERCENT -> BUSY_METADATA_SERVERS;
            default -> ofSource(metric);
        };
    }

    private static LikelyCause ofSource(WeatherMetric metric) {
        return switch (metric.source()) {
            case DARSHAN_AND_SERVERS, DATA_SERVERS -> BANDWIDTH_CONTENTION;
            case METADATA_SERVERS -> METADATA_LOAD;
            case CAPACITY -> FULLNESS;
            case PLACEMENT -> FAILOVER;
            case SCHEDULER -> BUSY_SYSTEM;
            case TOPOLOGY -> NODE_PLACEMENT;
            case DARSHAN, JOB_STATISTICS -> throw new IllegalArgumentException(metric + " is the job's own");
        };
    }
}
