package io.barograph.slowdown;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.mapping.CubicallyInterpolatedMapping;
import com.datadoghq.sketch.ddsketch.mapping.IndexMapping;
import com.datadoghq.sketch.ddsketch.store.Bin;
import com.datadoghq.sketch.ddsketch.store.Store;
import com.datadoghq.sketch.ddsketch.store.UnboundedSizeDenseStore;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Supplier;

/**
 * Values in logarithmic bins, zero in one of its own: each is known to a relative error of 1 % (DDSketch: Masson, Rim and
 * Lee, VLDB 2019, section 2). Any order and grouping of the same values gives the same bins, bit for bit: they hold counts,
 * and the bin of a value is found by arithmetic alone, not by a library's logarithm. Not thread-safe.
 *
 * <p>Size: 8 bytes a bin, about 117 bins a decade from the smallest value to the largest; the caller bounds both.
 */
public final class LogarithmicBins {
    /** Bound on the relative error of a value. */
    public static final double RELATIVE_ERROR = 0.01;

    private static final IndexMapping MAPPING = new CubicallyInterpolatedMapping(RELATIVE_ERROR);
    private static final Supplier<Store> STORE = UnboundedSizeDenseStore::new;

    private final DDSketch sketch;

    /** Without values. */
    public LogarithmicBins() {
        this(new DDSketch(MAPPING, STORE));
    }

    private LogarithmicBins(DDSketch sketch) {
        this.sketch = sketch;
    }

    /** @param value not negative */
    public void add(double value) {
        sketch.accept(value);
    }

    /** @param other values to add to these; not changed */
    public void merge(LogarithmicBins other) {
        sketch.mergeWith(other.sketch);
    }

    public long count() {
        return (long) sketch.getCount();
    }

    /**
     * @param rank place in ascending order, from 0 to {@link #count()} - 1
     * @return the value there, to 1 %
     */
    public double valueAt(long rank) {
        long count = count();
        // the library cuts quantile x (count - 1) to a whole number: half a rank more keeps rounding from losing one
        return sketch.getValueAtQuantile(count == 1 ? 0 : Math.min(1, (rank + 0.5) / (count - 1)));
    }

    /** @return the bins of values above zero that are not empty, ascending */
    public Iterator<Bin> bins() {
        return sketch.getPositiveValueStore().getAscendingIterator();
    }

    public static double middle(int index) {
        return MAPPING.value(index);
    }

    /** @return what {@link #valueAt} says of it */
    public static double held(double value) {
        return MAPPING.value(MAPPING.index(value));
    }

    public void writeTo(DataOutput out) throws IOException {
        GrowingByteArrayOutput bytes = GrowingByteArrayOutput.withDefaultInitialCapacity();
        sketch.encode(bytes, true);
        out.writeInt(bytes.numWrittenBytes());
        out.write(bytes.backingArray(), 0, bytes.numWrittenBytes());
    }

    /**
     * @return what {@link #writeTo} wrote
     * @throws IOException if reading fails or the bytes are no bins
     */
    public static LogarithmicBins readFrom(DataInput in) throws IOException {
        byte[] bytes = BinaryCollections.readBytes(in);
        return new LogarithmicBins(DDSketch.decode(ByteArrayInput.wrap(bytes), STORE, MAPPING));
    }
}
