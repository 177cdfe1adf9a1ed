package io.barograph.verdicts.correlation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Count, means and centred second moments of pairs (x, y), taken one by one: what Pearson's correlation needs, without
 * the pairs and without the cancellation of sums of squares. Two of them merge into that of both (Chan, Golub, LeVeque,
 * Updating formulae and a pairwise algorithm for computing sample variances, 1979).
 */
public final class CoMoments {
    /** Variation below this part of the mean is rounding. */
    private static final double ROUNDING = 1e-12;

    private int count;
    private double meanX;
    private double meanY;
    private double squaresX;
    private double squaresY;
    private double products;

    public void add(double x, double y) {
        count++;
        double fromX = x - meanX;
        double fromY = y - meanY;
        meanX += fromX / count;
        meanY += fromY / count;
        squaresX += fromX * (x - meanX);
        squaresY += fromY * (y - meanY);
        products += fromX * (y - meanY);
    }

    /** Takes in the pairs of another. */
    public void merge(CoMoments other, double factor) {
        if (other.count == 0) {
            return;
        }
        int both = Math.addExact(count, other.count);
        double fromX = other.meanX - meanX;
        double fromY = other.meanY * factor - meanY;
        double weight = (double) count * other.count / both;
        squaresX += other.squaresX + fromX * fromX * weight;
        squaresY += other.squaresY * factor * factor + fromY * fromY * weight;
        products += other.products * factor + fromX * fromY * weight;
        meanX += fromX * other.count / both;
        meanY += fromY * other.count / both;
        count = both;
    }

    public int count() {
        return count;
    }

    /** @return Pearson's correlation of x and y */
    public CorrelationCoefficient pearson() {
        boolean varies = varies(squaresX, meanX) && varies(squaresY, meanY);
        return CorrelationCoefficient.of(
                varies ? products / (Math.sqrt(squaresX) * Math.sqrt(squaresY)) : Double.NaN, count);
    }

    private boolean varies(double squares, double mean) {
        return Math.sqrt(squares / count) > ROUNDING * Math.abs(mean);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(count);
        out.writeDouble(meanX);
        out.writeDouble(meanY);
        out.writeDouble(squaresX);
        out.writeDouble(squaresY);
        out.writeDouble(products);
    }

    /** @return what {@link #writeTo} wrote */
    public static CoMoments readFrom(DataInput in) throws IOException {
        CoMoments moments = new CoMoments();
        moments.count = in.readInt();
        moments.meanX = in.readDouble();
        moments.meanY = in.readDouble();
        moments.squaresX = in.readDouble();
        moments.squaresY = in.readDouble();
        moments.products = in.readDouble();
        return moments;
    }
}
