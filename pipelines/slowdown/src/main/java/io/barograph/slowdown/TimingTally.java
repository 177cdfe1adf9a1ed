package io.barograph.slowdown;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Timings of one interval and one scope (file system, host or server), and the slots that gave none. */
public final class TimingTally {
    private final TimingHistogram timings;
    private long timeouts;
    private long broken;
    private long blocked;
    private long late;

    /** Nothing yet. */
    public TimingTally() {
        this(new TimingHistogram());
    }

    private TimingTally(TimingHistogram timings) {
        this.timings = timings;
    }

    /** @param isLate true if a shorter interval around it has been closed */
    public void add(SlotResult result, boolean isLate) {
        switch (result.outcome()) {
            case OK -> timings.add(result.seconds());
            case TIMEOUT -> {
                timings.add(result.seconds());
                timeouts++;
            }
            case PROBE_BROKEN -> broken++;
            case BLOCKED -> blocked++;
            case UNKNOWN -> throw new IllegalArgumentException("a slot whose outcome is not known");
        }
        if (isLate) {
            late++;
        }
    }

    public void merge(TimingTally other) {
        timings.merge(other.timings);
        timeouts += other.timeouts;
        broken += other.broken;
        blocked += other.blocked;
        late += other.late;
    }

    /** @return durations; not to be changed */
    public TimingHistogram timings() {
        return timings;
    }

    /** @return timings that are the time-out value */
    public long timeouts() {
        return timeouts;
    }

    public long broken() {
        return broken;
    }

    public long blocked() {
        return blocked;
    }

    public long late() {
        return late;
    }

    public void writeTo(DataOutput out) throws IOException {
        timings.writeTo(out);
        out.writeLong(timeouts);
        out.writeLong(broken);
        out.writeLong(blocked);
        out.writeLong(late);
    }

    /** @return what {@link #writeTo} wrote */
    public static TimingTally readFrom(DataInput in) throws IOException {
        TimingTally tally = new TimingTally(TimingHistogram.readFrom(in));
        tally.timeouts = in.readLong();
        tally.broken = in.readLong();
        tally.blocked = in.readLong();
        tally.late = in.readLong();
        return tally;
    }
}
