package io.barograph.local.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What a benchmark found.
 *
 * @param part its name
 * @param figures what was measured, in the order of the table
 */
record BenchResult(String part, List<Figure> figures) {
    /** Copies the list. */
    BenchResult {
        figures = List.copyOf(figures);
    }

    /**
     * One row of the table.
     *
     * @param what what was measured
     * @param value its value
     * @param unit its unit; empty for a ratio
     */
    record Figure(String what, double value, String unit) {}

    /** Collects figures in the order of the table. */
    static final class Builder {
        private final String part;
        private final List<Figure> figures = new ArrayList<>();

        Builder(String part) {
            this.part = part;
        }

        Builder add(String what, double value, String unit) {
            figures.add(new Figure(what, value, unit));
            return this;
        }

        /** A quotient of two figures of the same run. */
        Builder ratio(String what, double value) {
            return add(what, value, "");
        }

        BenchResult build() {
            return new BenchResult(part, figures);
        }
    }
}
