package io.barograph.sources.tokio;

import java.util.Optional;

/** The numbers of one server or operation; a column that the file does not have is missing throughout. */
final class TimeMatrixColumn {
    private final TimeMatrix matrix;
    private final int index;
    private final CheckedValues values;

    private TimeMatrixColumn(TimeMatrix matrix, int index, CheckedValues values) {
        this.matrix = matrix;
        this.index = index;
        this.values = values;
    }

    static TimeMatrixColumn of(Optional<TimeMatrix> matrix, String name, CheckedValues values) {
        return new TimeMatrixColumn(
                matrix.orElse(null),
                matrix.map(present -> present.columns().indexOf(name)).orElse(-1),
                values);
    }

    /** @return the number, zero or more; NaN where missing */
    double at(int row) {
        return index < 0 ? Double.NaN : values.at(matrix, row, index);
    }

    /** @return what is left of this column's number after a part is taken; NaN where either is missing */
    double without(double part, int row) {
        double rest = at(row) - part;
        return rest < 0
                ? values.refuse(matrix, row, index, "it is less than the part of it that is in use, by " + -rest)
                : rest;
    }

    /** @return the number rounded; null where missing */
    static Long whole(double value) {
        return Double.isNaN(value) ? null : Long.valueOf(Math.round(value));
    }

    /** @return the number; null where missing */
    static Double present(double value) {
        return Double.isNaN(value) ? null : Double.valueOf(value);
    }
}
