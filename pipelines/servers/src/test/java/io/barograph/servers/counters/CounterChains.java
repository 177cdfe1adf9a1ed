package io.barograph.servers.counters;

import io.barograph.servers.history.HistoryPolicy;

/** Chains of samples that go through their binary form at each access, and samples for them. */
public final class CounterChains {
    private CounterChains() {}

    public static CounterChain inMemory() {
        return of(HistoryPolicy.DEFAULT, InMemoryBlocks.ofSamples());
    }

    public static CounterChain of(HistoryPolicy policy, BlockStore<SampleBlock> minutes) {
        return new CounterChain(policy.fine(), policy.lateness(), CounterBounds.DEFAULT, minutes, new ChainIndex());
    }

    /** A sample that was published at once. */
    public static CounterSample sample(long time, QuantityAmounts counters) {
        return new CounterSample(time, time, counters);
    }

    public static CounterSample sample(long time, long publishedAt, long readBytes, long writeBytes) {
        return new CounterSample(time, publishedAt, QuantityAmounts.ofBytes(readBytes, writeBytes));
    }
}
