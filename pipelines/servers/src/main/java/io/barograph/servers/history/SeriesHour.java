package io.barograph.servers.history;

import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The series of a file system in one hour, by minute: 2.4 kB a series. */
public final class SeriesHour {
    private static final int MINUTES = 60;

    private final Map<String, long[]> columns = new TreeMap<>();

    Set<String> series() {
        return columns.keySet();
    }

    SeriesSummary minute(String series, int minute) {
        return minutes(series, minute, minute + 1);
    }

    /** The minutes from one to before another. */
    SeriesSummary minutes(String series, int from, int to) {
        long[] column = columns.get(series);
        if (column == null) {
            return SeriesSummary.NONE;
        }
        return SeriesSummary.ofRow(column, from * SeriesSummary.WIDTH, to * SeriesSummary.WIDTH);
    }

    void set(String series, int minute, SeriesSummary summary) {
        long[] column = columns.computeIfAbsent(series, name -> new long[MINUTES * SeriesSummary.WIDTH]);
        summary.writeTo(column, minute * SeriesSummary.WIDTH);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(columns.size());
        for (Map.Entry<String, long[]> entry : columns.entrySet()) {
            out.writeUTF(entry.getKey());
            for (long number : entry.getValue()) {
                Varints.write(number, out);
            }
        }
    }

    public static SeriesHour readFrom(DataInput in) throws IOException {
        SeriesHour hour = new SeriesHour();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            long[] column = new long[MINUTES * SeriesSummary.WIDTH];
            hour.columns.put(in.readUTF(), column);
            for (int n = 0; n < column.length; n++) {
                column[n] = Varints.read(in);
            }
        }
        return hour;
    }
}
