package io.barograph.verdicts.explanation;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a run can have lost performance by, as far as its file system is concerned. */
public enum LossCause {
    LOAD_READ("reads of others", "Reads of others were high"),
    LOAD_WRITE("writes of others", "Writes of others were high"),
    METADATA_LOAD("metadata load of others", "Metadata load was high"),
    BUSY_SERVERS("busy servers", "Servers were busy"),
    SPACE("full OSTs", "OSTs were fuller than usual"),
    DEGRADED("degraded hardware", "Hardware was degraded"),
    PLACEMENT("placement of its nodes", "Its nodes lay far apart"),
    /** Runs of other motifs were slow in the hours before, whatever slowed them. */
    SLOW_FOR_OTHERS(
            "slowness for other applications", "Meanwhile the file system was slow for other applications, too"),
    /** The last runs of the same motif were slow already. */
    LASTING("slowness since earlier runs", "Its last runs were slow already");

    private final String title;
    private final String statement;

    LossCause(String title, String statement) {
        this.title = title;
        this.statement = statement;
    }

    /** @return the cause; empty if there is none of that name */
    public static Optional<LossCause> named(String name) {
        return Arrays.stream(values())
                .filter(cause -> cause.name().equals(name))
                .findFirst();
    }

    /** @return true if only other runs report it: it says that something slowed them, and not what */
    public boolean isCircumstance() {
        return this == SLOW_FOR_OTHERS || this == LASTING;
    }

    /** @return true if a cause of that name is a circumstance */
    public static boolean isCircumstance(String name) {
        return named(name).filter(LossCause::isCircumstance).isPresent();
    }

    /** @return its name in a list, for instance {@code reads of others} */
    public String title() {
        return title;
    }

    /** @return begin of a sentence that names it as a cause, for instance {@code Reads of others were high} */
    String statement() {
        return statement;
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
