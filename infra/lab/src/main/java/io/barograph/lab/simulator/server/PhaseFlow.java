package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;

/**
 * What one phase of a job asks of one server. Amounts are exact: at a rate of whole units per second and a clock of whole
 * microseconds they are whole millionths of a unit, of which the fraction of the current unit is kept. Advancing in one
 * step or in many therefore gives the same amounts at the same instants.
 */
public final class PhaseFlow {
    public static final long WITHOUT_END = Long.MAX_VALUE;

    private static final long MICROS = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    private final RunningJob job;
    private final FlowAccounting work;
    private final SimulatedCounters account;
    private final long total;
    private final long maximumPerSecond;
    private final double factor;
    private final boolean reading;
    private long done;
    private long millionths;
    private long perSecond;
    private long advancedToMicros;
    private long endMicros = NEVER;

    /**
     * @param total what is to be done; {@link #WITHOUT_END} for a flow that hammers until it is removed
     * @param factor how many times slower everyone else on the server becomes; 1 for a flow that shares fairly
     */
    public PhaseFlow(
            RunningJob job,
            FlowAccounting work,
            SimulatedCounters account,
            long total,
            long maximumPerSecond,
            double factor) {
        this.job = job;
        this.work = work;
        this.account = account;
        this.total = total;
        this.maximumPerSecond = maximumPerSecond;
        this.factor = factor;
        this.reading = work instanceof FlowAccounting.Bytes bytes && bytes.direction() == DemandKind.READ;
    }

    public RunningJob job() {
        return job;
    }

    public SimulatedCounters account() {
        return account;
    }

    public boolean isReading() {
        return reading;
    }

    public long maximumPerSecond() {
        return maximumPerSecond;
    }

    public double factor() {
        return factor;
    }

    public boolean isHammering() {
        return total == WITHOUT_END;
    }

    public long perSecond() {
        return perSecond;
    }

    /** The flow begins, at no rate yet. */
    public void begin(long nowMicros) {
        advancedToMicros = nowMicros;
    }

    /**
     * From now on the flow moves at another rate.
     *
     * @param changed amount per second
     * @return when all is done at that rate, rounded up to whole microseconds; the largest number if that is never
     */
    public long changeRate(long changed, long nowMicros, SimulatedCounters server) {
        if (changed != perSecond || endMicros == NEVER) {
            advance(nowMicros, server);
            perSecond = changed;
            endMicros = endMicros();
        }
        return endMicros;
    }

    public boolean isDone() {
        return done == total;
    }

    private long endMicros() {
        if (isDone()) {
            return advancedToMicros;
        }
        if (perSecond == 0 || isHammering()) {
            return NEVER;
        }
        long left = total - done;
        long seconds = left / perSecond;
        long rest = left % perSecond * MICROS - millionths;
        long micros = Math.addExact(Math.multiplyExact(seconds, MICROS), -Math.floorDiv(-rest, perSecond));
        return Math.addExact(advancedToMicros, micros);
    }

    /** @return what it will have moved more than is booked, when it is advanced to now */
    public long ahead(long nowMicros) {
        long micros = nowMicros - advancedToMicros;
        long fraction = millionths + perSecond * (micros % MICROS);
        return Math.min(total - done, perSecond * (micros / MICROS) + fraction / MICROS);
    }

    /** Moves what can be moved until now and books it to the server and to the job. */
    public void advance(long nowMicros, SimulatedCounters server) {
        long micros = nowMicros - advancedToMicros;
        advancedToMicros = nowMicros;
        if (micros == 0 || perSecond == 0 || isDone()) {
            return;
        }
        long fraction = Math.addExact(millionths, Math.multiplyExact(perSecond, micros % MICROS));
        long moved = Math.addExact(Math.multiplyExact(perSecond, micros / MICROS), fraction / MICROS);
        long before = done;
        if (moved >= total - done) {
            done = total;
            millionths = 0;
        } else {
            done += moved;
            millionths = fraction % MICROS;
        }
        if (done != before) {
            work.book(before, done, isDone(), server, account);
        }
    }
}
