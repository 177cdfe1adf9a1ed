package io.barograph.sources.tokio;

/** The numbers of one server or operation; a column that the file does not have is missing throughout. */
final class TimeMatrixColumn {
    private final TimeMatrix matrix;
    private final int index;

    /** @param matrix null where the file does not have the dataset */
    TimeMatrixColumn(TimeMatrix matrix, String name) {
        this.matrix = matrix;
        this.index = matrix == null ? -1 : matrix.columns().indexOf(name);
    }

    /** @return the number, zero or more; NaN where missing, as one that cannot be counts after it is refused */
    double at(int row) {
        if (index < 0) {
            return Double.NaN;
        }
        double value = matrix.value(row, index);
        return value < 0 || Double.isInfinite(value)
                ? refuse(row, "the value " + value + " is neither an amount nor a share")
                : value;
    }

    /** @return what is left of this column's number after a part is taken; NaN where either is missing */
    double without(double part, int row) {
        double rest = at(row) - part;
        return rest < 0 ? refuse(row, "it is less than the part of it that is in use, by " + -rest) : rest;
    }

    private double refuse(int row, String reason) {
        matrix.refuse(row, index, reason);
        return Double.NaN;
    }
}
