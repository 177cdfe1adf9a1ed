package io.barograph.slowdown.operators;

import io.barograph.slowdown.RecentSlotResults;
import io.barograph.slowdown.SlotResult;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;

/**
 * The slots of the last minutes of each key. Each is appended to Flink's state, which is read after a restart only: what
 * is asked of them is answered from the heap, so that a slot costs the same however many are kept. Forgotten slots leave
 * the state once they are as many as those that stay: while probes are ahead of other topics, hours of them stay.
 */
final class RecentSlots {
    private final ListState<SlotResult> stored;
    private final Map<String, Held> held = new HashMap<>();

    /** What is known of a key, and up to when its timers are set. */
    private static final class Held {
        private final RecentSlotResults slots = new RecentSlotResults();
        private long due = Long.MIN_VALUE;
        private int storedInVain;
    }

    RecentSlots(RuntimeContext context) {
        stored = context.getListState(new ListStateDescriptor<>("slots", SlowdownFormats.SLOT_RESULT));
    }

    RecentSlotResults of(String key) throws Exception {
        return held(key).slots;
    }

    private Held held(String key) throws Exception {
        Held known = held.get(key);
        if (known != null) {
            return known;
        }
        Held restored = new Held();
        for (SlotResult result : stored.get()) {
            restored.slots.add(result);
        }
        held.put(key, restored);
        return restored;
    }

    /** Adds a slot of the current key; false if it is known already. */
    boolean add(String key, SlotResult result) throws Exception {
        if (!held(key).slots.add(result)) {
            return false;
        }
        stored.add(result);
        return true;
    }

    /** True if the timers of the step that ends then are to be set: each slot of a step would set the same ones. */
    boolean isNewlyDue(String key, long due, long watermark) throws Exception {
        Held slots = held(key);
        boolean isSet = slots.due == due && due > watermark;
        slots.due = due;
        return !isSet;
    }

    /** Forgets the slots of the current key before an instant, milliseconds since the epoch. */
    void forget(String key, long before) throws Exception {
        Held known = held(key);
        known.storedInVain += known.slots.forget(before);
        if (known.slots.size() == 0) {
            stored.clear();
            held.remove(key);
        } else if (known.storedInVain >= known.slots.size()) {
            stored.update(known.slots.all());
            known.storedInVain = 0;
        }
    }
}
