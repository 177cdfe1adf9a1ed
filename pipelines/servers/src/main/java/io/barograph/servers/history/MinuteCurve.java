package io.barograph.servers.history;

import java.util.Arrays;

/** C(t) of one minute at full resolution, filled in the order of time. */
final class MinuteCurve {
    private static final int LABELS = 16;

    private final long[] sum;
    private long[] labels = new long[LABELS];
    private long[][] beforeLabels = new long[LABELS][];
    private int size;

    /** @param sum what is before the minute, as of {@link SampledTraffic#of}; from now on this curve's */
    MinuteCurve(long[] sum) {
        this.sum = sum;
    }

    /**
     * @param label of intervals that close then, milliseconds since the epoch; not before the last one
     * @return what closed before, for the caller to add what these intervals moved
     */
    long[] at(long label) {
        if (size == labels.length) {
            labels = Arrays.copyOf(labels, 2 * size);
            beforeLabels = Arrays.copyOf(beforeLabels, 2 * size);
        }
        labels[size] = label;
        beforeLabels[size++] = sum.clone();
        return sum;
    }

    /** @return traffic of the intervals that closed before an instant of the minute, and of all before */
    SampledTraffic before(long instant) {
        int i = 0;
        while (i < size && labels[i] < instant) {
            i++;
        }
        return SampledTraffic.of(i == size ? sum : beforeLabels[i]);
    }
}
