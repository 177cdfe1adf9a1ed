package io.barograph.sources.darshan.log;

import io.barograph.schemas.activity.IoActivity;
import java.util.List;

/**
 * What one log holds, as the reading process hands it over.
 *
 * @param runtimeVersion Darshan version that wrote the log; null if the log does not say
 * @param runTimeSeconds end - start; plus one second where the format has whole seconds
 * @param fileSystems what is more than sums, by file system
 * @param rankBytes bytes of the busiest rank over POSIX and STDIO; null if no bytes were moved
 * @param problems why the values may be too low; empty for a sound log
 */
public record LogContents(
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
        List<FileSystemDetail> fileSystems,
        Bounds rankBytes,
        List<String> problems) {
    /**
     * One interface.
     *
     * @param slowestRankSeconds darshan-util's agg_time_by_slowest; null if it could not be derived
     * @param performanceMebibytesPerSecond darshan-util's agg_perf_by_slowest; null likewise, or without I/O time
     * @param partial the runtime ran out of memory for this module's records
     */
    public record Module(
            String name,
            IoTotals totals,
            Double slowestRankSeconds,
            Double performanceMebibytesPerSecond,
            boolean partial) {}

    /**
     * Files that belong to the same file system.
     *
     * @param posix their POSIX records; null if there are none
     * @param mpiIo their MPI-IO records; null if there are none
     * @param stdio their STDIO records; null if there are none
     * @param osts indices of the OSTs that the log names for them, ascending
     * @param filesInUse files that the run opened or moved bytes of
     * @param filesWithOsts those of them whose OSTs the log names completely
     */
    public record FileGroup(
            Place place,
            IoTotals posix,
            IoTotals mpiIo,
            IoTotals stdio,
            List<Integer> osts,
            long filesInUse,
            long filesWithOsts) {}

    /**
     * What a run did on one file system, of the POSIX module, or of STDIO where the log has no POSIX records.
     *
     * @param fileSystem name in the catalogue, or mount point
     * @param rankBytes bytes of the busiest rank; null if no bytes were moved
     * @param rankRequests reads and writes of the rank with most of them; null if there were none
     * @param slowestRankSeconds darshan-util's agg_time_by_slowest over these files; null if it could not be derived
     * @param performanceMebibytesPerSecond darshan-util's agg_perf_by_slowest; null likewise, or without I/O time
     * @param placement bytes by OST; null if no bytes can be placed
     * @param stripeWidths files and bytes by number of OSTs that a file lies on, ascending; empty if no layout is known
     * @param covering the files of the IO covering set; null without such files, or of STDIO, which counts no sizes
     * @param rereadBytes bytes that at least were read again
     * @param readBackBytes bytes that were read after the run had written them
     */
    public record FileSystemDetail(
            String fileSystem,
            Sharing sharing,
            Bounds rankBytes,
            Bounds rankRequests,
            Double slowestRankSeconds,
            Double performanceMebibytesPerSecond,
            Placement placement,
            Activity activity,
            List<StripeWidth> stripeWidths,
            Covering covering,
            long rereadBytes,
            long readBackBytes) {}

    /** Bytes and files in use, by whether several ranks used the file. */
    public record Sharing(long sharedBytes, long sharedFiles, long oneRankBytes, long oneRankFiles) {}

    /** A value that lies between the two, both included. */
    public record Bounds(long least, long most) {}

    /** Bytes that lie on known OSTs, and those of files whose bytes cannot be placed. */
    public record Placement(List<OstTraffic> osts, long unplacedReadBytes, long unplacedWriteBytes) {}

    public record OstTraffic(int ost, long readBytes, long writeBytes) {}

    /** Files whose layout is known and that lie on so many OSTs. */
    public record StripeWidth(int osts, long files, long bytes) {}

    /** What the run did with the files of the IO covering set. */
    public record Covering(
            long requests, long smallRequests, long sequentialRequests, double seconds, double metadataSeconds) {}

    /**
     * When the run read and wrote.
     *
     * @param intervals the intervals kept, microseconds since the run's start
     * @param micros time in which at least one file was being read or written, microseconds
     * @param phases stretches of such time without a pause
     */
    public record Activity(IoActivity.IntervalSummary intervals, long micros, int phases, int coveringSet) {}

    /**
     * Where a file lies.
     *
     * @param mountPoint longest mount point of the log's mount table that the path is below; null if there is none
     * @param mountType file-system type of that mount point; null likewise
     * @param alias path in the catalogue that the file is below, if at least as long as the mount point; else null
     */
    public record Place(PathKind kind, String mountPoint, String mountType, String alias) {
        public static final Place STREAM = new Place(PathKind.STREAM, null, null, null);
        public static final Place NOWHERE = new Place(PathKind.UNKNOWN, null, null, null);
    }

    /** What the log knows of a file's path. */
    public enum PathKind {
        ABSOLUTE,
        /** No name, or a relative one. */
        UNKNOWN,
        /** Standard input, output or error: below no mount point. */
        STREAM
    }
}
