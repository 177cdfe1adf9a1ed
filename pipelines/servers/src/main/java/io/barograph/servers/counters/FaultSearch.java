package io.barograph.servers.counters;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Samples around one that is inserted, and what {@link CounterRule} finds at fault in it and in those after it. */
final class FaultSearch {
    /** Samples on either side that matter. */
    static final int SAMPLES = CounterRule.LOOK_BACK + 1;

    private final CounterSample[] samples;
    private final long[] times;
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
        for (int i = 0; i < samples.length; i++) {
            times[i] = samples[i].time();
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

    /**
     * @param place 0: the inserted sample; from 1 on those after it
     * @return quantities at fault
     */
    Set<String> of(int place) {
        int at = inserted + place;
        if (at == 0 || CounterRule.beginsAnew(times[at - 1], times[at])) {
            return Set.of();
        }
        Set<String> found = new TreeSet<>();
        QuantityAmounts before = samples[at - 1].counters();
        for (String quantity : samples[at].counters().quantities()) {
            if (before.knows(quantity)
                    && CounterRule.moved(times, counters(quantity), at, bounds.maxPerSecond(quantity))
                            == CounterRule.FAULT) {
                found.add(quantity);
            }
        }
        return found;
    }

    private long[] counters(String quantity) {
        long[] counters = new long[samples.length];
        for (int i = 0; i < counters.length; i++) {
            QuantityAmounts amounts = samples[i].counters();
            counters[i] = amounts.knows(quantity) ? amounts.get(quantity) : CounterRule.FAULT;
        }
        return counters;
    }

    /** True if what comes after these two samples has to be judged by them, too. */
    static boolean isIrregular(CounterSample before, CounterSample now, CounterBounds bounds) {
        long millis = now.time() - before.time();
        QuantityAmounts was = before.counters();
        QuantityAmounts is = now.counters();
        for (int i = 0; i < was.size(); i++) {
            int same = is.indexOf(was.quantity(i), i);
            long counter = same < 0 ? CounterRule.FAULT : is.value(same);
            if (was.value(i) >= 0
                    && CounterRule.isIrregular(was.value(i), counter, millis, bounds.maxPerSecond(was.quantity(i)))) {
                return true;
            }
        }
        return false;
    }
}
