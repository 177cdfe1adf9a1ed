package io.barograph.servers.counters;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The samples of one server in one minute, in order of time, as primitive arrays: the counters as they were reported,
 * and how late each was published. Holds also the last in-time sample before the minute, so that a difference needs no
 * second block.
 */
public final class SampleBlock {
    static final long MINUTE = 60_000;

    static final long NOT_REPORTED = Long.MIN_VALUE;

    static final int COUNTERS_OF_DATA = QuantityAmounts.OF_DATA_SERVERS.size();

    private int size;
    private int[] offsets = {};
    private long[] delays = {};
    /** In ascending order; replaced, never changed. */
    private String[] quantities = {};
    /** By quantity, then by sample. */
    private long[][] counters = {};

    /** What the samples before show to be at fault, by the offset of the sample; samples without a fault are absent. */
    private Map<Integer, Set<String>> faults = Map.of();

    private CounterSample predecessor;

    SampleBlock(CounterSample predecessor) {
        this.predecessor = predecessor;
    }

    /** @return number of the minute since the epoch */
    static long minuteOf(long time) {
        return Math.floorDiv(time, MINUTE);
    }

    int size() {
        return size;
    }

    CounterSample predecessor() {
        return predecessor;
    }

    void setPredecessor(CounterSample predecessor) {
        this.predecessor = predecessor;
    }

    long time(long minute, int index) {
        return minute * MINUTE + offsets[index];
    }

    /** Delay of publication of a sample, milliseconds; decides whether it came in time. */
    long delay(int index) {
        return delays[index];
    }

    CounterSample sample(long minute, int index) {
        long time = time(minute, index);
        long[] values = new long[quantities.length];
        for (int q = 0; q < values.length; q++) {
            values[q] = counters[q][index];
        }
        return new CounterSample(
                time,
                time + delays[index],
                QuantityAmounts.ofKnown(quantities, values, value -> value != NOT_REPORTED));
    }

    /** Takes bytes read and written, read and write operations of a sample; {@link #NOT_REPORTED} for those that are not. */
    void countersOfData(int index, long[] found) {
        int[] places = QuantityAmounts.placesOfData(quantities);
        for (int i = 0; i < COUNTERS_OF_DATA; i++) {
            found[i] = places[i] < 0 ? NOT_REPORTED : counters[places[i]][index];
        }
    }

    /** Takes the same of the last sample in time before the minute; false if there is none. */
    boolean countersOfDataBefore(long[] found) {
        if (predecessor == null) {
            return false;
        }
        int[] places = QuantityAmounts.placesOfData(predecessor.counters().names());
        for (int i = 0; i < COUNTERS_OF_DATA; i++) {
            found[i] = places[i] < 0 ? NOT_REPORTED : predecessor.counters().value(places[i]);
        }
        return true;
    }

    /** Index of the sample at this instant, or {@code -(insertion point) - 1}. */
    int find(long time) {
        return Arrays.binarySearch(offsets, 0, size, (int) Math.floorMod(time, MINUTE));
    }

    void insert(int index, CounterSample sample) {
        QuantityAmounts amounts = sample.counters();
        for (int i = 0; i < amounts.size(); i++) {
            if (QuantityAmounts.indexOf(quantities, amounts.quantity(i), i) < 0) {
                addQuantity(amounts.quantity(i));
            }
        }
        if (size == offsets.length) {
            int roomy = size < 12 ? 12 : size * 2;
            offsets = Arrays.copyOf(offsets, roomy);
            delays = Arrays.copyOf(delays, roomy);
            for (int q = 0; q < counters.length; q++) {
                counters[q] = Arrays.copyOf(counters[q], roomy);
            }
        }
        System.arraycopy(offsets, index, offsets, index + 1, size - index);
        offsets[index] = (int) Math.floorMod(sample.time(), MINUTE);
        insert(delays, index, sample.publishedAt() - sample.time());
        for (int q = 0; q < counters.length; q++) {
            int reported = amounts.indexOf(quantities[q], q);
            insert(counters[q], index, reported < 0 ? NOT_REPORTED : amounts.value(reported));
        }
        size++;
    }

    private void insert(long[] column, int index, long value) {
        System.arraycopy(column, index, column, index + 1, size - index);
        column[index] = value;
    }

    private void addQuantity(String quantity) {
        int at = -Arrays.binarySearch(quantities, quantity) - 1;
        int count = quantities.length;
        String[] names = Arrays.copyOf(quantities, count + 1);
        counters = Arrays.copyOf(counters, count + 1);
        System.arraycopy(names, at, names, at + 1, count - at);
        System.arraycopy(counters, at, counters, at + 1, count - at);
        names[at] = quantity;
        counters[at] = new long[offsets.length];
        Arrays.fill(counters[at], NOT_REPORTED);
        quantities = QuantityAmounts.shared(names);
    }

    /** What the samples before a sample show to be at fault in it: names of quantities. */
    Set<String> faults(int index) {
        return faults.isEmpty() ? Set.of() : faults.getOrDefault(offsets[index], Set.of());
    }

    void setFaults(int index, Set<String> found) {
        if (faults(index).equals(found)) {
            return;
        }
        Map<Integer, Set<String>> changed = new HashMap<>(faults);
        changed.remove(offsets[index]);
        if (!found.isEmpty()) {
            changed.put(offsets[index], found);
        }
        faults = changed;
    }

    /** Counters grow little by little and samples come at a steady pace, so differences are small numbers. */
    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeOptional(predecessor, out, SampleBlock::writeSample);
        Varints.write(size, out);
        QuantityAmounts.writeNames(quantities, out);
        long lastOffset = 0;
        long lastDelay = predecessor == null ? 0 : predecessor.publishedAt() - predecessor.time();
        long[] last = startOfDifferences();
        for (int i = 0; i < size; i++) {
            Varints.write(offsets[i] - lastOffset, out);
            lastOffset = offsets[i];
            Varints.write(delays[i] - lastDelay, out);
            lastDelay = delays[i];
            for (int q = 0; q < last.length; q++) {
                Varints.write(counters[q][i] - last[q], out); // may overflow: reading overflows back
                last[q] = counters[q][i];
            }
        }
        BinaryCollections.writeMap(
                faults,
                out,
                BinaryCollections.INT,
                (found, to) -> BinaryCollections.write(found, to, BinaryCollections.TEXT));
    }

    public static SampleBlock readFrom(DataInput in) throws IOException {
        SampleBlock block = new SampleBlock(in.readBoolean() ? readSample(in) : null);
        block.size = (int) Varints.read(in);
        block.quantities = QuantityAmounts.readNames(in);
        block.offsets = new int[block.size];
        block.delays = new long[block.size];
        block.counters = new long[block.quantities.length][block.size];
        long offset = 0;
        long delay = block.predecessor == null ? 0 : block.predecessor.publishedAt() - block.predecessor.time();
        long[] last = block.startOfDifferences();
        for (int i = 0; i < block.size; i++) {
            offset += Varints.read(in);
            block.offsets[i] = (int) offset;
            delay += Varints.read(in);
            block.delays[i] = delay;
            for (int q = 0; q < last.length; q++) {
                last[q] += Varints.read(in);
                block.counters[q][i] = last[q];
            }
        }
        Map<Integer, Set<String>> faults = new HashMap<>();
        BinaryCollections.readMap(faults, in, DataInput::readInt, from -> {
            Set<String> found = new TreeSet<>();
            BinaryCollections.read(from, DataInput::readUTF, found::add);
            return found;
        });
        block.faults = faults.isEmpty() ? Map.of() : faults;
        return block;
    }

    private long[] startOfDifferences() {
        long[] start = new long[quantities.length];
        for (int q = 0; predecessor != null && q < start.length; q++) {
            int reported = predecessor.counters().indexOf(quantities[q], q);
            start[q] = reported < 0 ? 0 : predecessor.counters().value(reported);
        }
        return start;
    }

    private static void writeSample(CounterSample sample, DataOutput out) throws IOException {
        Varints.write(sample.time(), out);
        Varints.write(sample.publishedAt() - sample.time(), out);
        sample.counters().writeTo(out);
    }

    private static CounterSample readSample(DataInput in) throws IOException {
        long time = Varints.read(in);
        return new CounterSample(time, time + Varints.read(in), QuantityAmounts.readFrom(in));
    }
}
