package io.barograph.servers.history;

import io.barograph.schemas.Varints;
import io.barograph.servers.counters.CounterBounds;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The samples of one server in one minute, in order of time, as primitive arrays: the counters as they were reported,
 * and how late each was published. Holds also the last in-time sample before the minute, so that a difference needs no
 * second block.
 */
public final class SampleBlock {
    private static final int[] NO_INTS = {};
    private static final long[] NO_LONGS = {};

    private int size;
    private int[] offsets = NO_INTS;
    private long[] delays = NO_LONGS;
    private long[] readBytes = NO_LONGS;
    private long[] writeBytes = NO_LONGS;

    /** Null while no sample of the minute reports operations. */
    private long[] readOperations;

    private long[] writeOperations;

    /** What the samples before show to be at fault; null while that is nothing. */
    private byte[] faults;

    private CounterSample predecessor;

    SampleBlock(CounterSample predecessor) {
        this.predecessor = predecessor;
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
        return minute * HistoryPolicy.MINUTE + offsets[index];
    }

    /** Delay of publication of a sample, milliseconds; decides whether it came in time. */
    long delay(int index) {
        return delays[index];
    }

    CounterSample sample(long minute, int index) {
        long time = time(minute, index);
        return new CounterSample(
                time,
                time + delays[index],
                readBytes[index],
                writeBytes[index],
                readOperations == null ? CounterSample.NOT_REPORTED : readOperations[index],
                writeOperations == null ? CounterSample.NOT_REPORTED : writeOperations[index]);
    }

    /**
     * Adds the traffic of the intervals that samples before an instant close, of those that came in time.
     *
     * @param sum amounts, as of {@link SampledTraffic#of}
     */
    void addBefore(long minute, long instant, HistoryPolicy policy, CounterBounds bounds, long[] sum) {
        CounterSample previous = predecessor;
        for (int i = 0; i < size && time(minute, i) < instant; i++) {
            if (delays[i] <= policy.lateness().toMillis()) {
                CounterSample sample = sample(minute, i);
                SampledTraffic.addBetween(previous, sample, bounds, faults(i), sum);
                previous = sample;
            }
        }
    }

    /** Index of the sample at this instant, or {@code -(insertion point) - 1}. */
    int find(long time) {
        return Arrays.binarySearch(offsets, 0, size, (int) Math.floorMod(time, HistoryPolicy.MINUTE));
    }

    void insert(int index, CounterSample sample) {
        offsets = makeRoom(offsets, index);
        offsets[index] = (int) Math.floorMod(sample.time(), HistoryPolicy.MINUTE);
        delays = makeRoom(delays, index);
        delays[index] = sample.publishedAt() - sample.time();
        readBytes = makeRoom(readBytes, index);
        readBytes[index] = sample.readBytes();
        writeBytes = makeRoom(writeBytes, index);
        writeBytes[index] = sample.writeBytes();
        if (sample.hasOperations() && readOperations == null) {
            readOperations = notReported(size);
            writeOperations = notReported(size);
        }
        if (readOperations != null) {
            readOperations = makeRoom(readOperations, index);
            readOperations[index] = sample.readOperations();
            writeOperations = makeRoom(writeOperations, index);
            writeOperations[index] = sample.writeOperations();
        }
        if (faults != null) {
            byte[] roomy = new byte[offsets.length];
            System.arraycopy(faults, 0, roomy, 0, index);
            System.arraycopy(faults, index, roomy, index + 1, size - index);
            faults = roomy;
        }
        size++;
    }

    /** What the samples before a sample show to be at fault in it ({@link SampledTraffic#FAULT_OF_BYTES} and the like). */
    int faults(int index) {
        return faults == null ? 0 : faults[index];
    }

    void setFaults(int index, int found) {
        if (faults == null && found != 0) {
            faults = new byte[offsets.length];
        }
        if (faults != null) {
            faults[index] = (byte) found;
        }
    }

    private static long[] notReported(int length) {
        long[] array = new long[length];
        Arrays.fill(array, CounterSample.NOT_REPORTED);
        return array;
    }

    private long[] makeRoom(long[] array, int index) {
        long[] roomy = size < array.length ? array : Arrays.copyOf(array, grown());
        System.arraycopy(roomy, index, roomy, index + 1, size - index);
        return roomy;
    }

    private int[] makeRoom(int[] array, int index) {
        int[] roomy = size < array.length ? array : Arrays.copyOf(array, grown());
        System.arraycopy(roomy, index, roomy, index + 1, size - index);
        return roomy;
    }

    private int grown() {
        return size < 12 ? 12 : size * 2;
    }

    /** @return a copy that shares nothing mutable with this block */
    public SampleBlock copy() {
        SampleBlock copy = new SampleBlock(predecessor);
        copy.size = size;
        copy.offsets = offsets.clone();
        copy.delays = delays.clone();
        copy.readBytes = readBytes.clone();
        copy.writeBytes = writeBytes.clone();
        copy.readOperations = readOperations == null ? null : readOperations.clone();
        copy.writeOperations = writeOperations == null ? null : writeOperations.clone();
        copy.faults = faults == null ? null : faults.clone();
        return copy;
    }

    /** Counters grow little by little and samples come at a steady pace, so differences are small numbers. */
    public void writeTo(DataOutput out) throws IOException {
        writeSample(predecessor, out);
        Varints.write(size, out);
        out.writeBoolean(readOperations != null);
        out.writeBoolean(faults != null);
        long[] last = startOfDifferences();
        for (int i = 0; i < size; i++) {
            writeDifference(offsets[i], last, 0, out);
            writeDifference(delays[i], last, 1, out);
            writeDifference(readBytes[i], last, 2, out);
            writeDifference(writeBytes[i], last, 3, out);
            if (readOperations != null) {
                writeDifference(readOperations[i], last, 4, out);
                writeDifference(writeOperations[i], last, 5, out);
            }
            if (faults != null) {
                out.writeByte(faults[i]);
            }
        }
    }

    private long[] startOfDifferences() {
        return predecessor == null
                ? new long[6]
                : new long[] {
                    0,
                    predecessor.publishedAt() - predecessor.time(),
                    predecessor.readBytes(),
                    predecessor.writeBytes(),
                    predecessor.readOperations(),
                    predecessor.writeOperations()
                };
    }

    /** Differences may overflow; reading overflows back. */
    private static void writeDifference(long number, long[] last, int column, DataOutput out) throws IOException {
        Varints.write(number - last[column], out);
        last[column] = number;
    }

    private static long readDifference(long[] last, int column, DataInput in) throws IOException {
        last[column] += Varints.read(in);
        return last[column];
    }

    public static SampleBlock readFrom(DataInput in) throws IOException {
        SampleBlock block = new SampleBlock(readSample(in));
        int size = (int) Varints.read(in);
        boolean operations = in.readBoolean();
        boolean faults = in.readBoolean();
        block.size = size;
        block.offsets = new int[size];
        block.delays = new long[size];
        block.readBytes = new long[size];
        block.writeBytes = new long[size];
        block.readOperations = operations ? new long[size] : null;
        block.writeOperations = operations ? new long[size] : null;
        block.faults = faults ? new byte[size] : null;
        long[] last = block.startOfDifferences();
        for (int i = 0; i < size; i++) {
            block.offsets[i] = (int) readDifference(last, 0, in);
            block.delays[i] = readDifference(last, 1, in);
            block.readBytes[i] = readDifference(last, 2, in);
            block.writeBytes[i] = readDifference(last, 3, in);
            if (operations) {
                block.readOperations[i] = readDifference(last, 4, in);
                block.writeOperations[i] = readDifference(last, 5, in);
            }
            if (faults) {
                block.faults[i] = in.readByte();
            }
        }
        return block;
    }

    static void writeSample(CounterSample sample, DataOutput out) throws IOException {
        out.writeBoolean(sample != null);
        if (sample != null) {
            Varints.write(sample.time(), out);
            Varints.write(sample.publishedAt() - sample.time(), out);
            Varints.write(sample.readBytes(), out);
            Varints.write(sample.writeBytes(), out);
            Varints.write(sample.readOperations(), out);
            Varints.write(sample.writeOperations(), out);
        }
    }

    static CounterSample readSample(DataInput in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        long time = Varints.read(in);
        return new CounterSample(
                time, time + Varints.read(in), Varints.read(in), Varints.read(in), Varints.read(in), Varints.read(in));
    }
}
