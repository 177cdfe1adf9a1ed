package io.barograph.verdicts.explanation;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs of one motif on a file system where writes of others cost a known part of the performance, and nothing else does. */
final class SimulatedRuns {
    static final double USUAL = 1e9;
    static final double WRITES = 1e9;

    /** Loss for each factor e of the others' writes beyond the usual. */
    static final double EFFECT = 0.3;

    static final long HOUR = 3_600_000;

    private static final double SECONDS = 100;

    private final Random random;
    private int number;

    SimulatedRuns(long seed) {
        random = new Random(seed);
    }

    /** A run whose others write {@code factor} times as much as usual. */
    static PastRun run(String identity, long end, double performance, double factor) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        metrics.put(WeatherMetric.JOB_RUN_SECONDS, SECONDS);
        metrics.put(WeatherMetric.JOB_READ_BYTES, 0.0);
        metrics.put(WeatherMetric.JOB_WRITE_BYTES, 5e10);
        metrics.put(WeatherMetric.SERVER_WRITE_BYTES, 5e10 + SECONDS * WRITES * factor);
        metrics.put(WeatherMetric.SERVER_READ_BYTES, SECONDS * 1e9);
        metrics.put(WeatherMetric.METADATA_OPENS, SECONDS * 2_000);
        metrics.put(WeatherMetric.JOB_OPENS, 100.0);
        metrics.put(WeatherMetric.OST_FULLEST_PERCENT, 70.0);
        return PastRun.of(identity, end, performance, true, metrics);
    }

    PastRun next() {
        double log = 1.2 * random.nextGaussian();
        PastRun run = run(
                "run" + number,
                number * HOUR,
                USUAL * Math.exp(-EFFECT * log + 0.05 * random.nextGaussian()),
                Math.exp(log));
        run.put(WeatherMetric.METADATA_OPENS, SECONDS * 2_000 * Math.exp(random.nextGaussian()));
        run.put(WeatherMetric.SERVER_READ_BYTES, SECONDS * 1e9 * Math.exp(random.nextGaussian()));
        number++;
        return run;
    }

    List<PastRun> next(int runs) {
        List<PastRun> list = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            list.add(next());
        }
        return list;
    }

    /** A model that has seen some runs. */
    static final class Site {
        final LossModel model = new LossModel();
        final MotifMemory motif = new MotifMemory();
        final List<PastRun> runs = new ArrayList<>();

        LossExplanation add(PastRun run) {
            LossExplanation explanation = explain(run, false);
            runs.add(run);
            return explanation;
        }

        LossExplanation revise(PastRun run) {
            return explain(run, true);
        }

        private LossExplanation explain(PastRun run, boolean isRevision) {
            boolean isSlow = run.performance() < 0.7 * USUAL;
            return model.explain(run, USUAL, isSlow, isRevision, List.copyOf(runs), motif, run.end());
        }

        static Site of(List<PastRun> runs) {
            Site site = new Site();
            runs.forEach(site::add);
            return site;
        }
    }
}
