package io.barograph.lab.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * What a benchmark found.
 *
 * @param out where each figure is printed at once: a benchmark may go on for an hour
 * @param figures what was measured, in the order of the table
 */
record BenchResult(String part, PrintWriter out, List<Figure> figures) {
    BenchResult(String part, PrintWriter out) {
        this(part, out, new ArrayList<>());
    }

    /** One row of the table. */
    record Figure(String what, double value, String unit) {}

    BenchResult add(String what, double value, String unit) {
        Figure figure = new Figure(what, value, unit);
        figures.add(figure);
        BenchReport.print(part, figure, out);
        return this;
    }

    /** A quotient of two figures of the same run. */
    BenchResult ratio(String what, double value) {
        return add(what, value, "");
    }
}
