package io.barograph.sources.canary;

import java.time.Instant;

/** Makes phases of IO500's scores: GiB/s for the phases of IOR, thousands of operations a second for all others. */
final class Io500Phase {
    private static final double GIBIBYTE = 1L << 30;

    private Io500Phase() {}

    static BenchmarkPhase of(
            String name,
            String score,
            String configuration,
            Instant start,
            Double seconds,
            Integer processes,
            long line) {
        Double value = ResultText.number(score);
        boolean bandwidth = name.startsWith("ior");
        boolean failed = value == null || value == 0;
        return new BenchmarkPhase(
                name,
                0,
                configuration,
                start,
                start.plus(ResultText.seconds(seconds)),
                seconds,
                null,
                bandwidth && !failed ? (Double) (value * GIBIBYTE) : null,
                null,
                !bandwidth && !failed ? (Double) (value * 1000) : null,
                processes,
                null,
                failed ? "no result (score " + score + ")" : null,
                line);
    }
}
