package io.barograph.servers.character;

import java.util.Random;

/** Rates at 5 s. */
final class Simulated {
    private Simulated() {}

    /** Noise of 1 GB/s on average, and a job that writes 2 GB/s for 240 s every 600 s. */
    static double[] checkpoints(int length) {
        Random random = new Random(600);
        double[] rates = new double[length];
        for (int i = 0; i < length; i++) {
            rates[i] = 1e9 * -Math.log(1 - random.nextDouble()) + (i % 120 < 48 ? 2e9 : 0);
        }
        return rates;
    }
}
