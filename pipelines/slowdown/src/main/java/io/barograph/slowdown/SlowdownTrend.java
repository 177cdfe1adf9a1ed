package io.barograph.slowdown;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;

/**
 * How the live slowdown of one operation on one file system moves.
 *
 * <p>Size: 16 bytes for each value of the time over which the trend is taken.
 */
public final class SlowdownTrend {
    private static final RecordForm<Factor> FACTOR = RecordForm.of(Factor.class);

    private final ArrayDeque<Factor> factors = new ArrayDeque<>();

    private record Factor(long time, double value) {}

    /**
     * Notes a live slowdown and says how it moves: the slope of the least-squares line through those kept.
     *
     * @param time its instant, milliseconds since the epoch; ascending from call to call
     * @param over how far back to look, milliseconds
     * @return change per minute; NaN while there are fewer than three values
     */
    public double perMinute(long time, double slowdown, long over) {
        factors.addLast(new Factor(time, slowdown));
        while (factors.getFirst().time() <= time - over) {
            factors.removeFirst();
        }
        int n = factors.size();
        if (n < 3) {
            return Double.NaN;
        }
        double meanTime = 0;
        double meanValue = 0;
        for (Factor factor : factors) {
            meanTime += (factor.time() - time) / (double) n;
            meanValue += factor.value() / n;
        }
        double covariance = 0;
        double variance = 0;
        for (Factor factor : factors) {
            double offset = factor.time() - time - meanTime;
            covariance += offset * (factor.value() - meanValue);
            variance += offset * offset;
        }
        return covariance / variance * 60_000;
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(factors, out, FACTOR);
    }

    /** @return what {@link #writeTo} wrote */
    public static SlowdownTrend readFrom(DataInput in) throws IOException {
        SlowdownTrend trend = new SlowdownTrend();
        BinaryCollections.read(in, FACTOR, trend.factors::addLast);
        return trend;
    }
}
