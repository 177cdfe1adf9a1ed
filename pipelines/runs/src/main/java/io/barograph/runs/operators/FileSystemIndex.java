package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.history.CurveIndex;
import io.barograph.servers.history.SeriesIndex;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What is kept of a file system beside the blocks of its curve and series, and beside its {@link KnownServers}: the hours
 * of which something is kept.
 */
final class FileSystemIndex {
    static final BinaryType<FileSystemIndex> TYPE =
            DelegatingFormat.mutableTypeOf(FileSystemIndex.class, 4, FileSystemIndex::write, FileSystemIndex::read);

    private final CurveIndex curve;
    private final SeriesIndex series;
    private final NavigableSet<Long> hours = new TreeSet<>();
    private long forgottenBefore = Long.MIN_VALUE;
    private long latest = Long.MIN_VALUE;

    FileSystemIndex() {
        this(new CurveIndex(), new SeriesIndex());
    }

    private FileSystemIndex(CurveIndex curve, SeriesIndex series) {
        this.curve = curve;
        this.series = series;
    }

    CurveIndex curve() {
        return curve;
    }

    SeriesIndex series() {
        return series;
    }

    void noteTime(long time) {
        latest = Math.max(latest, time);
    }

    /** Instant of the latest sample, milliseconds since the epoch. */
    long latest() {
        return latest;
    }

    /** Notes that something is kept of an hour; true if nothing was before and the hour is not forgotten. */
    boolean noteHour(long hour) {
        return hour >= forgottenBefore && hours.add(hour);
    }

    /** Forgets an hour; true if nothing is left. */
    boolean forgetHour(long hour) {
        forgottenBefore = Math.max(forgottenBefore, hour + 1);
        hours.headSet(hour + 1).clear();
        return hours.isEmpty();
    }

    private static void write(FileSystemIndex value, DataOutput out) throws IOException {
        value.curve.writeTo(out);
        value.series.writeTo(out);
        BinaryCollections.write(value.hours, out, BinaryCollections.LONG);
        out.writeLong(value.forgottenBefore);
        out.writeLong(value.latest);
    }

    private static FileSystemIndex read(DataInput in) throws IOException {
        FileSystemIndex index = new FileSystemIndex(CurveIndex.readFrom(in), SeriesIndex.readFrom(in));
        BinaryCollections.read(in, DataInput::readLong, index.hours::add);
        index.forgottenBefore = in.readLong();
        index.latest = in.readLong();
        return index;
    }
}
