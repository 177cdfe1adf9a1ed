package io.barograph.runs;

import java.util.Random;

/**
 * A simulated file system whose servers' clock is ahead of the runs' by whole seconds, sampled every 5 s, with
 * neighbours, lost samples, uneven I/O and caches.
 */
final class SkewedSite {
    static final int INTERVAL = 5;

    private static final int SECONDS = 6 * 3_600;
    private static final double RATE = 1e9;

    private final Random random;
    private final int skew;
    private final double neighbours;
    private final double[] traffic = new double[SECONDS];
    private final double[] byLabel = new double[SECONDS + INTERVAL];
    private ClockSkew knownSkew = ClockSkew.NONE;

    private record SimulatedRun(int start, int end, double bytes) {}

    /**
     * @param random randomness
     * @param skew seconds that the servers are ahead
     * @param neighbours traffic of others, as a part of what a run moves
     */
    SkewedSite(Random random, int skew, double neighbours) {
        this.random = random;
        this.skew = skew;
        this.neighbours = neighbours;
    }

    /**
     * Runs one after another, at least two minutes apart.
     *
     * @param runs their number
     * @param idle longest time before the first and after the last access of a run, seconds
     * @param cached part of the runs of which a cache answers a third
     * @param lost part of the samples that are lost
     */
    ClockSkew simulate(int runs, int idle, double cached, double lost) {
        SimulatedRun[] simulated = new SimulatedRun[runs];
        int time = 300;
        for (int i = 0; i < runs; i++) {
            int start = time + random.nextInt(1 + idle);
            int length = 20 + random.nextInt(400);
            double bytes = 0;
            for (int second = start; second < start + length; second++) {
                double now = RATE * (0.7 + 0.6 * random.nextDouble());
                traffic[second + skew] += now;
                bytes += now;
            }
            int end = start + length + random.nextInt(1 + idle);
            simulated[i] = new SimulatedRun(time, end, random.nextDouble() < cached ? 1.5 * bytes : bytes);
            time = end + 120 + random.nextInt(120);
        }
        for (int burst = 0; burst < time; burst += 1 + random.nextInt(60)) {
            int length = 1 + random.nextInt(60);
            double rate = 2 * random.nextDouble() * neighbours * RATE;
            for (int second = burst; second < burst + length; second++) {
                traffic[second] += rate;
            }
        }
        sample(random.nextInt(INTERVAL), lost);
        for (SimulatedRun run : simulated) {
            if (run.bytes() > 0.5 * volume(run.start(), run.end()) || volume(run.start(), run.end()) == 0) {
                knownSkew = knownSkew.plus(ClockSkew.of(
                        (long) run.bytes(),
                        run.bytes() * INTERVAL / (run.end() + INTERVAL - run.start()),
                        ClockShifts.of(INTERVAL * 1_000L),
                        shift -> (long) volume(run.start() + shift / 1_000, run.end() + shift / 1_000)));
            }
        }
        return knownSkew;
    }

    /** What a second moved lies in the sample that closes its interval; if that is lost, in the next one. */
    private void sample(int phase, double lost) {
        int label = phase;
        double open = 0;
        for (int second = 0; second < SECONDS; second++) {
            open += traffic[second];
            if (second + 1 == label + INTERVAL) {
                label += INTERVAL;
                if (random.nextDouble() >= lost) {
                    byLabel[label] += open;
                    open = 0;
                }
            } else if (second + 1 == phase) {
                open = 0;
            }
        }
    }

    /** Labels t with start <= t < end + interval. */
    private double volume(long start, long end) {
        double sum = 0;
        for (long label = start; label < end + INTERVAL; label++) {
            sum += byLabel[(int) label];
        }
        return sum;
    }
}
