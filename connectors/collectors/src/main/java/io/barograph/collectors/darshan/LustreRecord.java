package io.barograph.collectors.darshan;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Layout of one file on Lustre.
 *
 * @param file the file's identity
 * @param osts indices of the OSTs that the log names
 * @param complete true if it names the OST of every stripe. A component whose OSTs were not asked for, or had not been
 *     allocated, has -1 (composite layouts of Darshan before 3.4.6) or no stripes.
 */
record LustreRecord(long file, List<Integer> osts, boolean complete) {
    private static final long STRIPES_OFFSET = 24;
    private static final long OSTS_OFFSET = 40;

    /**
     * @param fileRecord {@code struct darshan_lustre_record} of version 2; the library turns older records into it
     * @return the layout
     */
    static LustreRecord read(Pointer fileRecord) {
        int stripes = Math.toIntExact(fileRecord.getLong(STRIPES_OFFSET));
        Pointer list = fileRecord.getPointer(OSTS_OFFSET);
        long[] indices = stripes <= 0 || list == null ? new long[0] : list.getLongArray(0, stripes);
        List<Integer> named = LongStream.of(indices)
                .filter(index -> index >= 0)
                .mapToObj(Math::toIntExact)
                .toList();
        return new LustreRecord(
                RecordLayout.identity(fileRecord), named, indices.length > 0 && named.size() == indices.length);
    }
}
