package io.barograph.analytics.contention;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.mapping.CubicallyInterpolatedMapping;
import com.datadoghq.sketch.ddsketch.mapping.IndexMapping;
import com.datadoghq.sketch.ddsketch.store.Store;
import com.datadoghq.sketch.ddsketch.store.UnboundedSizeDenseStore;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Rates in logarithmic bins, zero in one of its own: quantiles with a relative error of 1 % (DDSketch: Masson, Rim and Lee,
 * VLDB 2019, section 2). Any order and grouping of the same rates gives the same histogram.
 *
 * <p>Size: 8 bytes a bin, about 117 bins a decade; 17 kB for all that can be held.
 */
final class RateHistogram {
    /** Lower rates count as none, per second: one in 15 min is less. */
    static final double LEAST = 1e-3;

    /** Higher ones count as this, per second. */
    static final double MOST = 1e15;

    private static final IndexMapping MAPPING = new CubicallyInterpolatedMapping(0.01);
    private static final Supplier<Store> STORE = UnboundedSizeDenseStore::new;

    private final DDSketch sketch;

    RateHistogram() {
        this(new DDSketch(MAPPING, STORE));
    }

    private RateHistogram(DDSketch sketch) {
        this.sketch = sketch;
    }

    void add(double perSecond) {
        sketch.accept(perSecond < LEAST ? 0 : Math.min(MOST, perSecond));
    }

    void merge(RateHistogram other) {
        sketch.mergeWith(other.sketch);
    }

    long count() {
        return (long) sketch.getCount();
    }

    /** The rate that at least the given part of all do not exceed; NaN if there are none. */
    double quantile(double part) {
        long count = count();
        if (count == 0) {
            return Double.NaN;
        }
        // the library cuts to a whole number: half a rank more keeps rounding from losing one
        double rank = Math.max(0, Math.ceil(part * count) - 1);
        return sketch.getValueAtQuantile(count == 1 ? 0 : Math.min(1, (rank + 0.5) / (count - 1)));
    }

    RateHistogram copy() {
        return new RateHistogram(sketch.copy());
    }

    void writeTo(DataOutput out) throws IOException {
        GrowingByteArrayOutput bytes = GrowingByteArrayOutput.withDefaultInitialCapacity();
        sketch.encode(bytes, true);
        out.writeInt(bytes.numWrittenBytes());
        out.write(bytes.backingArray(), 0, bytes.numWrittenBytes());
    }

    static RateHistogram readFrom(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new RateHistogram(DDSketch.decode(ByteArrayInput.wrap(bytes), STORE, MAPPING));
    }
}
