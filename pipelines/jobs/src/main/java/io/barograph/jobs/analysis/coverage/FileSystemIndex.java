package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.CurveIndex;
import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of a file system beside the blocks of its curve: its data servers with the first and last hour in which
 * each reported.
 */
final class FileSystemIndex {
    static final BinaryType<FileSystemIndex> TYPE = new BinaryType<>(new Format());

    private final CurveIndex curve;
    private final Map<String, long[]> hoursByServer = new TreeMap<>();

    FileSystemIndex() {
        this(new CurveIndex());
    }

    private FileSystemIndex(CurveIndex curve) {
        this.curve = curve;
    }

    CurveIndex curve() {
        return curve;
    }

    void noteServer(String server, long hour) {
        hoursByServer.merge(server, new long[] {hour, hour}, (known, now) ->
                new long[] {Math.min(known[0], now[0]), Math.max(known[1], now[1])});
    }

    /** Servers that had reported by an hour. */
    int servers(long byHour) {
        int count = 0;
        for (long[] hours : hoursByServer.values()) {
            if (hours[0] <= byHour) {
                count++;
            }
        }
        return count;
    }

    void forgetServersSilentSince(long hour) {
        hoursByServer.values().removeIf(hours -> hours[1] <= hour);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<FileSystemIndex> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(FileSystemIndex.class, 1);
        }

        @Override
        public void write(FileSystemIndex value, DataOutput out) throws IOException {
            value.curve.writeTo(out);
            out.writeInt(value.hoursByServer.size());
            for (Map.Entry<String, long[]> entry : value.hoursByServer.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeLong(entry.getValue()[0]);
                out.writeLong(entry.getValue()[1]);
            }
        }

        @Override
        public FileSystemIndex read(int writtenVersion, DataInput in) throws IOException {
            FileSystemIndex index = new FileSystemIndex(CurveIndex.readFrom(in));
            int servers = in.readInt();
            for (int i = 0; i < servers; i++) {
                index.hoursByServer.put(in.readUTF(), new long[] {in.readLong(), in.readLong()});
            }
            return index;
        }

        @Override
        public FileSystemIndex copy(FileSystemIndex value) {
            FileSystemIndex copy = new FileSystemIndex(value.curve.copy());
            copy.hoursByServer.putAll(value.hoursByServer);
            return copy;
        }
    }
}
