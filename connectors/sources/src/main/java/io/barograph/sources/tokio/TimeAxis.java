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
    private final boolean ofEnds;

    /**
     * @param ofEnds whether amounts are labelled with the end of their interval, so that the first row has none
     * @throws UnreadableSourceException if there are fewer than two times, or they do not ascend
     */
    TimeAxis(Path file, String dataset, long[] seconds, boolean ofEnds) {
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
        this.ofEnds = ofEnds;
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

    /** @return number of intervals that have amounts; interval i lies between the boundaries i and i+1 */
    int intervals() {
        return ofEnds ? seconds.length - 1 : seconds.length;
    }

    Instant boundary(int index) {
        return ofEnds || index == 0 ? time(index) : Instant.ofEpochSecond(seconds[index - 1] + step);
    }

    /** @return row that has the amounts of an interval */
    int row(int interval) {
        return ofEnds ? interval + 1 : interval;
    }

    long seconds(int interval) {
        return ofEnds ? seconds[interval + 1] - seconds[interval] : step;
    }
}
