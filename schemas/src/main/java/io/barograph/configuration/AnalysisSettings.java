package io.barograph.configuration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** How the analysis remembers and decides. */
public record AnalysisSettings(
        @Setting(
                        value = "How far back from its decision a run's start is found at the sampling interval.",
                        defaultValue = "6h")
                Duration fineHistory,
        @Setting(value = "How far back it is found by the minute; what is older is too old.", defaultValue = "7d")
                Duration minuteHistory,
        @Setting(
                        value = "A sample is in time if it is published at most this long after its instant.",
                        defaultValue = "30s")
                Duration lateness,
        @Setting(value = "A decision with samples missing is taken once more this long after it.", defaultValue = "15m")
                Duration revisionDelay,
        @Setting(value = "What slowdowns are measured against.", defaultValue = "{}") SlowdownSettings slowdown,
        @Setting(value = "Which runs are comparable, and large enough to be judged.", defaultValue = "{}")
                MotifSettings motifs,
        @Setting(value = "Which earlier runs a run is compared with.", defaultValue = "{}") ClimateSettings climate,
        @Setting(value = "When slowness, load and lack of space are events.", defaultValue = "{}")
                ContentionSettings contention) {
    /**
     * What slowdowns are measured against.
     *
     * @param frozenFrom begin of the frozen commissioning baseline; null for none
     */
    public record SlowdownSettings(
            @Setting(value = "Days that the baseline of slowdowns reaches back.", defaultValue = "30") int baselineDays,
            @Setting("Begin of a frozen baseline that is kept beside the sliding one.") Instant frozenFrom,
            @Setting("End of the frozen baseline.") Instant frozenTo) {}

    /** Which runs are comparable, and large enough to be judged. */
    public record MotifSettings(
            @Setting("Names of applications, from executables: the first rule whose pattern is found gives the name;"
                            + " without one it is the base name of the executable.")
                    List<ApplicationNameSettings> applicationNames,
            @Setting(
                            value = "A run is judged, and enters climates, if it moved at least this many bytes on the"
                                    + " file system.",
                            defaultValue = "1000000000")
                    long eligibleBytes,
            @Setting(value = "And if it had at least this many processes.", defaultValue = "2") int eligibleProcesses) {
        /** Checks the ranges. */
        public MotifSettings {
            if (eligibleBytes < 1 || eligibleProcesses < 1) {
                throw new IllegalArgumentException("eligibleBytes and eligibleProcesses must be at least 1");
            }
        }
    }

    /** One rule for the names of applications. */
    public record ApplicationNameSettings(
            @Setting(
                            value = "Java regular expression that must be found in the executable's path or arguments.",
                            required = true)
                    String pattern,
            @Setting(value = "Name of the application then; $1 stands for the first group.", required = true)
                    String name) {
        /** Checks the pattern, and that the name refers to no group that it lacks. */
        public ApplicationNameSettings {
            Matcher matcher;
            try {
                Pattern.compile(pattern);
                // The empty alternative always matches, with the groups of the pattern.
                matcher = Pattern.compile(pattern + "|").matcher("");
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "pattern: \"" + pattern + "\" is no regular expression: " + e.getDescription()
                                + (e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1))
                                + "; to mean a special character itself write \\ before it",
                        e);
            }
            try {
                if (matcher.find()) {
                    matcher.appendReplacement(new StringBuilder(), name);
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "name: \"" + name + "\" does not fit the pattern, which has " + matcher.groupCount()
                                + " groups: " + e.getMessage() + "; to mean a $ itself write \\$",
                        e);
            }
        }
    }

    /** Which earlier runs a run is compared with. */
    public record ClimateSettings(
            @Setting(value = "How far back the earlier runs of a motif make up its climate.", defaultValue = "90d")
                    Duration window,
            @Setting(value = "With fewer earlier runs there is no verdict.", defaultValue = "10") int fewestRuns) {
        private static final int MIN = 5;

        /** Checks the ranges. */
        public ClimateSettings {
            if (window.compareTo(Duration.ofDays(1)) < 0) {
                throw new IllegalArgumentException("window must be at least 1d");
            }
            if (fewestRuns < MIN) {
                throw new IllegalArgumentException(
                        "fewestRuns must be at least " + MIN + ": quartiles of fewer runs say nothing");
            }
        }
    }

    /** When slowness, load and lack of space are events. */
    public record ContentionSettings(
            @Setting(value = "A live slowdown of at least this much, three times running, is harm.", defaultValue = "2")
                    double harmfulSlowdown,
            @Setting(
                            value =
                                    "Harm under a usual load for this long is a degradation; whatever the load, harm is an"
                                            + " event after 5 min, or after this if it is longer.",
                            defaultValue = "90s")
                    Duration degradedAfter,
            @Setting(value = "A target is nearly full when this fraction of it is in use.", defaultValue = "0.9")
                    double nearlyFull,
            @Setting(
                            value = "How long after its end an event is corrected by Darshan logs that arrive.",
                            defaultValue = "24h")
                    Duration correctedFor) {
        /** Checks the ranges. */
        public ContentionSettings {
            if (!(harmfulSlowdown >= 1.5 && harmfulSlowdown <= 100)) {
                throw new IllegalArgumentException("harmfulSlowdown must lie between 1.5 and 100");
            }
            if (degradedAfter.compareTo(Duration.ofMinutes(1)) < 0) {
                throw new IllegalArgumentException("degradedAfter must be at least 1m");
            }
            if (!(nearlyFull > 0.1 && nearlyFull <= 1)) {
                throw new IllegalArgumentException("nearlyFull must be above 0.1 and at most 1");
            }
            if (correctedFor.compareTo(Duration.ofHours(1)) < 0 || correctedFor.compareTo(Duration.ofDays(7)) > 0) {
                throw new IllegalArgumentException("correctedFor must lie between 1h and 7d");
            }
        }
    }

    /** Checks the order. */
    public AnalysisSettings {
        if (minuteHistory.compareTo(fineHistory) < 0) {
            throw new IllegalArgumentException("minuteHistory must not be shorter than fineHistory");
        }
    }
}
