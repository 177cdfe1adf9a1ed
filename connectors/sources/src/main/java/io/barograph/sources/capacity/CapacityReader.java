package io.barograph.sources.capacity;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.TextLineReader;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Reads dumps of {@code lfs df}, {@code lfs df -i}, {@code lctl dl -t} and mmdf, in any order and mixture. A line {@code
 * BEGIN <seconds since 1970>} begins a dump; a text without one is a dump of a given time.
 */
final class CapacityReader implements Closeable {
    private static final String BEGIN = "BEGIN";
    private static final int LATEST_YEAR_DIGITS = 11;

    private final TextLineReader text;
    private Instant nextTime;
    private boolean begun;
    private boolean ended;

    /** @param unknownTime time of a text without BEGIN */
    CapacityReader(TextLineReader text, Instant unknownTime) {
        this.text = text;
        this.nextTime = unknownTime;
    }

    /**
     * @return the next dump, also if there is no target in it; null after the last one
     * @throws IOException if the text cannot be read to the end of the dump
     */
    CapacityDump next() throws IOException {
        if (ended) {
            return null;
        }
        CapacityDump dump = new CapacityDump(nextTime);
        boolean hasBegin = begun;
        List<Table> tables = List.of(new LfsDfTable(), new LctlDeviceTable(), new MmdfColonTable(), new MmdfTable());
        for (String line = text.next(); line != null; line = text.next()) {
            if (line.startsWith(BEGIN)) {
                if (!begin(line)) {
                    continue;
                }
                if (hasBegin || !dump.isEmpty()) {
                    return dump;
                }
                dump = new CapacityDump(nextTime);
                hasBegin = true;
            } else if (!line.isBlank()) {
                read(line, dump, tables);
            }
        }
        ended = true;
        return hasBegin || !dump.isEmpty() ? dump : null;
    }

    private boolean begin(String line) {
        String seconds = line.substring(BEGIN.length()).strip();
        if (!seconds.matches("[0-9]{1," + LATEST_YEAR_DIGITS + "}")) {
            text.refuse("BEGIN without seconds since 1970; what follows is taken for the dump before it", line);
            return false;
        }
        nextTime = Instant.ofEpochSecond(Long.parseLong(seconds));
        begun = true;
        return true;
    }

    private void read(String line, CapacityDump dump, List<Table> tables) {
        for (Table table : tables) {
            try {
                if (table.read(line, dump)) {
                    return;
                }
            } catch (RefusedRecordException e) {
                text.refuse(e.getMessage(), line);
                return;
            }
        }
        text.refuse("not a line of lfs df, lctl dl -t or mmdf", line);
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    /** One kind of table in a dump. */
    interface Table {
        /**
         * @return false if the line is of another table
         * @throws RefusedRecordException if it is of this one and cannot be understood
         */
        boolean read(String line, CapacityDump dump) throws RefusedRecordException;
    }
}
