package io.barograph.sources.capacity;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code mmdf -Y}: colon-separated, each kind of line after a HEADER line that names its fields. */
final class MmdfColonTable implements CapacityTable {
    private static final int SECTION = 1;
    private static final int ROW = 2;

    private final Map<String, List<String>> headers = new HashMap<>();

    @Override
    public LineResult read(String line, CapacityDump dump) {
        if (!line.startsWith("mmdf:")) {
            return LineResult.OTHER;
        }
        List<String> fields = Arrays.asList(line.strip().split(":", -1));
        if (fields.size() <= ROW) {
            return LineResult.refused("too few fields");
        }
        String section = fields.get(SECTION);
        if (fields.get(ROW).equals("HEADER")) {
            if (section.equals("nsd") || section.equals("inode")) {
                headers.put(section, fields);
            }
            return LineResult.UNDERSTOOD;
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
                        CapacityTable.count(field("inode", "maxInodes", fields)),
                        CapacityTable.count(field("inode", "usedInodes", fields)));
            default -> LineResult.UNDERSTOOD;
        };
    }

    /** @return empty if there was no header or the field is not in it */
    private String field(String section, String name, List<String> fields) {
        int index = headers.getOrDefault(section, List.of()).indexOf(name);
        return index < 0 || index >= fields.size() ? "" : fields.get(index);
    }
}
