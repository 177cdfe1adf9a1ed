package io.barograph.servers.operators;

import io.barograph.servers.counters.BlockStore;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.util.FlinkRuntimeException;

/** Blocks of history in keyed state. */
public final class MapStateBlocks<B> implements BlockStore<B> {
    private final MapState<Long, B> state;

    public MapStateBlocks(MapState<Long, B> state) {
        this.state = state;
    }

    @Override
    public B get(long number) {
        try {
            return state.get(number);
        } catch (Exception e) {
            throw new FlinkRuntimeException("reading a block of history", e);
        }
    }

    @Override
    public void put(long number, B block) {
        try {
            state.put(number, block);
        } catch (Exception e) {
            throw new FlinkRuntimeException("storing a block of history", e);
        }
    }

    @Override
    public void remove(long number) {
        try {
            state.remove(number);
        } catch (Exception e) {
            throw new FlinkRuntimeException("forgetting a block of history", e);
        }
    }
}
