package io.barograph.sources.tokio;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.UnreadableSourceException;
import io.jhdf.api.Dataset;
import io.jhdf.api.dataset.ChunkedDataset;
import java.util.List;

/**
 * Numbers by instant and column, read block by block as the instants go by, so that a day of hundreds of columns needs
 * little memory. For one pass in ascending order of instants.
 */
final class TimeMatrix {
    /** Which dimension of the dataset is time. */
    enum Layout {
        /** TOKIO: a row is an instant. */
        INSTANTS_BY_COLUMNS,
        /** H5LMT: a row is a server or an operation. */
        COLUMNS_BY_INSTANTS,
        /** One column only, without a dimension of its own. */
        INSTANTS;

        int[] dimensions(int instants, int columns) {
            return switch (this) {
                case INSTANTS_BY_COLUMNS -> new int[] {instants, columns};
                case COLUMNS_BY_INSTANTS -> new int[] {columns, instants};
                case INSTANTS -> new int[] {instants};
            };
        }
    }

    private static final int MIN_INSTANTS = 360;
    private static final int MAX_INSTANTS = 4096;
    private static final int MAX_BLOCK_VALUES = 16_000_000;

    private final Hdf5File file;
    private final Dataset dataset;
    private final Layout layout;
    private final List<String> columns;
    private final TimeAxis axis;
    private final DeadLetterCounter refusals;
    private final int blockInstants;
    private double[][] block = new double[0][0];
    private int blockStart;

    /** The caller has checked that the dataset's dimensions fit the layout and the columns. */
    TimeMatrix(
            Hdf5File file,
            Dataset dataset,
            Layout layout,
            List<String> columns,
            TimeAxis axis,
            DeadLetterCounter refusals) {
        this.file = file;
        this.dataset = dataset;
        this.layout = layout;
        this.columns = columns;
        this.axis = axis;
        this.refusals = refusals;
        int timeDimension = layout == Layout.COLUMNS_BY_INSTANTS ? 1 : 0;
        int bearable = Math.max(1, MAX_BLOCK_VALUES / Math.max(1, columns.size()));
        this.blockInstants = Math.min(bearable, blockInstants(file, dataset, timeDimension));
    }

    /** Whole chunks, because each read decompresses the chunks that it touches. */
    private static int blockInstants(Hdf5File file, Dataset dataset, int timeDimension) {
        int chunk = MIN_INSTANTS;
        if (dataset instanceof ChunkedDataset chunked) {
            int stated = file.reading(dataset.getPath(), () -> chunked.getChunkDimensions()[timeDimension]);
            chunk = Math.max(1, stated);
        }
        int chunks = Math.max(1, (MIN_INSTANTS + chunk - 1) / chunk);
        return (int) Math.min(MAX_INSTANTS, (long) chunk * chunks);
    }

    /** @return the number; NaN where the file marks it as missing, with NaN or -0.0 */
    private double value(int instant, int column) {
        if (instant < blockStart || instant >= blockStart + block.length) {
            load(instant - instant % blockInstants);
        }
        double value = block[instant - blockStart][column];
        return value == 0 && 1 / value < 0 ? Double.NaN : value;
    }

    private void load(int start) {
        int count = Math.min(blockInstants, axis.rows() - start);
        Object data = file.reading(dataset.getPath() + " from row " + start, () -> switch (layout) {
            case INSTANTS_BY_COLUMNS -> dataset.getData(new long[] {start, 0}, new int[] {count, columns.size()});
            case COLUMNS_BY_INSTANTS -> dataset.getData(new long[] {0, start}, new int[] {columns.size(), count});
            case INSTANTS -> dataset.getData(new long[] {start}, new int[] {count});
        });
        block = new double[count][columns.size()];
        blockStart = start;
        for (int instant = 0; instant < count; instant++) {
            for (int column = 0; column < columns.size(); column++) {
                block[instant][column] = switch (layout) {
                    case INSTANTS_BY_COLUMNS -> number(data, instant, column);
                    case COLUMNS_BY_INSTANTS -> number(data, column, instant);
                    case INSTANTS -> number(data, instant);
                };
            }
        }
    }

    private double number(Object data, int row, int column) {
        if (data instanceof double[][] doubles) {
            return doubles[row][column];
        }
        if (data instanceof float[][] floats) {
            return floats[row][column];
        }
        if (data instanceof int[][] ints) {
            return ints[row][column];
        }
        if (data instanceof long[][] longs) {
            return longs[row][column];
        }
        throw noNumbers();
    }

    private double number(Object data, int row) {
        if (data instanceof double[] doubles) {
            return doubles[row];
        }
        if (data instanceof float[] floats) {
            return floats[row];
        }
        throw noNumbers();
    }

    private UnreadableSourceException noNumbers() {
        return new UnreadableSourceException(
                file.path().toString(),
                dataset.getPath() + " holds no numbers but " + dataset.getJavaType(),
                "write the file with TOKIO");
    }

    /** The numbers of one server or operation; a column that the file does not have is missing throughout. */
    static final class Column {
        private final TimeMatrix matrix;
        private final int index;

        /** @param matrix null where the file does not have the dataset */
        Column(TimeMatrix matrix, String name) {
            this.matrix = matrix;
            this.index = matrix == null ? -1 : matrix.columns.indexOf(name);
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
            String place = matrix.file.path() + ", " + matrix.dataset.getPath() + " row " + row + " column "
                    + matrix.columns.get(index);
            matrix.refusals.refuse(place, reason, matrix.axis.time(row), null);
            return Double.NaN;
        }
    }
}
