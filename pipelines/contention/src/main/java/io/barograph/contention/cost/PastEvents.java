package io.barograph.contention.cost;

import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.HarmEvidence;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Events that are over and can still be corrected.
 *
 * <p>Size: at most {@value #MAX}, 400 bytes each.
 */
public final class PastEvents {
    /** Events kept; those with the oldest ends go first. */
    public static final int MAX = 1_000;

    private static final Comparator<TrackedEvent> BY_END =
            Comparator.comparingLong((TrackedEvent event) -> event.end()).thenComparing(TrackedEvent::identity);

    private final TreeMap<String, TrackedEvent> events = new TreeMap<>();

    public void add(TrackedEvent event) {
        events.put(event.identity(), event);
        if (events.size() > MAX) {
            events.remove(events.values().stream().min(BY_END).orElseThrow().identity());
        }
    }

    /** @return the events, in the order of identity */
    public Collection<TrackedEvent> events() {
        return events.values();
    }

    /** @return true if another record of one of them is due */
    public boolean isChanged() {
        return events.values().stream().anyMatch(TrackedEvent::isChanged);
    }

    /** @param before events that ended before this instant are no longer kept, milliseconds since the epoch */
    public void forget(long before) {
        events.values().removeIf(event -> event.end() < before);
    }

    /**
     * A run shows that contention did harm, unless something else explains it.
     *
     * @param harms events that harmed the file system, those that are open included
     * @param within longest time between the run and an event that explains it, milliseconds: an event begins when probes
     *     have noticed it
     * @return false if there was none
     */
    public boolean show(KnownRun run, List<TrackedEvent> harms, long now, long within) {
        long from = run.startMicros() - within * 1000;
        long until = run.endMicros() + within * 1000;
        boolean shown = false;
        for (TrackedEvent event : harms) {
            if (event.span(now).overlapMicros(from, until) > 0) {
                if (event.kind() == EventKind.CONTENTION) {
                    event.show(HarmEvidence.RUN);
                }
                shown = true;
            }
        }
        return shown;
    }

    /** Events of the same kind, type and server that overlap are one: the oldest goes on, the others end in it. */
    public void merge(TrackedEvent event) {
        List<TrackedEvent> overlapping = new ArrayList<>();
        for (TrackedEvent other : events.values()) {
            boolean isSame = other.kind() == event.kind()
                    && other.type() == event.type()
                    && other.server().equals(event.server())
                    && other.mergedInto() == TrackedEvent.NONE;
            if (isSame && other.start() <= event.end() && other.end() >= event.start()) {
                overlapping.add(other);
            }
        }
        overlapping.sort(Comparator.comparingLong(TrackedEvent::onset));
        TrackedEvent oldest = overlapping.get(0);
        for (TrackedEvent other : overlapping.subList(1, overlapping.size())) {
            oldest.widen(other.start(), other.end());
            other.evidence().forEach(oldest::show);
            other.mergeInto(oldest.onset());
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(events.values(), out, TrackedEvent::writeTo);
    }

    /** @return what {@link #writeTo} wrote */
    public static PastEvents readFrom(DataInput in) throws IOException {
        PastEvents past = new PastEvents();
        BinaryCollections.read(in, TrackedEvent::readFrom, event -> past.events.put(event.identity(), event));
        return past;
    }
}
