package io.barograph.servers.history;

import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterRule;
import java.util.List;

/** Samples around one that is inserted, and what {@link CounterRule} finds at fault in it and in those after it. */
final class FaultSearch {
    /** Samples on either side that matter. */
    static final int SAMPLES = CounterRule.LOOK_BACK + 1;

    private final CounterSample[] samples;
    private final long[] times;
    private final long[][] counters;
    private final int inserted;
    private final CounterBounds bounds;

    FaultSearch(List<CounterSample> before, CounterSample sample, List<CounterSample> after, CounterBounds bounds) {
        this.bounds = bounds;
        inserted = before.size();
        samples = new CounterSample[before.size() + 1 + after.size()];
        for (int i = 0; i < inserted; i++) {
            samples[inserted - 1 - i] = before.get(i);
        }
        samples[inserted] = sample;
        for (int i = 0; i < after.size(); i++) {
            samples[inserted + 1 + i] = after.get(i);
        }
        times = new long[samples.length];
        counters = new long[4][samples.length];
        for (int i = 0; i < samples.length; i++) {
            times[i] = samples[i].time();
            counters[0][i] = samples[i].readBytes();
            counters[1][i] = samples[i].writeBytes();
            counters[2][i] = samples[i].readOperations();
            counters[3][i] = samples[i].writeOperations();
        }
    }

    /** Number of samples after the inserted one. */
    int after() {
        return samples.length - 1 - inserted;
    }

    /** @param place 0: the inserted one; from 1 on those after it */
    CounterSample sample(int place) {
        return samples[inserted + place];
    }

    /** @param place 0: the inserted sample; from 1 on those after it */
    int of(int place) {
        int at = inserted + place;
        if (at == 0 || CounterRule.beginsAnew(times[at - 1], times[at])) {
            return 0;
        }
        boolean bytes = isFault(0, at, bounds.bytesPerSecond()) || isFault(1, at, bounds.bytesPerSecond());
        boolean operations = samples[at].hasOperations()
                && samples[at - 1].hasOperations()
                && (isFault(2, at, bounds.operationsPerSecond()) || isFault(3, at, bounds.operationsPerSecond()));
        return (bytes ? SampledTraffic.FAULT_OF_BYTES : 0) | (operations ? SampledTraffic.FAULT_OF_OPERATIONS : 0);
    }

    private boolean isFault(int counter, int at, long maxPerSecond) {
        return CounterRule.moved(times, counters[counter], at, maxPerSecond) == CounterRule.FAULT;
    }

    /** True if what comes after these two samples has to be judged by them, too. */
    static boolean isIrregular(CounterSample before, CounterSample now, CounterBounds bounds) {
        long millis = now.time() - before.time();
        return isIrregular(before.readBytes(), now.readBytes(), millis, bounds.bytesPerSecond())
                || isIrregular(before.writeBytes(), now.writeBytes(), millis, bounds.bytesPerSecond())
                || isIrregular(before.readOperations(), now.readOperations(), millis, bounds.operationsPerSecond())
                || isIrregular(before.writeOperations(), now.writeOperations(), millis, bounds.operationsPerSecond());
    }

    private static boolean isIrregular(long before, long now, long millis, long maxPerSecond) {
        return before >= 0 && CounterRule.isIrregular(before, now, millis, maxPerSecond);
    }
}
