package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.BlockStore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The blocks that a batch needs: each read once, and written once at its end. */
final class BlocksOfBatch<B> implements BlockStore<B> {
    private final BlockStore<B> store;
    private final Map<Long, B> blocks = new HashMap<>();
    private final Set<Long> changed = new HashSet<>();

    BlocksOfBatch(BlockStore<B> store) {
        this.store = store;
    }

    @Override
    public B get(long number) {
        B known = blocks.get(number);
        if (known == null && !blocks.containsKey(number)) {
            known = store.get(number);
            blocks.put(number, known);
        }
        return known;
    }

    @Override
    public void put(long number, B block) {
        blocks.put(number, block);
        changed.add(number);
    }

    @Override
    public void remove(long number) {
        blocks.put(number, null);
        changed.remove(number);
        store.remove(number);
    }

    /** Writes what has changed. */
    void keep() {
        changed.forEach(number -> store.put(number, blocks.get(number)));
        changed.clear();
    }
}
