package io.barograph.collectors.simulator;

/**
 * What one phase of a job asks of one server. Amounts are exact: at a rate of whole units per second and a clock of whole
 * microseconds they are whole millionths of a unit, of which the fraction of the current unit is kept. Advancing in one
 * step or in many therefore gives the same amounts at the same instants.
 */
final class Flow {
    private static final long MICROS = 1_000_000;
    private static final long WITHOUT_END = Long.MAX_VALUE;

    private final RunningJob job;
    private final Work work;
    private final Counters account;
    private final long total;
    private final long maximumPerSecond;
    private final double factor;
    private long done;
    private long millionths;
    private long perSecond;

    /**
     * @param job is told when the flow is done
     * @param work what the amounts are
     * @param account the job's account on the server
     * @param total amount to move
     * @param maximumPerSecond what the clients can move at most
     */
    Flow(RunningJob job, Work work, Counters account, long total, long maximumPerSecond) {
        this(job, work, account, total, maximumPerSecond, 1);
    }

    private Flow(RunningJob job, Work work, Counters account, long total, long maximumPerSecond, double factor) {
        this.job = job;
        this.work = work;
        this.account = account;
        this.total = total;
        this.maximumPerSecond = maximumPerSecond;
        this.factor = factor;
    }

    /**
     * @param factor how many times slower everyone else on the server becomes
     * @return a flow that goes on until it is removed
     */
    static Flow hammering(RunningJob job, Work work, Counters account, double factor) {
        return new Flow(job, work, account, WITHOUT_END, Long.MAX_VALUE, factor);
    }

    RunningJob job() {
        return job;
    }

    Counters account() {
        return account;
    }

    long maximumPerSecond() {
        return maximumPerSecond;
    }

    /** @return how many times slower the flow makes everyone else; 1 for a flow that shares fairly */
    double factor() {
        return factor;
    }

    boolean isHammering() {
        return total == WITHOUT_END;
    }

    long perSecond() {
        return perSecond;
    }

    void setPerSecond(long perSecond) {
        this.perSecond = perSecond;
    }

    boolean isDone() {
        return done == total;
    }

    /** @return microseconds until all is done at the current rate, rounded up */
    long microsToEnd() {
        if (perSecond == 0 || isHammering()) {
            return Long.MAX_VALUE;
        }
        long left = total - done;
        long seconds = left / perSecond;
        long rest = left % perSecond * MICROS - millionths;
        return Math.addExact(Math.multiplyExact(seconds, MICROS), -Math.floorDiv(-rest, perSecond));
    }

    /** Moves what can be moved in that time and books it to the server and to the job. */
    void advance(long micros, Counters server) {
        if (perSecond == 0 || isDone()) {
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
            work.book(before, done, isDone(), server);
            work.book(before, done, isDone(), account);
        }
    }
}
