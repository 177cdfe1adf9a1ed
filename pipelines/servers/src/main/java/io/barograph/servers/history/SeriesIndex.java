package io.barograph.servers.history;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a {@link SeriesHistory} keeps beside its blocks: which hours there are, and what late samples changed. */
public final class SeriesIndex {
    /** Which interval of which series a late sample changed, and when that was published. */
    private record Correction(long interval, String series, long publishedAt) {
        static final Comparator<Correction> ORDER = Comparator.comparingLong(Correction::interval)
                .thenComparing(Correction::series)
                .thenComparingLong(Correction::publishedAt);
    }

    private final NavigableSet<Long> hours = new TreeSet<>();
    private long minutesForgottenBeforeHour = Long.MIN_VALUE;
    private long hoursForgottenBeforeHour = Long.MIN_VALUE;
    /** Sum, number of samples, largest sample. */
    private final NavigableMap<Correction, long[]> corrections = new TreeMap<>(Correction.ORDER);

    boolean isEmpty() {
        return hours.isEmpty();
    }

    void include(long hour) {
        hours.add(hour);
    }

    boolean hasForgottenMinutesOf(long hour) {
        return hour < minutesForgottenBeforeHour;
    }

    boolean hasForgotten(long hour) {
        return hour < hoursForgottenBeforeHour;
    }

    void forgetMinutesBefore(long hour) {
        minutesForgottenBeforeHour = Math.max(minutesForgottenBeforeHour, hour);
        corrections
                .headMap(new Correction(hour * HistoryPolicy.HOUR, "", Long.MIN_VALUE))
                .clear();
    }

    void forgetBefore(long hour) {
        hoursForgottenBeforeHour = Math.max(hoursForgottenBeforeHour, hour);
        hours.headSet(hour).clear();
    }

    /** @param interval begin of the interval, milliseconds since the epoch */
    void correct(long interval, String series, long publishedAt, long sum, int samples, long largest) {
        long[] change = {sum, samples, largest};
        corrections.merge(new Correction(interval, series, publishedAt), change, (known, more) -> {
            long[] both = sum(known, more);
            return both[0] == 0 && both[1] == 0 ? null : both;
        });
    }

    private static long[] sum(long[] known, long[] more) {
        return new long[] {known[0] + more[0], known[1] + more[1], Math.max(known[2], more[2])};
    }

    /** Sum, number of samples and largest sample by series and begin of the interval, for the intervals that begin in [from, to). */
    Map<Long, Map<String, long[]>> corrections(long from, long to, long publishedBy) {
        Map<Long, Map<String, long[]>> found = new TreeMap<>();
        if (from >= to) {
            return found;
        }
        corrections
                .subMap(new Correction(from, "", Long.MIN_VALUE), new Correction(to, "", Long.MIN_VALUE))
                .forEach((correction, change) -> {
                    if (correction.publishedAt <= publishedBy) {
                        found.computeIfAbsent(correction.interval, interval -> new HashMap<>())
                                .merge(correction.series, change, SeriesIndex::sum);
                    }
                });
        return found;
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(hours, out, BinaryCollections.LONG);
        out.writeLong(minutesForgottenBeforeHour);
        out.writeLong(hoursForgottenBeforeHour);
        out.writeInt(corrections.size());
        for (Map.Entry<Correction, long[]> entry : corrections.entrySet()) {
            out.writeLong(entry.getKey().interval);
            out.writeUTF(entry.getKey().series);
            out.writeLong(entry.getKey().publishedAt);
            out.writeLong(entry.getValue()[0]);
            out.writeLong(entry.getValue()[1]);
            out.writeLong(entry.getValue()[2]);
        }
    }

    public static SeriesIndex readFrom(DataInput in) throws IOException {
        SeriesIndex index = new SeriesIndex();
        BinaryCollections.read(in, DataInput::readLong, index.hours::add);
        index.minutesForgottenBeforeHour = in.readLong();
        index.hoursForgottenBeforeHour = in.readLong();
        int corrections = in.readInt();
        for (int i = 0; i < corrections; i++) {
            Correction correction = new Correction(in.readLong(), in.readUTF(), in.readLong());
            index.corrections.put(correction, new long[] {in.readLong(), in.readLong(), in.readLong()});
        }
        return index;
    }
}
