package io.barograph.servers.history;

import io.barograph.schemas.Varints;
import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;

/**
 * What was moved in the intervals that some samples close: bytes, operations, and how many samples say so. Additive:
 * the traffic of two servers, or of two stretches of time, is the sum. Corrections may be negative.
 */
public final class SampledTraffic {
    /** Number of amounts that {@link #of(long...)} takes. */
    public static final int COMPONENTS = 10;

    static final int READ_BYTES = 0;
    static final int WRITE_BYTES = 1;
    static final int READ_OPERATIONS = 2;
    static final int WRITE_OPERATIONS = 3;
    static final int SAMPLES = 4;
    static final int OPERATION_SAMPLES = 5;
    static final int RESTARTS = 6;
    static final int ZERO_READS = 7;
    static final int ZERO_WRITES = 8;
    static final int FAULTS = 9;

    /** Nothing moved, nothing known. */
    public static final SampledTraffic NONE = new SampledTraffic(new long[COMPONENTS]);

    private final long[] amounts;

    private SampledTraffic(long[] amounts) {
        this.amounts = amounts;
    }

    /**
     * @param amounts bytes read and written, read and write operations, samples, samples with operations, restarts,
     *     samples without a byte read, samples without a byte written, samples at fault
     */
    public static SampledTraffic of(long... amounts) {
        if (amounts.length != COMPONENTS) {
            throw new IllegalArgumentException("traffic has " + COMPONENTS + " components, not " + amounts.length);
        }
        return new SampledTraffic(amounts);
    }

    /**
     * @return what an increment says: bytes, operations and one sample; or one sample at fault. Operations count only where
     *     those of reading and of writing are known
     */
    static SampledTraffic of(CounterIncrement increment) {
        long[] sum = new long[COMPONENTS];
        add(increment, sum);
        return new SampledTraffic(sum);
    }

    /** Adds that to a sum of amounts, as of {@link #of(long...)}. */
    private static void add(CounterIncrement increment, long[] sum) {
        QuantityAmounts moved = increment.moved();
        Set<String> faults = increment.quantitiesAtFault();
        int sign = increment.sign();
        boolean readsAtFault = !faults.isEmpty() && faults.contains(QuantityAmounts.READ_BYTES);
        boolean writesAtFault = !faults.isEmpty() && faults.contains(QuantityAmounts.WRITE_BYTES);
        if (!(readsAtFault || moved.knows(QuantityAmounts.READ_BYTES))
                || !(writesAtFault || moved.knows(QuantityAmounts.WRITE_BYTES))) {
            return; // not reported, or too long ago
        }
        if (readsAtFault || writesAtFault) {
            sum[FAULTS] += sign;
            return;
        }
        long readBytes = moved.get(QuantityAmounts.READ_BYTES);
        long writeBytes = moved.get(QuantityAmounts.WRITE_BYTES);
        sum[READ_BYTES] += sign * readBytes;
        sum[WRITE_BYTES] += sign * writeBytes;
        sum[SAMPLES] += sign;
        Set<String> restarted = increment.restartedQuantities();
        if (restarted.contains(QuantityAmounts.READ_BYTES) || restarted.contains(QuantityAmounts.WRITE_BYTES)) {
            sum[RESTARTS] += sign;
        }
        sum[ZERO_READS] += readBytes == 0 ? sign : 0;
        sum[ZERO_WRITES] += writeBytes == 0 ? sign : 0;
        if (moved.knows(QuantityAmounts.READ_OPERATIONS) && moved.knows(QuantityAmounts.WRITE_OPERATIONS)) {
            sum[READ_OPERATIONS] += sign * moved.get(QuantityAmounts.READ_OPERATIONS);
            sum[WRITE_OPERATIONS] += sign * moved.get(QuantityAmounts.WRITE_OPERATIONS);
            sum[OPERATION_SAMPLES] += sign;
        }
    }

    /** @return what adds increments to a curve */
    static CounterChain.TrafficIncrements addingTo(MinuteCurve curve) {
        return new CounterChain.TrafficIncrements() {
            @Override
            public void add(long label, long[] was, long[] is, boolean hasOperations) {
                long[] sum = curve.at(label);
                for (int i = READ_BYTES; i <= (hasOperations ? WRITE_OPERATIONS : WRITE_BYTES); i++) {
                    sum[i] += is[i] - was[i];
                }
                sum[SAMPLES]++;
                sum[ZERO_READS] += is[READ_BYTES] == was[READ_BYTES] ? 1 : 0;
                sum[ZERO_WRITES] += is[WRITE_BYTES] == was[WRITE_BYTES] ? 1 : 0;
                sum[OPERATION_SAMPLES] += hasOperations ? 1 : 0;
            }

            @Override
            public void add(CounterIncrement increment) {
                SampledTraffic.add(increment, curve.at(increment.to()));
            }
        };
    }

    /** Adds these amounts to a sum. */
    public void addTo(long[] sum) {
        for (int i = 0; i < COMPONENTS; i++) {
            sum[i] += amounts[i];
        }
    }

    public long readBytes() {
        return amounts[READ_BYTES];
    }

    public long writeBytes() {
        return amounts[WRITE_BYTES];
    }

    /** @return read operations, of the samples that report them */
    public long readOperations() {
        return amounts[READ_OPERATIONS];
    }

    /** @return write operations, of the samples that report them */
    public long writeOperations() {
        return amounts[WRITE_OPERATIONS];
    }

    public long samples() {
        return amounts[SAMPLES];
    }

    /** @return number of those samples that report operations */
    public long operationSamples() {
        return amounts[OPERATION_SAMPLES];
    }

    public long restarts() {
        return amounts[RESTARTS];
    }

    /** @return number of samples that close an interval in which nothing was read */
    public long samplesWithoutReading() {
        return amounts[ZERO_READS];
    }

    /** @return number of samples that close an interval in which nothing was written */
    public long samplesWithoutWriting() {
        return amounts[ZERO_WRITES];
    }

    /** @return number of samples whose interval is unknown because the server's counters are at fault */
    public long faults() {
        return amounts[FAULTS];
    }

    long component(int index) {
        return amounts[index];
    }

    /** @param other traffic of other servers or another time */
    public SampledTraffic plus(SampledTraffic other) {
        long[] sum = amounts.clone();
        other.addTo(sum);
        return new SampledTraffic(sum);
    }

    public SampledTraffic minus(SampledTraffic other) {
        long[] difference = amounts.clone();
        for (int i = 0; i < COMPONENTS; i++) {
            difference[i] -= other.amounts[i];
        }
        return new SampledTraffic(difference);
    }

    boolean isNone() {
        return Arrays.equals(amounts, NONE.amounts);
    }

    public void writeTo(DataOutput out) throws IOException {
        for (long amount : amounts) {
            Varints.write(amount, out);
        }
    }

    public static SampledTraffic readFrom(DataInput in) throws IOException {
        long[] amounts = new long[COMPONENTS];
        for (int i = 0; i < COMPONENTS; i++) {
            amounts[i] = Varints.read(in);
        }
        return new SampledTraffic(amounts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SampledTraffic traffic && Arrays.equals(amounts, traffic.amounts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(amounts);
    }

    @Override
    public String toString() {
        return "read " + readBytes() + " B, written " + writeBytes() + " B, " + readOperations() + " reads, "
                + writeOperations() + " writes, " + samples() + " samples, " + restarts() + " restarts";
    }
}
