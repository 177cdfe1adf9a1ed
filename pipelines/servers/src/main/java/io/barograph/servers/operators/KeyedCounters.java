package io.barograph.servers.operators;

import io.barograph.servers.counters.ChainIndex;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterSample;
import io.barograph.servers.counters.SampleBlock;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;

/**
 * The samples of one server in keyed state: those of its traffic, or those of its metadata operations and load.
 *
 * <p>State per server: its samples for 8.25 h by the default {@link HistoryPolicy}; none when it has been silent for longer.
 */
final class KeyedCounters {
    private final HistoryPolicy policy;
    private final Metrics metrics;
    private final MapState<Long, SampleBlock> minutes;
    private final ValueState<ChainIndex> index;

    /** What is counted of the samples of an operator. */
    static final class Metrics {
        private final Counter late;
        private final Counter duplicates;
        private final Counter tooOld;
        private final Counter faults;

        Metrics(MetricGroup group) {
            late = group.counter("lateSamples");
            duplicates = group.counter("duplicateSamples");
            tooOld = group.counter("samplesOlderThanHistory");
            faults = group.counter("intervalsAtFault");
        }

        Counter tooOld() {
            return tooOld;
        }
    }

    /**
     * What became of a sample.
     *
     * @param isFirst true if none in time is known before it
     * @param increments what it adds and takes back
     */
    record Counted(
            CounterSample sample, CounterChain.Outcome outcome, boolean isFirst, List<CounterIncrement> increments) {
        boolean isInTime() {
            return outcome == CounterChain.Outcome.IN_TIME;
        }

        boolean isNew() {
            return isInTime() || outcome == CounterChain.Outcome.LATE;
        }
    }

    /**
     * @param name begin of the names of its states
     * @param runtime of the operator, whose states these are
     */
    KeyedCounters(String name, HistoryPolicy policy, Metrics metrics, RuntimeContext runtime) {
        this.policy = policy;
        this.metrics = metrics;
        minutes = runtime.getMapState(new MapStateDescriptor<>(name + "-minutes", Types.LONG, HistoryFormats.SAMPLES));
        index = runtime.getState(new ValueStateDescriptor<>(name + "-index", HistoryFormats.CHAIN_INDEX));
    }

    Batch open(CounterBounds bounds) {
        return new Batch(bounds);
    }

    /** The samples of a batch. */
    final class Batch {
        private final CounterBounds bounds;
        private final BatchState<SampleBlock> blocks = new BatchState<>(minutes);
        private ChainIndex known;
        private CounterChain chain;
        private boolean changed;

        private Batch(CounterBounds bounds) {
            this.bounds = bounds;
        }

        CounterChain chain() throws Exception {
            if (chain == null) {
                ChainIndex kept = index.value();
                known = kept == null ? new ChainIndex() : kept;
                chain = new CounterChain(policy.fine(), policy.lateness(), bounds, blocks, known);
            }
            return chain;
        }

        Counted insert(CounterSample sample, TimerService timers) throws Exception {
            CounterChain samples = chain();
            boolean isFirst = known.latest() == null;
            boolean isNewMinute = blocks.get(HistoryPolicy.minuteOf(sample.time())) == null;
            List<CounterIncrement> increments = new ArrayList<>(1);
            CounterChain.Outcome outcome = samples.insert(sample, increments::add);
            switch (outcome) {
                case DUPLICATE -> metrics.duplicates.inc();
                case TOO_OLD -> metrics.tooOld.inc();
                case LATE -> metrics.late.inc();
                case IN_TIME -> {}
            }
            for (CounterIncrement increment : increments) {
                if (increment.sign() > 0 && !increment.quantitiesAtFault().isEmpty()) {
                    metrics.faults.inc();
                }
            }
            Counted counted = new Counted(sample, outcome, isFirst, increments);
            changed |= counted.isNew();
            if (isNewMinute && counted.isNew()) {
                timers.registerEventTimeTimer(policy.forgetMinutesOf(HistoryPolicy.hourOf(sample.time())));
            }
            return counted;
        }

        /** Nothing if all samples were too old: no timer would forget it. */
        void keep() throws Exception {
            if (changed) {
                blocks.keep();
                index.update(known);
            }
        }
    }

    void forget(long time) throws Exception {
        long hour = policy.hourWhoseMinutesAreForgottenAt(time);
        if (hour == HistoryPolicy.NO_HOUR || index.value() == null) {
            return;
        }
        Batch all = new Batch(CounterBounds.DEFAULT);
        all.chain().forgetHourBefore((hour + 1) * HistoryPolicy.HOUR);
        if (all.known.isEmpty()) {
            index.clear();
        } else {
            index.update(all.known);
        }
    }
}
