package io.barograph.contention.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Load above a threshold for long: opened and closed by the level of the smoothed rate with hysteresis, not chopped by its
 * turning points. An episode begins with the first smoothed rate at or above the threshold and ends with the first one
 * below the level to close; it counts once it has lasted longer than the shortest time. Rates that are not known neither
 * end it nor count as load.
 *
 * <p>Smoothed rates are given in the order of their labels. State: 70 bytes.
 */
public final class SustainedLoad {
    /** Shortest time by default. */
    public static final Duration DEFAULT_MIN_DURATION = Duration.ofMinutes(30);

    /** Level to close, relative to the threshold, by default. */
    public static final double DEFAULT_CLOSE_AT = 0.8;

    private final Duration interval;
    private final Duration shortest;
    private final double closeAt;
    private LoadEpisode episode;

    /** Receives what is found. */
    public interface Observer {
        void opened(LoadEpisode episode);

        /** @param episode load that was opened before, with the same onset, and is over */
        void closed(LoadEpisode episode);
    }

    /** @param closeAt level to close, relative to the threshold: 0 to 1 */
    public SustainedLoad(Duration interval, Duration shortest, double closeAt) {
        if (interval.isNegative() || interval.isZero() || shortest.isNegative() || !(closeAt > 0 && closeAt <= 1)) {
            throw new IllegalArgumentException(
                    "sustained load takes an interval above zero, a shortest time and a level"
                            + " to close between 0 and 1, not " + interval + ", " + shortest + " and " + closeAt);
        }
        this.interval = interval;
        this.shortest = shortest;
        this.closeAt = closeAt;
    }

    /**
     * @param label closing instant of the next interval, milliseconds since the epoch
     * @param perSecond smoothed rate; NaN if unknown
     * @param threshold for load that is not open yet, per second
     */
    public void observe(long label, double perSecond, double threshold, Observer observer) {
        if (Double.isNaN(perSecond)) {
            return;
        }
        if (episode == null) {
            if (!(threshold >= 0)) {
                throw new IllegalArgumentException("load cannot be sustained above " + threshold);
            }
            episode = perSecond >= threshold ? new LoadEpisode(label, threshold, label, perSecond, label, 1) : null;
        } else if (perSecond < closeAt * episode.threshold()) {
            if (isLong(episode)) {
                observer.closed(episode);
            }
            episode = null;
        } else {
            boolean isHigher = perSecond > episode.peakPerSecond();
            episode = new LoadEpisode(
                    episode.onset(),
                    episode.threshold(),
                    isHigher ? label : episode.peak(),
                    isHigher ? perSecond : episode.peakPerSecond(),
                    label,
                    episode.intervals() + 1);
        }
        if (episode != null && isLong(episode) && !isLong(episode.intervals() - 1)) {
            observer.opened(episode);
        }
    }

    private boolean isLong(LoadEpisode load) {
        return isLong(load.intervals());
    }

    private boolean isLong(int intervals) {
        return intervals > 0 && interval.multipliedBy(intervals).compareTo(shortest) > 0;
    }

    /** @return the load that is above the threshold now, if it has lasted long enough */
    public Optional<LoadEpisode> open() {
        return Optional.ofNullable(episode).filter(this::isLong);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(interval.toMillis());
        out.writeLong(shortest.toMillis());
        out.writeDouble(closeAt);
        out.writeBoolean(episode != null);
        if (episode != null) {
            out.writeLong(episode.onset());
            out.writeDouble(episode.threshold());
            out.writeLong(episode.peak());
            out.writeDouble(episode.peakPerSecond());
            out.writeLong(episode.until());
            out.writeInt(episode.intervals());
        }
    }

    public static SustainedLoad readFrom(DataInput in) throws IOException {
        SustainedLoad load =
                new SustainedLoad(Duration.ofMillis(in.readLong()), Duration.ofMillis(in.readLong()), in.readDouble());
        if (in.readBoolean()) {
            load.episode = new LoadEpisode(
                    in.readLong(), in.readDouble(), in.readLong(), in.readDouble(), in.readLong(), in.readInt());
        }
        return load;
    }
}
