package io.barograph.configuration;

import java.net.URI;
import java.nio.file.Path;

/** Where results go. */
public record InfluxDbSettings(
        @Setting(value = "Address of the server.", required = true) URI url,
        @Setting(value = "Its write interface: that of 1.x, 2.x or 3.x.", defaultValue = "v1") Api api,
        @Setting(value = "Database, or bucket of 2.x.", required = true) String database,
        @Setting("Organisation of 2.x.") String organisation,
        @Setting("Retention policy of 1.x; the database's default without it.") String retentionPolicy,
        @Setting(
                        value =
                                "Whether rates go to three levels: every interval kept for 7 days, minutes for 180 days,"
                                        + " hours for 5 years. Retention policies on 1.x; on 2.x and 3.x the buckets or"
                                        + " databases NAME/raw, NAME/minutes and NAME/hours. Made where they are missing.",
                        defaultValue = "true")
                boolean retentionLevels,
        @Setting("User of 1.x; needs one of the two keys that follow.") String user,
        @Setting("File whose first line is the password (1.x) or token (2.x, 3.x).") Path secretFile,
        @Setting("Name of the environment variable that holds it instead.") String secretVariable) {
    /** Write interfaces. */
    public enum Api {
        /** InfluxDB 1.x. */
        V1,
        /** InfluxDB 2.x. */
        V2,
        /** InfluxDB 3.x. */
        V3
    }

    /** Checks that there is one secret where one is needed. */
    public InfluxDbSettings {
        if (secretFile != null && secretVariable != null) {
            throw new IllegalArgumentException("secretFile and secretVariable are both given; leave one");
        }
        if (user != null && secretFile == null && secretVariable == null) {
            throw new IllegalArgumentException("user needs secretFile or secretVariable");
        }
    }
}
