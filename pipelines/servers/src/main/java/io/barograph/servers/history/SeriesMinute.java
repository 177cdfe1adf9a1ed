package io.barograph.servers.history;

import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The series of a file system in one minute, by interval: 20 bytes an interval and series. An interval belongs to the
 * minute in which it begins.
 */
public final class SeriesMinute {
    private static final class Column {
        private final long[] sums;
        private final int[] samples;
        private final long[] largest;

        Column(int intervals) {
            this(new long[intervals], new int[intervals], new long[intervals]);
            Arrays.fill(largest, Long.MIN_VALUE);
        }

        Column(long[] sums, int[] samples, long[] largest) {
            this.sums = sums;
            this.samples = samples;
            this.largest = largest;
        }
    }

    private final int intervals;
    private final Map<String, Column> columns = new TreeMap<>();

    SeriesMinute(int intervals) {
        this.intervals = intervals;
    }

    int intervals() {
        return intervals;
    }

    Set<String> series() {
        return columns.keySet();
    }

    void add(String series, int interval, long sum, int samples, long largest) {
        Column column = columns.computeIfAbsent(series, name -> new Column(intervals));
        column.sums[interval] += sum;
        column.samples[interval] += samples;
        column.largest[interval] = Math.max(column.largest[interval], largest);
    }

    SeriesSummary interval(String series, int interval) {
        return intervals(series, interval, interval + 1);
    }

    SeriesSummary minute(String series) {
        return intervals(series, 0, intervals);
    }

    /** The intervals from one place to before another. */
    SeriesSummary intervals(String series, int from, int to) {
        Column column = columns.get(series);
        if (column == null) {
            return SeriesSummary.NONE;
        }
        long sum = 0;
        long samples = 0;
        long largestSample = Long.MIN_VALUE;
        long smallest = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (int interval = from; interval < to; interval++) {
            if (column.samples[interval] > 0) {
                sum += column.sums[interval];
                samples += column.samples[interval];
                largestSample = Math.max(largestSample, column.largest[interval]);
                smallest = Math.min(smallest, column.sums[interval]);
                largest = Math.max(largest, column.sums[interval]);
            }
        }
        return new SeriesSummary(sum, samples, largestSample, smallest, largest);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(intervals);
        out.writeInt(columns.size());
        for (Map.Entry<String, Column> entry : columns.entrySet()) {
            out.writeUTF(entry.getKey());
            Column column = entry.getValue();
            for (int interval = 0; interval < intervals; interval++) {
                Varints.write(column.sums[interval], out);
                Varints.write(column.samples[interval], out);
                Varints.write(column.largest[interval], out);
            }
        }
    }

    public static SeriesMinute readFrom(DataInput in) throws IOException {
        SeriesMinute minute = new SeriesMinute(in.readInt());
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            Column column = new Column(minute.intervals);
            minute.columns.put(in.readUTF(), column);
            for (int interval = 0; interval < minute.intervals; interval++) {
                column.sums[interval] = Varints.read(in);
                column.samples[interval] = (int) Varints.read(in);
                column.largest[interval] = Varints.read(in);
            }
        }
        return minute;
    }
}
