package io.barograph.servers.character;

import org.jtransforms.fft.DoubleFFT_1D;
import org.visnow.jlargearrays.ConcurrencyUtils;

/** Fourier transforms of real values, in the calling thread. */
final class FourierTransform {
    static {
        // Several threads would add up in another order, so results would depend on the number of processors.
        ConcurrencyUtils.setNumberOfThreads(1);
    }

    private FourierTransform() {}

    /** Squared magnitudes |X_k|^2 for k = 0 .. n / 2. */
    static double[] power(double[] values) {
        int n = values.length;
        double[] transformed = values.clone();
        new DoubleFFT_1D(n).realForward(transformed);
        double[] power = new double[n / 2 + 1];
        power[0] = transformed[0] * transformed[0];
        for (int k = 1; k <= n / 2; k++) {
            // packed: real part of the highest frequency of an even n at 1, the imaginary one of an odd n's at 1
            double real = 2 * k == n ? transformed[1] : transformed[2 * k];
            double imaginary = 2 * k == n ? 0 : 2 * k + 1 == n ? transformed[1] : transformed[2 * k + 1];
            power[k] = real * real + imaginary * imaginary;
        }
        return power;
    }

    /** Sums over i of values[i] values[i + k], for k = 0 .. lags; not circular. */
    static double[] laggedProducts(double[] values, int lags) {
        int padded = Integer.highestOneBit(Math.max(1, values.length + lags - 1)) * 2;
        double[] work = new double[padded];
        System.arraycopy(values, 0, work, 0, values.length);
        DoubleFFT_1D transform = new DoubleFFT_1D(padded);
        transform.realForward(work);
        work[0] *= work[0];
        work[1] *= work[1];
        for (int i = 2; i < padded; i += 2) {
            work[i] = work[i] * work[i] + work[i + 1] * work[i + 1];
            work[i + 1] = 0;
        }
        transform.realInverse(work, true);
        double[] products = new double[lags + 1];
        System.arraycopy(work, 0, products, 0, lags + 1);
        return products;
    }
}
