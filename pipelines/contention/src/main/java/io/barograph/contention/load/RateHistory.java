package io.barograph.contention.load;

import io.barograph.contention.event.ServerTraffic;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The rates of a file system in the last hours, one value per interval and kind of load, in single precision.
 *
 * <p>Size: {@value #MAX} intervals, 11 h of 5 s; 12 bytes each.
 */
public final class RateHistory {
    public static final int MAX = 1 << 13;

    private static final List<EventType> LOADS = List.of(EventType.READ, EventType.WRITE, EventType.METADATA);

    private final float[][] rates = new float[LOADS.size()][MAX];
    private long intervalMillis;
    private long newest = TrackedEvent.NONE;
    private int size;

    /** @param sample the next one; what lies between it and the one before is not known */
    public void add(LoadSample sample) {
        long number = sample.time() / sample.intervalMillis();
        if (intervalMillis != sample.intervalMillis() || newest == TrackedEvent.NONE || number - newest > MAX) {
            intervalMillis = sample.intervalMillis();
            size = 0;
            newest = number - 1;
        }
        while (newest < number) {
            newest++;
            size = Math.min(MAX, size + 1);
            for (float[] ofLoad : rates) {
                ofLoad[slot(newest)] = Float.NaN;
            }
        }
        rates[0][slot(number)] = (float) sample.readPerSecond();
        rates[1][slot(number)] = (float) sample.writePerSecond();
        rates[2][slot(number)] = (float) sample.operationsPerSecond();
    }

    private static int slot(long number) {
        return (int) Math.floorMod(number, (long) MAX);
    }

    public long intervalMillis() {
        return intervalMillis;
    }

    /** @return true if it reaches back so far */
    public boolean holds(long from) {
        return size > 0 && from >= (newest - size) * intervalMillis;
    }

    /**
     * @param from begin, milliseconds since the epoch
     * @return rate of each interval with its label in (from, to] that is kept
     */
    public double[] series(EventType load, long from, long to) {
        if (size == 0) {
            return new double[0];
        }
        float[] ofLoad = rates[LOADS.indexOf(load)];
        long first = first(from);
        double[] series = new double[(int) Math.max(0, last(to) - first + 1)];
        for (int i = 0; i < series.length; i++) {
            series[i] = ofLoad[slot(first + i)];
        }
        return series;
    }

    /** @return what was moved in (from, to]; intervals without a rate are missing */
    public ServerTraffic traffic(long from, long to) {
        if (size == 0) {
            return ServerTraffic.NONE;
        }
        double[] sums = new double[rates.length];
        long missing = 0;
        long first = first(from);
        long last = last(to);
        for (long number = first; number <= last; number++) {
            int slot = slot(number);
            for (int i = 0; i < sums.length; i++) {
                float rate = rates[i][slot];
                sums[i] += Float.isFinite(rate) ? rate : 0;
            }
            missing += Float.isNaN(rates[0][slot]) && Float.isNaN(rates[2][slot]) ? 1 : 0;
        }
        double seconds = intervalMillis / 1e3;
        return new ServerTraffic(
                sums[0] * seconds, sums[1] * seconds, sums[2] * seconds, Math.max(0, last - first + 1), missing);
    }

    private long first(long from) {
        return Math.max(newest - size + 1, Math.floorDiv(from, intervalMillis) + 1);
    }

    private long last(long to) {
        return Math.min(newest, Math.floorDiv(to, intervalMillis));
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(intervalMillis);
        out.writeLong(newest);
        out.writeInt(size);
        for (long number = newest - size + 1; number <= newest; number++) {
            for (float[] ofLoad : rates) {
                out.writeFloat(ofLoad[slot(number)]);
            }
        }
    }

    public static RateHistory readFrom(DataInput in) throws IOException {
        RateHistory history = new RateHistory();
        history.intervalMillis = in.readLong();
        history.newest = in.readLong();
        history.size = in.readInt();
        for (long number = history.newest - history.size + 1; number <= history.newest; number++) {
            for (float[] ofLoad : history.rates) {
                ofLoad[slot(number)] = in.readFloat();
            }
        }
        return history;
    }
}
