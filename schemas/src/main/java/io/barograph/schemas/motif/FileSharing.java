package io.barograph.schemas.motif;

/** How the ranks of a run shared its files. */
public enum FileSharing {
    /** Files used by several ranks. */
    SHARED("shared"),
    /** Each rank its own files. */
    FILE_PER_PROCESS("file-per-process");

    private static final double HALF = 0.5;
    private static final double TOLERANCE = 0.05;

    private final String word;

    FileSharing(String word) {
        this.word = word;
    }

    /** @return the word that records carry */
    public String word() {
        return word;
    }

    /**
     * @param sharedBytes bytes in files used by several ranks
     * @return shared if that is at least half of them
     */
    public static FileSharing ofBytes(long sharedBytes, long bytes) {
        return sharedBytes >= HALF * bytes ? SHARED : FILE_PER_PROCESS;
    }

    /**
     * For tables without file records: a number of files that the processes divide evenly, to within 5 % for the odd
     * input file, is one file per process (the rule of TOKIO's analyses).
     *
     * @param files files of the interface that moved most
     * @return the layout; shared if no files are counted
     */
    public static FileSharing ofFileCount(long files, int processes) {
        return files > 0 && (double) (files % processes) / files < TOLERANCE ? FILE_PER_PROCESS : SHARED;
    }
}
