package io.barograph.contention.capacity;

import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Lack of space: from when the fullest target of a role reaches a limit until it is below a lower one. The event is named
 * after the target that was the fullest when it began.
 *
 * <p>Size: one event for each role and for bytes and inodes.
 */
public final class CapacityWatch {
    private final TreeMap<String, TrackedEvent> open = new TreeMap<>();

    public void step(SpaceSample space, ContentionPolicy policy, Consumer<TrackedEvent> out) {
        String key = space.metadata() + "/" + space.type();
        TrackedEvent event = open.get(key);
        if (event == null && space.fullest() >= policy.full()) {
            TrackedEvent opened =
                    new TrackedEvent(EventKind.CAPACITY, space.type(), space.target(), space.time(), space.time());
            opened.crossed(policy.full(), false);
            opened.full(space.fullest());
            open.put(key, opened);
            out.accept(opened);
        } else if (event != null) {
            event.full(space.fullest());
            if (space.fullest() < policy.roomAgain()) {
                event.end(space.time());
                open.remove(key);
                out.accept(event);
            }
        }
    }

    public Iterable<TrackedEvent> open() {
        return open.values();
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeMap(open, out, BinaryCollections.TEXT, TrackedEvent::writeTo);
    }

    public static CapacityWatch readFrom(DataInput in) throws IOException {
        CapacityWatch watch = new CapacityWatch();
        BinaryCollections.readMap(watch.open, in, DataInput::readUTF, TrackedEvent::readFrom);
        return watch;
    }
}
