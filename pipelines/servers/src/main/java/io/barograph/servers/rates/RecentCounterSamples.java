package io.barograph.servers.rates;

import io.barograph.schemas.Varints;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The latest readings of one server, by time: turns samples, in whatever order they arrive, into increments. A sample
 * that arrives between two others takes back the increment between them and gives two instead, so whoever adds up all
 * increments with their signs has the same sums for every order of arrival. What a counter cannot have moved is left out
 * ({@link CounterRule}).
 *
 * <p>State: 8 bytes per reading and one more 8 per quantity, from {@link #forgetBefore} on.
 */
public final class RecentCounterSamples {
    public enum Outcome {
        /** It is counted. */
        COUNTED,
        /** There is a reading of that instant already; the first one stays. */
        DUPLICATE,
        /** It is older than what is kept; it changes nothing. */
        TOO_OLD
    }

    private static final int NOT_REPORTED = -1;

    private String[] quantities = {};
    private int size;
    private long[] times = {};
    /** By quantity, then by reading. */
    private long[][] counters = {};

    private long keptFrom = Long.MIN_VALUE;

    /**
     * @param bounds what the server cannot exceed; the same for all readings
     * @param increments takes what the reading adds and takes back
     */
    public Outcome insert(ServerCounterSample reading, CounterBounds bounds, Consumer<CounterIncrement> increments) {
        if (reading.time() < keptFrom) {
            return Outcome.TOO_OLD;
        }
        int found = Arrays.binarySearch(times, 0, size, reading.time());
        if (found >= 0) {
            return Outcome.DUPLICATE;
        }
        int at = -found - 1;
        if (at == size) {
            put(at, reading);
            if (at > 0) {
                increments.accept(increment(at, bounds, 1));
            }
        } else {
            insertBefore(at, reading, bounds, increments);
        }
        return Outcome.COUNTED;
    }

    /** A reading between two others also decides about the intervals that follow: {@link CounterRule} looks back. */
    private void insertBefore(
            int at, ServerCounterSample reading, CounterBounds bounds, Consumer<CounterIncrement> increments) {
        int last = Math.min(size - 1, at + CounterRule.LOOK_BACK);
        CounterIncrement[] before = new CounterIncrement[last - at + 1];
        for (int i = at; i <= last; i++) {
            before[i - at] = i == 0 ? null : increment(i, bounds, -1);
        }
        put(at, reading);
        if (before[0] != null) {
            increments.accept(before[0]);
            increments.accept(increment(at, bounds, 1));
        }
        increments.accept(increment(at + 1, bounds, 1));
        for (int i = at + 1; i <= last; i++) {
            CounterIncrement now = increment(i + 1, bounds, 1);
            if (!now.takesBack(before[i - at])) {
                increments.accept(before[i - at]);
                increments.accept(now);
            }
        }
    }

    /** What the reading at this place says of the interval that it closes. */
    private CounterIncrement increment(int at, CounterBounds bounds, int sign) {
        long from = times[at - 1];
        long to = times[at];
        if (CounterRule.beginsAnew(from, to)) {
            return new CounterIncrement(from, to, QuantityAmounts.NONE, sign, false, true);
        }
        long[] values = new long[quantities.length];
        int known = 0;
        boolean restarted = false;
        boolean fault = false;
        for (int q = 0; q < quantities.length; q++) {
            long[] counter = counters[q];
            values[q] = NOT_REPORTED;
            if (counter[at - 1] == NOT_REPORTED || counter[at] == NOT_REPORTED) {
                continue;
            }
            long moved = CounterRule.moved(times, counter, at, QuantityAmounts.maxPerSecond(quantities[q], bounds));
            if (moved == CounterRule.FAULT) {
                fault = true;
            } else {
                values[q] = moved;
                known++;
                restarted |= counter[at] < counter[at - 1];
            }
        }
        return new CounterIncrement(from, to, amounts(values, known), sign, restarted, fault);
    }

    private QuantityAmounts amounts(long[] values, int known) {
        if (known == values.length) {
            return QuantityAmounts.ofSorted(quantities, values);
        }
        String[] names = new String[known];
        long[] amounts = new long[known];
        int next = 0;
        for (int q = 0; q < values.length; q++) {
            if (values[q] != NOT_REPORTED) {
                names[next] = quantities[q];
                amounts[next++] = values[q];
            }
        }
        return QuantityAmounts.ofSorted(names, amounts);
    }

    private void put(int at, ServerCounterSample reading) {
        QuantityAmounts amounts = reading.counters();
        for (int i = 0; i < amounts.size(); i++) {
            if (!isQuantity(i, amounts.quantity(i)) && Arrays.binarySearch(quantities, amounts.quantity(i)) < 0) {
                addQuantity(amounts.quantity(i));
            }
        }
        if (size == times.length) {
            int roomy = size < 4 ? 8 : size * 2;
            times = Arrays.copyOf(times, roomy);
            for (int q = 0; q < quantities.length; q++) {
                counters[q] = Arrays.copyOf(counters[q], roomy);
            }
        }
        System.arraycopy(times, at, times, at + 1, size - at);
        times[at] = reading.time();
        for (int q = 0; q < quantities.length; q++) {
            System.arraycopy(counters[q], at, counters[q], at + 1, size - at);
            counters[q][at] = valueOf(q, amounts);
        }
        size++;
    }

    private boolean isQuantity(int q, String quantity) {
        return q < quantities.length && quantities[q].equals(quantity);
    }

    /** Readings of a server name the same quantities, as a rule: then they have the same places. */
    private long valueOf(int q, QuantityAmounts amounts) {
        if (q < amounts.size() && isQuantity(q, amounts.quantity(q))) {
            return amounts.value(q);
        }
        return amounts.knows(quantities[q]) ? amounts.get(quantities[q]) : NOT_REPORTED;
    }

    private void addQuantity(String quantity) {
        int at = -Arrays.binarySearch(quantities, quantity) - 1;
        int count = quantities.length;
        quantities = Arrays.copyOf(quantities, count + 1);
        counters = Arrays.copyOf(counters, count + 1);
        System.arraycopy(quantities, at, quantities, at + 1, count - at);
        System.arraycopy(counters, at, counters, at + 1, count - at);
        quantities[at] = quantity;
        counters[at] = new long[times.length];
        Arrays.fill(counters[at], NOT_REPORTED);
    }

    /**
     * Forgets what is older, but for the last reading before that time, which the next difference needs, and those that
     * {@link CounterRule} looks back to. A reading that is older than this and comes later is refused.
     *
     * @param time milliseconds since the epoch
     */
    public void forgetBefore(long time) {
        if (time <= keptFrom) {
            return;
        }
        keptFrom = time;
        int found = Arrays.binarySearch(times, 0, size, time);
        int first = Math.max(0, (found >= 0 ? found : -found - 1) - 1 - CounterRule.LOOK_BACK);
        if (first > 0) {
            size -= first;
            System.arraycopy(times, first, times, 0, size);
            for (long[] counter : counters) {
                System.arraycopy(counter, first, counter, 0, size);
            }
        }
    }

    /** @return number of readings kept */
    public int size() {
        return size;
    }

    /**
     * @return instant of the latest reading, milliseconds since the epoch
     * @throws IllegalStateException if there is none
     */
    public long latest() {
        if (size == 0) {
            throw new IllegalStateException("there is no reading yet");
        }
        return times[size - 1];
    }

    /** @return a copy that shares nothing mutable with this one */
    public RecentCounterSamples copy() {
        RecentCounterSamples copy = new RecentCounterSamples();
        copy.quantities = quantities.clone();
        copy.size = size;
        copy.times = Arrays.copyOf(times, size);
        copy.counters = new long[quantities.length][];
        for (int q = 0; q < quantities.length; q++) {
            copy.counters[q] = Arrays.copyOf(counters[q], size);
        }
        copy.keptFrom = keptFrom;
        return copy;
    }

    /** Differences of times and counters are small numbers; they may overflow, and reading overflows back. */
    public void writeTo(DataOutput out) throws IOException {
        Varints.write(keptFrom, out);
        Varints.write(size, out);
        writeDifferences(times, out);
        Varints.write(quantities.length, out);
        for (int q = 0; q < quantities.length; q++) {
            out.writeUTF(quantities[q]);
            writeDifferences(counters[q], out);
        }
    }

    private void writeDifferences(long[] numbers, DataOutput out) throws IOException {
        long last = 0;
        for (int i = 0; i < size; i++) {
            Varints.write(numbers[i] - last, out);
            last = numbers[i];
        }
    }

    public static RecentCounterSamples readFrom(DataInput in) throws IOException {
        RecentCounterSamples readings = new RecentCounterSamples();
        readings.keptFrom = Varints.read(in);
        readings.size = (int) Varints.read(in);
        readings.times = readings.readDifferences(in);
        int count = (int) Varints.read(in);
        readings.quantities = new String[count];
        readings.counters = new long[count][];
        for (int q = 0; q < count; q++) {
            readings.quantities[q] = in.readUTF();
            readings.counters[q] = readings.readDifferences(in);
        }
        return readings;
    }

    private long[] readDifferences(DataInput in) throws IOException {
        long[] numbers = new long[size];
        long last = 0;
        for (int i = 0; i < size; i++) {
            last += Varints.read(in);
            numbers[i] = last;
        }
        return numbers;
    }
}
