package io.barograph.servers.counters;

/**
 * Where blocks of history are kept, by the number of their minute or hour since the epoch. A block that was changed must
 * be put again.
 */
public interface BlockStore<B> {
    /** @return the block, or null */
    B get(long number);

    void put(long number, B block);

    void remove(long number);
}
