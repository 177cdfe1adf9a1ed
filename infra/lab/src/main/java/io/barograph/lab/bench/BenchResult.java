package io.barograph.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a benchmark found.
 *
 * @param figures what was measured, in the order of the table
 */
record BenchResult(String part, List<Figure> figures) {
    BenchResult {
        figures = List.copyOf(figures);
    }

    /** One row of the table. */
    record Figure(String what, double value, String unit) {}

    /** Collects figures in the order of the table. */
    static final class Builder {
        private final String part;
        private final Consumer<Figure> listener;
        private final List<Figure> figures = new ArrayList<>();

        Builder(String part, Consumer<Figure> listener) {
            this.part = part;
            this.listener = listener;
        }

        Builder add(String what, double value, String unit) {
            Figure figure = new Figure(what, value, unit);
            figures.add(figure);
            listener.accept(figure);
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
