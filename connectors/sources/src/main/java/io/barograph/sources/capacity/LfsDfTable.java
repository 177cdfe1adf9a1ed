package io.barograph.sources.capacity;

import io.barograph.runtime.CountText;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.sources.capacity.TargetCapacity.Amounts;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code lfs df} in KiB and {@code lfs df -i}. Free is what the columns Available and IFree say: space that is left to
 * users, without what the target reserves.
 */
final class LfsDfTable implements CapacityReader.Table {
    private static final Pattern TARGET = Pattern.compile("(\\S+-(OST|MDT)[0-9a-fA-F]{4,8})_UUID\\s*(.*)");
    private static final Pattern AMOUNTS =
            Pattern.compile("(\\d+)\\s+(\\d+)\\s+(\\d+)\\s+(?:\\d+%|-)\\s+\\S.*\\[(?:OST|MDT):\\d+\\].*");

    /** Where the amounts of a row go; null after no header, or one that is not understood. */
    private BiConsumer<TargetCapacity, Amounts> unit;

    @Override
    public boolean read(String line, CapacityDump dump) throws RefusedRecordException {
        String stripped = line.strip();
        if (stripped.startsWith("UUID ")) {
            return header(stripped);
        }
        if (stripped.startsWith("filesystem summary:") || stripped.startsWith("filesystem_summary:")) {
            return true;
        }
        Matcher target = TARGET.matcher(stripped);
        return target.matches() && target(target, dump);
    }

    private boolean header(String line) throws RefusedRecordException {
        if (line.contains("1K-blocks")) {
            unit = TargetCapacity::kibibytes;
            return true;
        }
        if (line.contains("Inodes")) {
            unit = TargetCapacity::inodes;
            return true;
        }
        unit = null;
        throw new RefusedRecordException(
                "a table that is neither in 1K-blocks nor of inodes; use lfs df and lfs df -i without -h");
    }

    private boolean target(Matcher row, CapacityDump dump) throws RefusedRecordException {
        ServerKind kind = row.group(2).equals("OST") ? ServerKind.OST : ServerKind.MDT;
        String rest = row.group(3);
        Matcher amounts = AMOUNTS.matcher(rest);
        boolean down = rest.startsWith(":") && rest.length() > 1;
        if (!down && (unit == null || !amounts.matches())) {
            throw new RefusedRecordException(
                    unit == null ? "it follows no header of lfs df" : "not three numbers, Use% and mount point");
        }
        TargetCapacity target = dump.target(row.group(1), kind);
        if (down) {
            target.complaint(rest.substring(1).strip());
            return true;
        }
        long total = CountText.parse(amounts.group(1));
        long used = CountText.parse(amounts.group(2));
        long free = CountText.parse(amounts.group(3));
        if (total < 0 || used < 0 || free < 0) {
            throw new RefusedRecordException("a number of 2^63 or more");
        }
        unit.accept(target, new Amounts(total, used, free));
        return true;
    }
}
