package io.barograph.verdicts.explanation;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a run can have lost performance by, as far as its file system is concerned. */
public enum LossCause {
    LOAD_READ("reads of others"),
    LOAD_WRITE("writes of others"),
    METADATA_LOAD("metadata load of others"),
    BUSY_SERVERS("busy servers"),
    SPACE("lack of space"),
    DEGRADED("degraded hardware"),
    PLACEMENT("placement of its nodes"),
    /** Runs of other motifs were slow in the hours before, whatever slowed them. */
    SLOW_FOR_OTHERS("slowness that other applications met as well"),
    /** The last runs of the same motif were slow already. */
    LASTING("slowness that its last runs had already");

    private final String title;

    LossCause(String title) {
        this.title = title;
    }

    /** @return the cause; empty if there is none of that name */
    public static Optional<LossCause> named(String name) {
        return Arrays.stream(values())
                .filter(cause -> cause.name().equals(name))
                .findFirst();
    }

    /** @return its name in sentences, for instance {@code reads of others} */
    public String title() {
        return title;
    }

    /** Its words behind a part of the loss, for instance {@code by reads of others}. */
    String phrase() {
        return switch (this) {
            case SLOW_FOR_OTHERS -> "as other applications were slow then, too";
            case LASTING -> "was there in its last runs already";
            default -> "by " + title;
        };
    }

    /** @return the causes that it can be a sign of; empty for a metric of the job alone */
    public static Set<LossCause> of(WeatherMetric metric) {
        return switch (metric) {
            case CF_OPENS, CF_STATS -> EnumSet.of(METADATA_LOAD);
            case OSS_CPU_MEAN_PERCENT,
                    OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    OSS_CPU_MAX_PERCENT,
                    OSS_CPU_BEFORE_START_PERCENT,
                    MDS_CPU_MEAN_PERCENT,
                    MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    MDS_CPU_MAX_PERCENT,
                    MDS_CPU_BEFORE_START_PERCENT -> EnumSet.of(BUSY_SERVERS);
            case CF_READ,
                    CF_READ_OPERATIONS,
                    SERVER_READ_BYTES,
                    SERVER_READ_MEAN_BYTES_PER_SECOND,
                    SERVER_READ_MIN_BYTES_PER_SECOND,
                    SERVER_READ_MAX_BYTES_PER_SECOND,
                    SERVER_READ_OPERATIONS -> EnumSet.of(LOAD_READ);
            case CF_WRITE,
                    CF_WRITE_OPERATIONS,
                    SERVER_WRITE_BYTES,
                    SERVER_WRITE_MEAN_BYTES_PER_SECOND,
                    SERVER_WRITE_MIN_BYTES_PER_SECOND,
                    SERVER_WRITE_MAX_BYTES_PER_SECOND,
                    SERVER_WRITE_OPERATIONS -> EnumSet.of(LOAD_WRITE);
            default -> ofSource(metric.source());
        };
    }

    private static Set<LossCause> ofSource(WeatherMetric.Source source) {
        return switch (source) {
            case DARSHAN_AND_SERVERS, DATA_SERVERS, SCHEDULER -> EnumSet.of(LOAD_READ, LOAD_WRITE);
            case METADATA_SERVERS -> EnumSet.of(METADATA_LOAD);
            case CAPACITY -> EnumSet.of(SPACE);
            case PLACEMENT -> EnumSet.of(DEGRADED);
            case TOPOLOGY -> EnumSet.of(PLACEMENT);
            case DARSHAN, JOB_STATISTICS -> Collections.emptySet();
        };
    }
}
