package io.barograph.configuration;

import java.nio.file.Path;
import java.time.Duration;

/** What all collectors of a process share. */
public record CollectingSettings(
        @Setting(
                        value = "Folder for positions and for records that wait for the broker; on a local disk.",
                        defaultValue = "collect")
                Path folder,
        @Setting(
                        value =
                                "Most bytes that one collector's records take on disk while the broker is away; then the"
                                        + " newest are dropped and counted.",
                        defaultValue = "1073741824")
                long spoolBytes,
        @Setting(value = "Time between two health records of a collector.", defaultValue = "30s")
                Duration healthInterval,
        @Setting(
                        value = "A poll that goes on for longer than this without publishing anything is reported as"
                                + " hanging.",
                        defaultValue = "2m")
                Duration pollTimeout) {
    /** Smallest spool that makes sense: one record of the largest size. */
    private static final long MIN_SPOOL_BYTES = 64 * 1024;

    /** Checks the ranges. */
    public CollectingSettings {
        if (spoolBytes < MIN_SPOOL_BYTES) {
            throw new IllegalArgumentException("spoolBytes must be at least " + MIN_SPOOL_BYTES);
        }
        if (healthInterval.toMillis() < 1 || pollTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("healthInterval and pollTimeout must be positive");
        }
    }
}
