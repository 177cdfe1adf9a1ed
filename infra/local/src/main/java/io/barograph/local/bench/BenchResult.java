package io.barograph.local.bench;

import java.util.List;

/**
 * What a benchmark found.
 *
 * @param part its name
 * @param figures what was measured, in the order of the table
 */
record BenchResult(String part, List<Figure> figures) {
    /**
     * One row of the table.
     *
     * @param what what was measured
     * @param value its value
     * @param unit its unit
     */
    record Figure(String what, double value, String unit) {}
}
