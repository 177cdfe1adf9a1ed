package io.barograph.verdicts.climate;

import java.util.Arrays;
import java.util.List;

/**
 * Earlier runs as if their files had lain on as many OSTs as those of a run: each OST adds its bandwidth, so that runs on
 * different numbers of OSTs do not compare as they are.
 *
 * <p>Performance grows as a power of the number of OSTs. The exponent is the median of the slopes between all pairs of
 * runs on clearly different numbers, in logarithms (Theil 1950; Sen, J. Am. Stat. Assoc. 63, 1968), and lies within 0 (the clients
 * are the limit) and 1 (the OSTs are). The median bears that three in ten runs were slowed by something else.
 *
 * @param runs earlier runs whose OSTs are known, with the performance that they would have had; all of them, as they
 *     were, if the number of OSTs is not known or makes no difference
 * @param osts OSTs that the files of the run lie on; NaN if the earlier runs are as they were
 * @param usualOsts median of the earlier runs; NaN likewise
 * @param gain performance on the usual number of OSTs / that on those of the run; 1 likewise
 */
public record ScaledClimate(List<PastRun> runs, double osts, double usualOsts, double gain) {
    /** The newest are enough: they make 4 950 pairs. */
    private static final int MAX_RUNS = 100;

    /** Logarithm of 1.25: between numbers that are nearer to each other, slopes show the weather and not the OSTs. */
    private static final double MIN_STEP = Math.log(1.25);

    /**
     * @param earlier the runs before it
     * @param minRuns number of runs with known OSTs that a comparison needs
     */
    public static ScaledClimate of(PastRun run, List<PastRun> earlier, int minRuns) {
        List<PastRun> known = Double.isNaN(run.osts())
                ? List.of()
                : earlier.stream().filter(other -> !Double.isNaN(other.osts())).toList();
        double exponent = known.size() < minRuns ? 0 : exponent(known);
        if (exponent == 0) {
            return new ScaledClimate(earlier, Double.NaN, Double.NaN, 1);
        }
        double usualOsts = SortedValues.of(osts(known)).median();
        return new ScaledClimate(
                known.stream()
                        .map(other -> other.withPerformance(
                                other.performance() * Math.pow(run.osts() / other.osts(), exponent)))
                        .toList(),
                run.osts(),
                usualOsts,
                Math.pow(usualOsts / run.osts(), exponent));
    }

    /** @return true if the performances are not those that the runs had */
    public boolean isScaled() {
        return !Double.isNaN(osts);
    }

    /** 0 if all lie on about as many OSTs. */
    private static double exponent(List<PastRun> runs) {
        List<PastRun> newest = runs.subList(Math.max(0, runs.size() - MAX_RUNS), runs.size());
        double[] osts = Arrays.stream(osts(newest)).map(Math::log).toArray();
        double[] performance =
                newest.stream().mapToDouble(run -> Math.log(run.performance())).toArray();
        double[] slopes = new double[osts.length * (osts.length - 1) / 2];
        int count = 0;
        for (int i = 1; i < osts.length; i++) {
            for (int k = 0; k < i; k++) {
                if (Math.abs(osts[i] - osts[k]) >= MIN_STEP) {
                    slopes[count++] = (performance[i] - performance[k]) / (osts[i] - osts[k]);
                }
            }
        }
        return count == 0
                ? 0
                : Math.max(
                        0,
                        Math.min(
                                1, SortedValues.of(Arrays.copyOf(slopes, count)).median()));
    }

    private static double[] osts(List<PastRun> runs) {
        return runs.stream().mapToDouble(PastRun::osts).toArray();
    }
}
