package io.barograph.servers.operators;

import io.barograph.servers.counters.BlockStore;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.state.MapState;

/** The entries of keyed state that a batch needs: each is read once, and written once at its end if it was put. */
public final class BatchState<B> implements BlockStore<B> {
    private final BlockStore<B> store;
    private final Map<Long, Held<B>> blocks = new HashMap<>();
    /** Samples in the order of time ask for the same block again and again. */
    private long lastNumber;

    private Held<B> last;

    private static final class Held<B> {
        private B block;
        private boolean changed;
    }

    public BatchState(MapState<Long, B> state) {
        this.store = new MapStateBlocks<>(state);
    }

    private Held<B> held(long number) {
        if (last == null || lastNumber != number) {
            last = blocks.get(number);
            lastNumber = number;
            if (last == null) {
                last = new Held<>();
                last.block = store.get(number);
                blocks.put(number, last);
            }
        }
        return last;
    }

    @Override
    public B get(long number) {
        return held(number).block;
    }

    @Override
    public void put(long number, B block) {
        Held<B> held = held(number);
        held.block = block;
        held.changed = true;
    }

    @Override
    public void remove(long number) {
        Held<B> held = held(number);
        held.block = null;
        held.changed = false;
        store.remove(number);
    }

    public void keep() {
        blocks.forEach((number, held) -> {
            if (held.changed) {
                store.put(number, held.block);
                held.changed = false;
            }
        });
    }
}
