package io.barograph.servers.history;

import io.barograph.servers.counters.BlockStore;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterChains;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.InMemoryBlocks;
import io.barograph.servers.counters.SampleBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The samples of a data server and its curve. */
final class SampledServer {
    private final CounterChain samples;
    private final ServerHistory history;

    SampledServer(HistoryPolicy policy) {
        this(policy, InMemoryBlocks.ofSamples(), InMemoryBlocks.ofSlots());
    }

    SampledServer(HistoryPolicy policy, BlockStore<SampleBlock> minutes, BlockStore<SlotBlock> hours) {
        samples = CounterChains.of(policy, minutes);
        history = new ServerHistory(policy, samples, hours, new CurveIndex());
    }

    CounterChain.Outcome insert(CounterSample sample, Consumer<TrafficChange> changes) {
        List<CounterIncrement> increments = new ArrayList<>();
        CounterChain.Outcome outcome = samples.insert(sample, increments::add);
        if (outcome == CounterChain.Outcome.IN_TIME || outcome == CounterChain.Outcome.LATE) {
            history.add(sample, outcome == CounterChain.Outcome.IN_TIME, increments, changes);
        }
        return outcome;
    }

    WindowVolume volume(RunWindow window, long intervalMillis) {
        return history.volume(window, intervalMillis);
    }

    void forgetMinutes(long hour) {
        samples.forgetHourBefore((hour + 1) * HistoryPolicy.HOUR);
        history.forgetMinutes(hour);
    }

    boolean forgetHour(long hour) {
        return history.forgetHour(hour);
    }
}
