package io.barograph.slowdown;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The calm minutes of a day, counted, and those in harm, with what was measured in them: if days on end know nothing but
 * harm, that has become the level of the system.
 *
 * <p>Size: a histogram for each host and server if there was harm on the day.
 */
public final class HarmedDay {
    /** As many days on end with hardly a calm minute are a lasting change. */
    public static final int LASTING_DAYS = 7;

    /** Part of the minutes that must be in harm. */
    private static final double LASTING_PART = 0.9;

    private int calm;
    private int harmed;
    private ProbeInterval timings = new ProbeInterval();

    public void calm() {
        calm++;
    }

    public void harmed(ProbeInterval minute) {
        harmed++;
        timings.merge(minute);
    }

    /** @return true if there was hardly a calm minute */
    public boolean isHarmed() {
        return harmed > 0 && harmed >= LASTING_PART * (harmed + calm);
    }

    public int harmedMinutes() {
        return harmed;
    }

    /** @return what was measured in them; not to be changed */
    public ProbeInterval timings() {
        return timings;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(calm);
        out.writeInt(harmed);
        timings.writeTo(out);
    }

    /** @return what {@link #writeTo} wrote */
    public static HarmedDay readFrom(DataInput in) throws IOException {
        HarmedDay day = new HarmedDay();
        day.calm = in.readInt();
        day.harmed = in.readInt();
        day.timings = ProbeInterval.readFrom(in);
        return day;
    }
}
