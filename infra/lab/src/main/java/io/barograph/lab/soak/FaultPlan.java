package io.barograph.lab.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** When a soak run breaks what: the same for the same seed. */
final class FaultPlan {
    /** The jobs are up and their memory has filled before the first one. */
    private static final Duration FIRST = Duration.ofMinutes(1);

    /** From the end of one to the next: now and then shorter than the recovery takes. */
    private static final Duration MIN_PAUSE = Duration.ofSeconds(10);

    private static final Duration MAX_PAUSE = Duration.ofMinutes(4);
    private static final Duration MIN_DURATION = Duration.ofSeconds(1);
    private static final Duration MAX_DURATION = Duration.ofSeconds(40);

    /**
     * One fault.
     *
     * @param after time since the begin of the run
     * @param lasting for how long it stays broken; without meaning for a lost task manager
     */
    record Entry(Duration after, SoakFault fault, Duration lasting) {}

    private FaultPlan() {}

    /** @return what breaks, in order, one at a time, and nothing in the last minute */
    static List<Entry> random(List<SoakFault> faults, Duration length, long seed) {
        List<Entry> plan = new ArrayList<>();
        if (faults.isEmpty()) {
            return plan;
        }
        SplittableRandom random = new SplittableRandom(seed);
        Duration last = length.minus(FIRST);
        Duration next = FIRST;
        while (true) {
            SoakFault fault = faults.get(random.nextInt(faults.size()));
            Duration lasting = between(MIN_DURATION, MAX_DURATION, random);
            if (next.plus(lasting).compareTo(last) > 0) {
                return plan;
            }
            plan.add(new Entry(next, fault, lasting));
            next = next.plus(lasting).plus(between(MIN_PAUSE, MAX_PAUSE, random));
        }
    }

    private static Duration between(Duration shortest, Duration longest, SplittableRandom random) {
        return Duration.ofMillis(random.nextLong(shortest.toMillis(), longest.toMillis() + 1));
    }
}
