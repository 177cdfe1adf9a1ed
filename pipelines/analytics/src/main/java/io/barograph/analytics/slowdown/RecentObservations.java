package io.barograph.analytics.slowdown;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * The slots of the last minutes of one operation on one file system, for the live slowdown: its sliding window, and how
 * it has moved. Two slots of one prober at the same instant are one slot.
 *
 * <p>Size: the observations since the beginning of the oldest window not yet evaluated, and one number a step.
 */
public final class RecentObservations {
    private final List<Observation> observations = new ArrayList<>();
    private final Set<Slot> known = new HashSet<>();
    private final ArrayDeque<Factor> factors = new ArrayDeque<>();

    private record Slot(long time, String prober) {}

    private record Factor(long time, double value) {}

    /**
     * @param observation a slot
     * @return false if it is known already
     */
    public boolean add(Observation observation) {
        if (!known.add(new Slot(observation.time(), observation.prober()))) {
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
                known.remove(new Slot(observation.time(), observation.prober()));
            }
        }
    }

    /** @return true if there is nothing in it */
    public boolean isEmpty() {
        return observations.isEmpty();
    }

    /** @return instant of the newest slot, milliseconds since the epoch; {@code Long.MIN_VALUE} if there is none */
    public long newest() {
        return observations.stream().mapToLong(Observation::millis).max().orElse(Long.MIN_VALUE);
    }

    /**
     * Notes a live slowdown and says how it moves: the slope of the least-squares line through those kept.
     *
     * @param time its instant, milliseconds since the epoch; ascending from call to call
     * @param slowdown the live slowdown
     * @param over how far back to look, milliseconds
     * @return change per minute; NaN while there are fewer than three values
     */
    public double trend(long time, double slowdown, long over) {
        factors.addLast(new Factor(time, slowdown));
        while (factors.getFirst().time() <= time - over) {
            factors.removeFirst();
        }
        int n = factors.size();
        if (n < 3) {
            return Double.NaN;
        }
        double meanTime = 0;
        double meanValue = 0;
        for (Factor factor : factors) {
            meanTime += (factor.time() - time) / (double) n;
            meanValue += factor.value() / n;
        }
        double covariance = 0;
        double variance = 0;
        for (Factor factor : factors) {
            double offset = factor.time() - time - meanTime;
            covariance += offset * (factor.value() - meanValue);
            variance += offset * offset;
        }
        return covariance / variance * 60_000;
    }

    /** @return a copy that shares nothing mutable with this one */
    public RecentObservations copy() {
        RecentObservations copy = new RecentObservations();
        copy.observations.addAll(observations);
        copy.known.addAll(known);
        copy.factors.addAll(factors);
        return copy;
    }

    /**
     * @param out where to
     * @throws IOException if writing fails
     */
    public void writeTo(DataOutput out) throws IOException {
        TreeMap<String, Integer> names = new TreeMap<>();
        for (Observation observation : observations) {
            names.put(observation.prober(), 0);
            names.put(observation.host(), 0);
            names.put(observation.server(), 0);
        }
        out.writeInt(names.size());
        int number = 0;
        for (var entry : names.entrySet()) {
            entry.setValue(number++);
            out.writeUTF(entry.getKey());
        }
        out.writeInt(observations.size());
        for (Observation observation : observations) {
            out.writeLong(observation.time());
            out.writeInt(names.get(observation.prober()));
            out.writeInt(names.get(observation.host()));
            out.writeInt(names.get(observation.server()));
            out.writeUTF(observation.outcome().name());
            out.writeDouble(observation.seconds());
        }
        out.writeInt(factors.size());
        for (Factor factor : factors) {
            out.writeLong(factor.time());
            out.writeDouble(factor.value());
        }
    }

    /**
     * @param in where from
     * @return what {@link #writeTo} wrote
     * @throws IOException if reading fails
     */
    public static RecentObservations readFrom(DataInput in) throws IOException {
        RecentObservations recent = new RecentObservations();
        String[] names = new String[in.readInt()];
        for (int i = 0; i < names.length; i++) {
            names[i] = in.readUTF();
        }
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            recent.add(new Observation(
                    in.readLong(),
                    names[in.readInt()],
                    names[in.readInt()],
                    names[in.readInt()],
                    Observation.Outcome.valueOf(in.readUTF()),
                    in.readDouble()));
        }
        int kept = in.readInt();
        for (int i = 0; i < kept; i++) {
            recent.factors.addLast(new Factor(in.readLong(), in.readDouble()));
        }
        return recent;
    }
}
