package io.barograph.runs;

import java.util.List;

/** When a run moved its bytes, as far as its log says. */
public record RunMovement(List<Phase> phases) {
    public static final RunMovement UNKNOWN = new RunMovement(List.of());

    /**
     * A stretch of time in which bytes were moved, evenly as far as one knows.
     *
     * @param startMicros since the run's start
     * @param endMicros since the run's start
     */
    public record Phase(long startMicros, long endMicros, long bytes) {
        private double bytesBetween(long from, long to) {
            if (endMicros <= startMicros) {
                return from <= startMicros && startMicros <= to ? bytes : 0;
            }
            long overlap = Math.min(to, endMicros) - Math.max(from, startMicros);
            return (double) bytes * Math.max(0, overlap) / (endMicros - startMicros);
        }
    }

    /** Keeps the list from changing. */
    public RunMovement {
        phases = List.copyOf(phases);
    }

    /** @return bytes moved between two instants, microseconds since the run's start */
    double bytesBetween(long from, long to) {
        double sum = 0;
        for (Phase phase : phases) {
            sum += phase.bytesBetween(from, to);
        }
        return sum;
    }
}
