package io.barograph.sources.tokio;

import io.barograph.runtime.UnreadableSourceException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Ascending times in seconds since the epoch; the shortest distance is the sampling interval. */
final class TimeAxis {
    private static final long MAX_SECOND = Instant.parse("2100-01-01T00:00:00Z").getEpochSecond();
    private static final long MAX_STEP_SECONDS = 86_400;

    private final long[] seconds;
    private final long step;

    /** @throws UnreadableSourceException if there are fewer than two times, or they do not ascend */
    TimeAxis(Path file, String dataset, long[] seconds) {
        if (seconds.length < 2) {
            throw new UnreadableSourceException(
                    file.toString(),
                    dataset + " has " + seconds.length + " rows, and the sampling interval cannot be seen from that",
                    "leave the file out");
        }
        if (seconds[0] < 0 || seconds[seconds.length - 1] > MAX_SECOND) {
            throw new UnreadableSourceException(
                    file.toString(),
                    dataset + " is from second " + seconds[0] + " to " + seconds[seconds.length - 1]
                            + " since 1970, which is not before 2100",
                    "get a complete copy of the file");
        }
        long shortest = Long.MAX_VALUE;
        for (int row = 1; row < seconds.length; row++) {
            long distance = seconds[row] - seconds[row - 1];
            if (distance <= 0) {
                throw new UnreadableSourceException(
                        file.toString(),
                        dataset + " does not ascend at row " + row + " (" + seconds[row - 1] + ", " + seconds[row]
                                + ")",
                        "get a complete copy of the file");
            }
            shortest = Math.min(shortest, distance);
        }
        if (shortest > MAX_STEP_SECONDS) {
            throw new UnreadableSourceException(
                    file.toString(),
                    dataset + " has steps of " + shortest + " s, more than a day",
                    "leave the file out");
        }
        this.seconds = seconds;
        this.step = shortest;
    }

    int rows() {
        return seconds.length;
    }

    Duration step() {
        return Duration.ofSeconds(step);
    }

    Instant time(int row) {
        return Instant.ofEpochSecond(seconds[row]);
    }

    /**
     * Rows are labelled with the start of their interval, so there is one closing instant more than there are rows.
     *
     * @param instant 0: start of the first row; i: end of row i-1
     */
    Instant closing(int instant) {
        return instant == 0 ? time(0) : Instant.ofEpochSecond(seconds[instant - 1] + step);
    }

    /** Length of the interval that ends at a row, for files whose rows are labelled with the end. */
    long secondsBefore(int row) {
        return seconds[row] - seconds[row - 1];
    }
}
