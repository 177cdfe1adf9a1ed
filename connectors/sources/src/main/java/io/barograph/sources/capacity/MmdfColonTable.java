package io.barograph.sources.capacity;

import io.barograph.runtime.CountText;
import io.barograph.runtime.RefusedRecordException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code mmdf -Y}: colon-separated, each kind of line after a HEADER line that names its fields. */
final class MmdfColonTable implements CapacityReader.Table {
    private static final int SECTION = 1;
    private static final int ROW = 2;

    private final Map<String, List<String>> headers = new HashMap<>();

    @Override
    public boolean read(String line, CapacityDump dump) throws RefusedRecordException {
        if (!line.startsWith("mmdf:")) {
            return false;
        }
        List<String> fields = Arrays.asList(line.strip().split(":", -1));
        if (fields.size() <= ROW) {
            throw new RefusedRecordException("too few fields");
        }
        String section = fields.get(SECTION);
        if (fields.get(ROW).equals("HEADER")) {
            if (section.equals("nsd") || section.equals("inode")) {
                headers.put(section, fields);
            }
            return true;
        }
        return switch (section) {
            case "nsd" ->
                MmdfTable.disk(
                        dump,
                        field("nsd", "nsdName", fields).replace("%3A", ":"),
                        field("nsd", "diskSize", fields),
                        field("nsd", "freeBlocks", fields),
                        field("nsd", "freeFragments", fields));
            case "inode" ->
                MmdfTable.inodes(
                        dump,
                        CountText.parse(field("inode", "maxInodes", fields)),
                        CountText.parse(field("inode", "usedInodes", fields)));
            default -> true;
        };
    }

    /** @return empty if there was no header or the field is not in it */
    private String field(String section, String name, List<String> fields) {
        int index = headers.getOrDefault(section, List.of()).indexOf(name);
        return index < 0 || index >= fields.size() ? "" : fields.get(index);
    }
}
