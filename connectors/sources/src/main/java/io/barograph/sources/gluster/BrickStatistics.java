package io.barograph.sources.gluster;

import io.barograph.runtime.CountText;
import io.barograph.runtime.RefusedRecordException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one brick did since it started, as {@code gluster volume profile VOLUME info cumulative --xml} says. Its file
 * operations are those of GlusterFS's {@code libglusterfs}. Of them only those are metadata operations that a client's
 * operation on names or attributes causes: locks, marks and releases follow reads and writes as well.
 *
 * @param brick {@code HOST:PATH}
 */
record BrickStatistics(
        String brick,
        long readBytes,
        long writeBytes,
        long readOperations,
        long writeOperations,
        Map<String, Long> metadataOperations) {
    private static final Set<String> METADATA = Set.of(
            "ACCESS",
            "CREATE",
            "FSETATTR",
            "FSTAT",
            "FTRUNCATE",
            "LINK",
            "LOOKUP",
            "MKDIR",
            "MKNOD",
            "OPEN",
            "OPENDIR",
            "READDIR",
            "READDIRP",
            "READLINK",
            "RENAME",
            "RMDIR",
            "SETATTR",
            "STAT",
            "SYMLINK",
            "TRUNCATE",
            "UNLINK");

    /**
     * @param brick an element {@code brick} of the answer
     * @throws RefusedRecordException if it has no name, or a counter is missing or is no whole number
     */
    static BrickStatistics of(GlusterAnswer brick) throws RefusedRecordException {
        if (brick.text("brickName").indexOf(":/") < 1) {
            throw new RefusedRecordException("its name is no HOST:PATH");
        }
        GlusterAnswer total = brick.at("cumulativeStats");
        Map<String, Long> operations = new HashMap<>();
        for (GlusterAnswer operation : total.at("fopStats").all("fop")) {
            operations.put(operation.text("name"), count(operation, "hits"));
        }
        Map<String, Long> metadata = new TreeMap<>();
        METADATA.forEach(name -> metadata.put(name.toLowerCase(Locale.ROOT), operations.getOrDefault(name, 0L)));
        return new BrickStatistics(
                brick.text("brickName"),
                count(total, "totalRead"),
                count(total, "totalWrite"),
                operations.getOrDefault("READ", 0L),
                operations.getOrDefault("WRITE", 0L),
                metadata);
    }

    /** @return host that serves it */
    String host() {
        return brick.substring(0, brick.indexOf(":/"));
    }

    private static long count(GlusterAnswer parent, String name) throws RefusedRecordException {
        long value = CountText.parse(parent.text(name));
        if (value < 0) {
            throw new RefusedRecordException("no whole number in " + name + ": \"" + parent.text(name) + "\"");
        }
        return value;
    }
}
