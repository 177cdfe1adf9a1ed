package io.barograph.contention.cost;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the events of one file system have cost, per day and month and by application of the victims. An event counts for
 * the day of its onset. Its estimate may be given again and again: the newest replaces the one before, so the same
 * estimates in any order, each as often as you like, make the same tally. Node-hours are kept in whole node-milliseconds
 * for that.
 *
 * <p>State: the events of the newest onset's month and the month before it, at most {@value #MAX_EVENTS}, with at most
 * {@value #MAX_APPLICATIONS} applications each; about 100 bytes and 60 per application.
 */
public final class CostTally {
    /** Events kept, one every nine minutes; if there are more, those with the oldest onsets go, and out of the sums too. */
    public static final int MAX_EVENTS = 10_000;

    /** Applications kept of an event, the dearest; the others count only in the sum over all. */
    public static final int MAX_APPLICATIONS = 20;

    private static final double MILLIS_PER_HOUR = 3_600_000;

    /** In the order of onsets, then of identities. */
    private final NavigableMap<Key, Entry> events = new TreeMap<>();

    private record Key(long onset, String identity) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return onset != other.onset ? Long.compare(onset, other.onset) : identity.compareTo(other.identity);
        }
    }

    /** Node-milliseconds: of all, and by application. */
    private record Entry(long all, Map<String, Long> byApplication) {}

    /**
     * Takes the newest estimate of an event.
     *
     * @param onset its onset, milliseconds since the epoch
     * @param nodeHours node-hours lost by application of the victims; empty if it cost nothing
     * @return the costs that this changes, in the order of periods and applications, that of all first; empty if none,
     *     or if the event is too old to be counted any more
     */
    public List<EventCost> put(String identity, long onset, Map<String, Double> nodeHours) {
        Key key = new Key(onset, identity);
        Entry before = events.get(key);
        Entry now = entry(nodeHours);
        if (now.all == 0) {
            events.remove(key);
        } else {
            events.put(key, now);
        }
        if (!events.isEmpty()) {
            long newestMonth = CostPeriod.month(events.lastKey().onset()).from();
            events.headMap(new Key(CostPeriod.month(newestMonth - 1).from(), ""), false)
                    .clear();
        }
        while (events.size() > MAX_EVENTS) {
            events.pollFirstEntry();
        }
        boolean isCounted = now.all == 0 ? before != null : events.containsKey(key);
        return isCounted && !Objects.equals(before, now) ? changed(onset, before, now) : List.of();
    }

    private static Entry entry(Map<String, Double> nodeHours) {
        long all = 0;
        NavigableMap<String, Long> byApplication = new TreeMap<>();
        for (Map.Entry<String, Double> lost : nodeHours.entrySet()) {
            double hours = lost.getValue();
            if (!(hours >= 0) || Double.isInfinite(hours)) {
                throw new IllegalArgumentException(
                        lost.getKey() + " cannot have lost " + hours + " node-hours; leave out what is not known");
            }
            long millis = Math.round(hours * MILLIS_PER_HOUR);
            if (millis > 0) {
                byApplication.put(lost.getKey(), millis);
            }
            all += millis;
        }
        while (byApplication.size() > MAX_APPLICATIONS) {
            Map.Entry<String, Long> least = null;
            for (Map.Entry<String, Long> application : byApplication.entrySet()) {
                least = least == null || application.getValue() <= least.getValue() ? application : least;
            }
            byApplication.remove(least.getKey());
        }
        return new Entry(all, byApplication);
    }

    private List<EventCost> changed(long onset, Entry before, Entry now) {
        SortedSet<String> applications = new TreeSet<>(now.byApplication.keySet());
        if (before != null) {
            applications.addAll(before.byApplication.keySet());
        }
        List<String> concerned = new ArrayList<>();
        concerned.add(null);
        concerned.addAll(applications);
        List<EventCost> costs = new ArrayList<>(costs(CostPeriod.day(onset), concerned));
        costs.addAll(costs(CostPeriod.month(onset), concerned));
        return costs;
    }

    /**
     * @param application of the victims; null for all
     * @return what it has cost so far
     */
    public EventCost cost(CostPeriod period, String application) {
        return costs(period, Collections.singletonList(application)).get(0);
    }

    private List<EventCost> costs(CostPeriod period, List<String> applications) {
        long[] millis = new long[applications.size()];
        int[] number = new int[applications.size()];
        for (Entry entry : events.subMap(new Key(period.from(), ""), true, new Key(period.until(), ""), false)
                .values()) {
            for (int i = 0; i < millis.length; i++) {
                String application = applications.get(i);
                long lost = application == null ? entry.all : entry.byApplication.getOrDefault(application, 0L);
                millis[i] += lost;
                number[i] += lost > 0 ? 1 : 0;
            }
        }
        List<EventCost> costs = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            costs.add(new EventCost(period, applications.get(i), millis[i] / MILLIS_PER_HOUR, number[i]));
        }
        return costs;
    }

    public int events() {
        return events.size();
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(events.size());
        for (Map.Entry<Key, Entry> event : events.entrySet()) {
            out.writeLong(event.getKey().onset());
            out.writeUTF(event.getKey().identity());
            out.writeLong(event.getValue().all());
            BinaryCollections.writeMap(
                    event.getValue().byApplication(), out, BinaryCollections.TEXT, BinaryCollections.LONG);
        }
    }

    public static CostTally readFrom(DataInput in) throws IOException {
        CostTally tally = new CostTally();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            Key key = new Key(in.readLong(), in.readUTF());
            long all = in.readLong();
            Map<String, Long> byApplication = new TreeMap<>();
            BinaryCollections.readMap(byApplication, in, DataInput::readUTF, DataInput::readLong);
            tally.events.put(key, new Entry(all, byApplication));
        }
        return tally;
    }
}
