package io.barograph.jobs.publish;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import java.io.IOException;
import java.time.Duration;

/**
 * How long results of the weather are kept: the finer, the shorter. On InfluxDB 1.x a level is a retention policy of the
 * database, on 2.x and 3.x a bucket or database of its own that InfluxQL knows as such a policy.
 */
public enum RetentionLevel {
    /** Every sampling interval. */
    RAW("raw", Duration.ofDays(7)),
    /** Every minute, and spectrograms. */
    MINUTES("minutes", Duration.ofDays(180)),
    /** Hours, days and months. */
    HOURS("hours", Duration.ofDays(5 * 365));

    private final String levelName;
    private final Duration kept;

    RetentionLevel(String levelName, Duration kept) {
        this.levelName = levelName;
        this.kept = kept;
    }

    /** @return name of the retention policy, or end of the name of the bucket or database */
    public String levelName() {
        return levelName;
    }

    /** @return how long points are kept where Barograph makes the retention */
    public Duration kept() {
        return kept;
    }

    /** @return where results of this level go */
    InfluxDbConfig of(InfluxDbConfig database) {
        return database.apiVersion() == ApiVersion.V1
                ? database.withRetentionPolicy(levelName)
                : database.withDatabase(InfluxDbAdmin.retentionDatabase(database.database(), levelName));
    }

    /** Makes what holds the points of each level unless it is there; what is there stays as the site has set it. */
    public static void ensureAll(InfluxDbAdmin admin) throws IOException, InterruptedException {
        for (RetentionLevel level : values()) {
            admin.ensureRetention(level.levelName, level.kept);
        }
    }
}
