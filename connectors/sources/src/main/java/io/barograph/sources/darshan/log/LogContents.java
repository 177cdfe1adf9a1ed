package io.barograph.sources.darshan.log;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.ModuleUse;
import java.util.List;

/**
 * What one log holds, as the reading process hands it over.
 *
 * @param runTimeSeconds end - start; plus one second where the format has whole seconds
 * @param fileSystems what is more than sums, by file system, of the POSIX module, or of STDIO where the log has no POSIX
 *     records; what it has in common with {@link #groups} is not set
 * @param rankBytes bytes of the busiest rank over POSIX and STDIO; null if no bytes were moved
 * @param problems why the values may be too low; empty for a sound log
 */
public record LogContents(
        String format,
        JobRecord job,
        String executable,
        double runTimeSeconds,
        List<ModuleUse> modules,
        List<FileGroup> groups,
        List<FileSystemUse> fileSystems,
        Bounds rankBytes,
        List<String> problems) {
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

    /** A value that lies between the two, both included. */
    public record Bounds(long least, long most) {}

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
