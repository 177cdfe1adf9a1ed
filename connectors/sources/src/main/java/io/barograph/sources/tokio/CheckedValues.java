package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import java.nio.file.Path;

/** Takes numbers out of a matrix and refuses those that cannot be; a refused number counts as missing. */
final class CheckedValues {
    private final Path file;
    private final DeadLetterCounter refusals;
    private final TimeAxis axis;

    CheckedValues(Path file, DeadLetterCounter refusals, TimeAxis axis) {
        this.file = file;
        this.refusals = refusals;
        this.axis = axis;
    }

    /** @return the number, zero or more; NaN where missing */
    double at(TimeMatrix matrix, int row, int column) {
        double value = matrix.value(row, column);
        return value < 0 || Double.isInfinite(value)
                ? refuse(matrix, row, column, "the value " + value + " is neither an amount nor a share")
                : value;
    }

    double refuse(TimeMatrix matrix, int row, int column, String reason) {
        String name = matrix.columns().get(column);
        refusals.refuse(file + ", " + matrix.path() + " row " + row + " column " + name, reason, axis.time(row), null);
        return Double.NaN;
    }
}
