package io.barograph.sources.darshan.log;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Damage that the library does not look for. The parts of a log (job, names, modules) lie one after the other from the
 * header to the end of the file; the library reads each where the header says and misses both a cut-off tail and a
 * damaged header. The open log's structure ({@code struct darshan_fd_s}, darshan-logutils.h) begins with the header.
 */
final class LogRegions {
    private static final int MODULES = 64;
    private static final long BYTES_SWAPPED = 8;
    private static final long PARTIAL_FLAGS = 16;
    private static final long FIRST_REGION = 32;
    private static final int REGION_BYTES = 16;
    private static final int JOB_AND_NAMES = 2;

    private LogRegions() {}

    /** Part of a log file, in bytes. */
    private record Region(long offset, long length) {}

    /** @return log format version, for instance 3.41 */
    static String format(Pointer log) {
        return log.getString(0);
    }

    /**
     * @param fileSize size of its file, bytes
     * @return what is wrong with its header or size
     */
    static Optional<String> damage(Pointer log, long fileSize) {
        List<Region> regions = new ArrayList<>();
        for (int i = 0; i < JOB_AND_NAMES + MODULES; i++) {
            long at = FIRST_REGION + (long) i * REGION_BYTES;
            Region region = new Region(log.getLong(at), log.getLong(at + Long.BYTES));
            if (region.length() != 0) {
                regions.add(region);
            }
        }
        regions.sort(Comparator.comparingLong(Region::offset));
        long end = regions.isEmpty() ? fileSize : regions.get(0).offset();
        for (Region region : regions) {
            if (region.offset() != end) {
                return Optional.of("the log's header is damaged: a part begins at byte " + region.offset()
                        + " where the one before ends at byte " + end);
            }
            end += region.length();
        }
        if (end != fileSize) {
            return Optional.of("the log has " + fileSize + " bytes where its header tells of " + end
                    + ": it is cut off or damaged");
        }
        return Optional.empty();
    }

    /**
     * @return true if the log marks a module as partial but the library cannot say which: it does not turn the flags
     *     of a log from a machine of the other byte order round
     */
    static boolean partialFlagsUnclear(Pointer log) {
        return log.getInt(BYTES_SWAPPED) != 0 && log.getLong(PARTIAL_FLAGS) != 0;
    }
}
