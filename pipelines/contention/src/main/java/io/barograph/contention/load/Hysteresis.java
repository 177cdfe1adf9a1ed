package io.barograph.contention.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;

/**
 * A condition that begins and ends by a {@linkplain HysteresisLevel level} and does not flap: once it has begun it lasts until the
 * values have truly fallen below the level to close, and the other way round. What is unknown changes nothing: neither the
 * condition nor the count of values running.
 *
 * <p>Values are given in the order of their time. State: the level and 26 bytes.
 */
public final class Hysteresis {
    private final HysteresisLevel level;
    private boolean open;
    private int running;
    private long runningSince;
    private long newest;
    private long changedSince;

    /** What a value did. */
    public enum Change {
        /** The condition is what it was. */
        NONE,
        /** It has begun. */
        OPENED,
        /** It has ended. */
        CLOSED
    }

    public Hysteresis(HysteresisLevel level) {
        this.level = level;
    }

    /**
     * @param time of the value, milliseconds since the epoch; not before the last one's
     * @param value NaN if unknown
     */
    public Change observe(long time, double value) {
        if (Double.isNaN(value)) {
            return Change.NONE;
        }
        boolean speaksForChange = open ? value < level.close() : value >= level.open();
        if (running > 0 && time - newest > level.longestGap().toMillis()) {
            running = 0;
        }
        newest = time;
        if (!speaksForChange) {
            running = 0;
            return Change.NONE;
        }
        if (running == 0) {
            runningSince = time;
        }
        running++;
        if (running < (open ? level.closeAfter() : level.openAfter())) {
            return Change.NONE;
        }
        open = !open;
        changedSince = runningSince;
        running = 0;
        return open ? Change.OPENED : Change.CLOSED;
    }

    /** @return true if the condition has begun and not ended */
    public boolean isOpen() {
        return open;
    }

    /**
     * @return time of the first of the running values that made the condition begin, or end, the last time; meaningless
     *     if it has never begun
     */
    public long changedSince() {
        return changedSince;
    }

    public HysteresisLevel level() {
        return level;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeDouble(level.open());
        out.writeDouble(level.close());
        out.writeInt(level.openAfter());
        out.writeInt(level.closeAfter());
        out.writeLong(level.longestGap().toMillis());
        out.writeBoolean(open);
        out.writeInt(running);
        out.writeLong(runningSince);
        out.writeLong(newest);
        out.writeLong(changedSince);
    }

    public static Hysteresis readFrom(DataInput in) throws IOException {
        Hysteresis hysteresis = new Hysteresis(new HysteresisLevel(
                in.readDouble(), in.readDouble(), in.readInt(), in.readInt(), Duration.ofMillis(in.readLong())));
        hysteresis.open = in.readBoolean();
        hysteresis.running = in.readInt();
        hysteresis.runningSince = in.readLong();
        hysteresis.newest = in.readLong();
        hysteresis.changedSince = in.readLong();
        return hysteresis;
    }
}
