package io.barograph.sources.capacity;

import io.barograph.runtime.CountText;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.sources.capacity.TargetCapacity.Amounts;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * mmdf as people read it: one line per disk with its size and what is free in full blocks and in fragments, KiB, and the
 * inodes of the file system. Free inodes are those that are not used out of the most there can be; GPFS makes them when
 * they are needed.
 */
final class MmdfTable implements CapacityReader.Table {
    private static final Pattern DISK = Pattern.compile(
            "(\\S+)\\s+(\\d+)\\s+\\S+\\s+(?:yes|no)\\s+(?:yes|no)\\s+(\\d+)\\s*\\(\\s*\\d+%\\)\\s+(\\d+)\\s*\\(\\s*\\d+%\\)\\s*\\*?");
    private static final Pattern INODES =
            Pattern.compile("(Number of used inodes|Number of free inodes|Number of allocated inodes"
                    + "|Maximum number of inodes):\\s+(\\d+)");
    private static final Pattern FRAME = Pattern.compile(
            "disk\\s+disk size.*|name\\s+in KB.*|-[- ]+|=[= ]+|Disks in storage pool:.*|\\(pool total\\).*|\\(data\\).*"
                    + "|\\(metadata\\).*|\\(total\\).*|Inode Information.*");

    private final Map<String, Long> inodes = new HashMap<>();

    @Override
    public boolean read(String line, CapacityDump dump) throws RefusedRecordException {
        String stripped = line.strip();
        Matcher disk = DISK.matcher(stripped);
        if (disk.matches()) {
            return disk(dump, disk.group(1), disk.group(2), disk.group(3), disk.group(4));
        }
        Matcher count = INODES.matcher(stripped);
        if (count.matches()) {
            inodes.put(count.group(1), CountText.parse(count.group(2)));
            Long most = inodes.get("Maximum number of inodes");
            Long used = inodes.get("Number of used inodes");
            return most == null || used == null || inodes(dump, most, used);
        }
        return FRAME.matcher(stripped).matches();
    }

    static boolean disk(CapacityDump dump, String name, String size, String freeBlocks, String freeFragments)
            throws RefusedRecordException {
        long total = CountText.parse(size);
        long blocks = CountText.parse(freeBlocks);
        long fragments = CountText.parse(freeFragments);
        if (name.isEmpty() || total < 0 || blocks < 0 || fragments < 0 || blocks + fragments < 0) {
            throw new RefusedRecordException("no name, or a size that is no number of KiB");
        }
        if (blocks + fragments > total) {
            throw new RefusedRecordException("more is free than there is");
        }
        TargetCapacity target = dump.target(name, ServerKind.NSD);
        long free = blocks + fragments;
        target.kibibytes(new Amounts(total, total - free, free));
        return true;
    }

    static boolean inodes(CapacityDump dump, long most, long used) throws RefusedRecordException {
        if (used < 0 || most < used) {
            throw new RefusedRecordException("more inodes are used than there can be");
        }
        TargetCapacity whole = dump.wholeFileSystem();
        whole.inodes(new Amounts(most, used, most - used));
        return true;
    }
}
