package io.barograph.collectors.darshan;

import java.util.List;

/**
 * What one log holds, as the reading process hands it over.
 *
 * @param format log format version
 * @param runtimeVersion Darshan version that wrote the log; null if the log does not say
 * @param runTimeSeconds end - start; plus one second where the format has whole seconds
 * @param problems why the values may be too low; empty for a sound log
 */
record LogContents(
        String format,
        String runtimeVersion,
        String jobId,
        long user,
        int processes,
        String executable,
        long startSeconds,
        long startNanos,
        long endSeconds,
        long endNanos,
        double runTimeSeconds,
        List<Module> modules,
        List<FileGroup> groups,
        List<String> problems) {

    /**
     * One interface.
     *
     * @param slowestRankSeconds darshan-util's agg_time_by_slowest; null if it could not be derived
     * @param performanceMebibytesPerSecond darshan-util's agg_perf_by_slowest; null likewise, or without I/O time
     * @param partial the runtime ran out of memory for this module's records
     */
    record Module(
            String name,
            IoTotals totals,
            Double slowestRankSeconds,
            Double performanceMebibytesPerSecond,
            boolean partial) {}

    /**
     * Files that belong to the same file system.
     *
     * @param place what they have in common
     * @param posix their POSIX records; null if there are none
     * @param stdio their STDIO records; null if there are none
     * @param osts indices of the OSTs that the log names for them, ascending
     * @param filesInUse files that the run opened or moved bytes of
     * @param filesWithOsts those of them whose OSTs the log names completely
     */
    record FileGroup(
            Place place, IoTotals posix, IoTotals stdio, List<Integer> osts, long filesInUse, long filesWithOsts) {}

    /**
     * Where a file lies.
     *
     * @param kind what is known of its path
     * @param mountPoint longest mount point of the log's mount table that the path is below; null if there is none
     * @param mountType file-system type of that mount point; null likewise
     * @param alias path in the catalogue that the file is below, if at least as long as the mount point; else null
     */
    record Place(PathKind kind, String mountPoint, String mountType, String alias) {
        static final Place STREAM = new Place(PathKind.STREAM, null, null, null);
        static final Place NOWHERE = new Place(PathKind.UNKNOWN, null, null, null);
    }

    /** What the log knows of a file's path. */
    enum PathKind {
        ABSOLUTE,
        /** No name, or a relative one. */
        UNKNOWN,
        /** Standard input, output or error: below no mount point. */
        STREAM
    }
}
