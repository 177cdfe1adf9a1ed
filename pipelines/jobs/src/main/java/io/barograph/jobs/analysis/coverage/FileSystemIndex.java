package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.CurveIndex;
import io.barograph.analytics.volume.SeriesIndex;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is kept of a file system beside the blocks of its curve and series: the hours of which something is kept, and its
 * servers with the first and last hour in which each reported.
 */
final class FileSystemIndex {
    static final BinaryType<FileSystemIndex> TYPE = new BinaryType<>(new Format());

    private static final long CAPACITY_SLOT = 600_000;
    private static final String OSS = "load/OSS/";
    private static final String MDS = "load/MDS/";
    private static final String LOAD = "load/";

    private final CurveIndex curve;
    private final SeriesIndex series;
    private final Map<String, long[]> hoursByServer = new TreeMap<>();
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

    /** Number of the ten minutes that an instant lies in. */
    static long capacitySlot(long time) {
        return Math.floorDiv(time, CAPACITY_SLOT);
    }

    /** Name under which an OSS or MDS that reports its CPU use is noted: it is no data server. */
    static String loadServer(boolean oss, String server) {
        return (oss ? OSS : MDS) + server;
    }

    CurveIndex curve() {
        return curve;
    }

    SeriesIndex series() {
        return series;
    }

    void noteServer(String server, long hour) {
        hoursByServer.merge(server, new long[] {hour, hour}, (known, now) ->
                new long[] {Math.min(known[0], now[0]), Math.max(known[1], now[1])});
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

    /** Data servers that had reported by an hour. */
    int servers(long byHour) {
        return count("", byHour) - count(LOAD, byHour);
    }

    /** OSS that had reported their CPU use by an hour. */
    int osses(long byHour) {
        return count(OSS, byHour);
    }

    /** MDS likewise. */
    int mdses(long byHour) {
        return count(MDS, byHour);
    }

    private int count(String prefix, long byHour) {
        int count = 0;
        for (Map.Entry<String, long[]> entry : hoursByServer.entrySet()) {
            if (entry.getKey().startsWith(prefix) && entry.getValue()[0] <= byHour) {
                count++;
            }
        }
        return count;
    }

    /** Forgets an hour, and the servers that are silent since; true if nothing is left. */
    boolean forgetHour(long hour) {
        hoursByServer.values().removeIf(known -> known[1] <= hour);
        forgottenBefore = Math.max(forgottenBefore, hour + 1);
        hours.headSet(hour + 1).clear();
        return hours.isEmpty();
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<FileSystemIndex> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(FileSystemIndex.class, 2, 2);
        }

        @Override
        public void write(FileSystemIndex value, DataOutput out) throws IOException {
            value.curve.writeTo(out);
            value.series.writeTo(out);
            out.writeInt(value.hoursByServer.size());
            for (Map.Entry<String, long[]> entry : value.hoursByServer.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeLong(entry.getValue()[0]);
                out.writeLong(entry.getValue()[1]);
            }
            out.writeInt(value.hours.size());
            for (long hour : value.hours) {
                out.writeLong(hour);
            }
            out.writeLong(value.forgottenBefore);
            out.writeLong(value.latest);
        }

        @Override
        public FileSystemIndex read(int writtenVersion, DataInput in) throws IOException {
            FileSystemIndex index = new FileSystemIndex(CurveIndex.readFrom(in), SeriesIndex.readFrom(in));
            int servers = in.readInt();
            for (int i = 0; i < servers; i++) {
                index.hoursByServer.put(in.readUTF(), new long[] {in.readLong(), in.readLong()});
            }
            int hours = in.readInt();
            for (int i = 0; i < hours; i++) {
                index.hours.add(in.readLong());
            }
            index.forgottenBefore = in.readLong();
            index.latest = in.readLong();
            return index;
        }

        @Override
        public FileSystemIndex copy(FileSystemIndex value) {
            FileSystemIndex copy = new FileSystemIndex(value.curve.copy(), value.series.copy());
            copy.hoursByServer.putAll(value.hoursByServer);
            copy.hours.addAll(value.hours);
            copy.forgottenBefore = value.forgottenBefore;
            copy.latest = value.latest;
            return copy;
        }
    }
}
