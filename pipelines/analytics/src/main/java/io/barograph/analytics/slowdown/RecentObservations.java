package io.barograph.analytics.slowdown;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * The slots of the last minutes of one operation on one file system: those of the sliding window of the live slowdown and
 * of the minutes that are not over. Two slots of one prober (host and directory) at the same instant are one slot.
 */
public final class RecentObservations {
    private final List<Observation> observations = new ArrayList<>();
    private final Set<Slot> known = new HashSet<>();

    private record Slot(long time, String host, String directory) {
        static Slot of(Observation observation) {
            return new Slot(observation.time(), observation.host(), observation.directory());
        }
    }

    /**
     * @param observation a slot
     * @return false if it is known already
     */
    public boolean add(Observation observation) {
        if (!known.add(Slot.of(observation))) {
            return false;
        }
        observations.add(observation);
        return true;
    }

    /**
     * @param from begin, inclusive, milliseconds since the epoch
     * @param to end, exclusive
     * @return the slots in between
     */
    public ProbeInterval between(long from, long to) {
        ProbeInterval interval = new ProbeInterval();
        for (Observation observation : observations) {
            if (observation.millis() >= from && observation.millis() < to) {
                interval.add(observation, false);
            }
        }
        return interval;
    }

    /**
     * @param before observations before it are no longer needed, milliseconds since the epoch
     */
    public void forget(long before) {
        for (Iterator<Observation> i = observations.iterator(); i.hasNext(); ) {
            Observation observation = i.next();
            if (observation.millis() < before) {
                i.remove();
                known.remove(Slot.of(observation));
            }
        }
    }

    /** @return all of them, in the order in which they came */
    public List<Observation> all() {
        return Collections.unmodifiableList(observations);
    }

    /** @return instant of the newest slot, milliseconds since the epoch; {@code Long.MIN_VALUE} if there is none */
    public long newest() {
        long newest = Long.MIN_VALUE;
        for (Observation observation : observations) {
            newest = Math.max(newest, observation.millis());
        }
        return newest;
    }
}
