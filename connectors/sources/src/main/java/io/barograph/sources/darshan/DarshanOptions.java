package io.barograph.sources.darshan;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;

public record DarshanOptions(
        @Setting(value = "Folder of the Darshan logs, with folders YYYY/M/D below", required = true) Path root,
        @Setting(
                        "First day to take when the collector starts for the first time, for instance 2026-11-01; today if not given")
                String since,
        @Setting(value = "Time between two scans of the folders of today and yesterday", defaultValue = "10s")
                Duration interval,
        @Setting(value = "How long a log must have kept its size and time before it is taken", defaultValue = "10s")
                Duration settle,
        @Setting(
                        value =
                                "Longest run of the site: Darshan files the log of a run under the day of its start, so that folders this old still get logs",
                        defaultValue = "8d")
                Duration longestRun,
        @Setting("Time zone of the day folders, that of the compute nodes; the collector's own if not given")
                ZoneId zone,
        @Setting(
                        value =
                                "Where a log must belong to the user that it names: shared (in folders that others may write to), always or never",
                        defaultValue = "shared")
                OwnerCheck ownerCheck,
        @Setting("File of libdarshan-util; searched for in the usual places if not given") Path darshanLibrary) {
    private static final Duration MAX = Duration.ofDays(366);

    public DarshanOptions {
        if (root == null) {
            throw new IllegalArgumentException("root is missing; name the folder that Darshan writes its logs to");
        }
        requirePositive("interval", interval);
        requirePositive("settle", settle);
        requirePositive("longestRun", longestRun);
        if (longestRun.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("longestRun must be at most " + MAX.toDays()
                    + "d: the names of all logs of that time are held in memory");
        }
        if (since != null) {
            day(since);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value == null || value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, for instance 10s");
        }
    }

    private static LocalDate day(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("since is no day: \"" + text + "\"; write it like 2026-11-01", e);
        }
    }

    /** @return first day of the first start; null for that start's own day */
    LocalDate firstDay() {
        return since == null ? null : day(since);
    }

    ZoneId folderZone() {
        return zone == null ? ZoneId.systemDefault() : zone;
    }
}
