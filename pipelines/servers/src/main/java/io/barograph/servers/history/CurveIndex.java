package io.barograph.servers.history;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a {@link CumulativeCurve} keeps beside its blocks: which hours there are, and what late samples changed. */
public final class CurveIndex {
    private static final long NONE = Long.MIN_VALUE;

    /** Label and publication time of a correction. */
    record Correction(long label, long publishedAt) {
        static final Comparator<Correction> ORDER =
                Comparator.comparingLong(Correction::label).thenComparingLong(Correction::publishedAt);
    }

    /** The hours that there is a block of; instants that a source makes up may lie far apart. */
    private final NavigableSet<Long> hours = new TreeSet<>();

    private long minutesForgottenBeforeHour = NONE;
    private long hoursForgottenBeforeHour = NONE;
    private long earliestLabel = Long.MAX_VALUE;
    private final NavigableMap<Correction, SampledTraffic> corrections = new TreeMap<>(Correction.ORDER);

    boolean isEmpty() {
        return hours.isEmpty();
    }

    /** The hours that there is a block of, ascending. */
    NavigableSet<Long> hours() {
        return hours;
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
                .headMap(new Correction(hour * HistoryPolicy.HOUR, Long.MIN_VALUE))
                .clear();
    }

    void forgetBefore(long hour) {
        hoursForgottenBeforeHour = Math.max(hoursForgottenBeforeHour, hour);
    }

    void noteLabel(long label) {
        earliestLabel = Math.min(earliestLabel, label);
    }

    /** A sampling instant, from which all others follow by the interval; 0 while there is none. */
    long phase() {
        return earliestLabel == Long.MAX_VALUE ? 0 : earliestLabel;
    }

    void correct(long label, long publishedAt, SampledTraffic change) {
        corrections.merge(new Correction(label, publishedAt), change, (known, more) -> {
            SampledTraffic sum = known.plus(more);
            return sum.isNone() ? null : sum;
        });
    }

    SampledTraffic corrections(long from, long to, long publishedBy) {
        SampledTraffic sum = SampledTraffic.NONE;
        if (corrections.isEmpty()) { // nearly all
            return sum;
        }
        for (Map.Entry<Correction, SampledTraffic> entry : corrections
                .subMap(new Correction(from, Long.MIN_VALUE), new Correction(to, Long.MIN_VALUE))
                .entrySet()) {
            if (entry.getKey().publishedAt() <= publishedBy) {
                sum = sum.plus(entry.getValue());
            }
        }
        return sum;
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(hours, out, BinaryCollections.LONG);
        out.writeLong(minutesForgottenBeforeHour);
        out.writeLong(hoursForgottenBeforeHour);
        out.writeLong(earliestLabel);
        out.writeInt(corrections.size());
        for (Map.Entry<Correction, SampledTraffic> entry : corrections.entrySet()) {
            out.writeLong(entry.getKey().label());
            out.writeLong(entry.getKey().publishedAt());
            entry.getValue().writeTo(out);
        }
    }

    public static CurveIndex readFrom(DataInput in) throws IOException {
        CurveIndex index = new CurveIndex();
        BinaryCollections.read(in, DataInput::readLong, index.hours::add);
        index.minutesForgottenBeforeHour = in.readLong();
        index.hoursForgottenBeforeHour = in.readLong();
        index.earliestLabel = in.readLong();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            Correction correction = new Correction(in.readLong(), in.readLong());
            index.corrections.put(correction, SampledTraffic.readFrom(in));
        }
        return index;
    }
}
