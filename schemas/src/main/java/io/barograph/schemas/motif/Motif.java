package io.barograph.schemas.motif;

/**
 * What makes runs comparable: the same application doing the same kind of I/O on the same file system at about the same
 * size.
 *
 * @param direction which way the bytes went
 * @param layout how the ranks shared the files; null if that is not known
 * @param partition partition of the system; null if that is not known
 * @param processes number of processes, rounded to a power of two
 */
public record Motif(
        String fileSystem,
        String application,
        RunDirection direction,
        FileSharing layout,
        String partition,
        int processes) {
    private static final String NOT_KNOWN = "-";

    public Motif {
        processes = powerOfTwo(processes);
    }

    /**
     * @param processes number of processes, at least 1
     * @return the power of two that is nearest in ratio: 3 gives 4, 5 gives 4, 6 gives 8
     */
    static int powerOfTwo(int processes) {
        if (processes < 1) {
            throw new IllegalArgumentException(processes + " is no number of processes");
        }
        long below = Integer.highestOneBit(processes);
        // Half-way in ratio is below * sqrt(2).
        boolean up = (long) processes * processes >= 2 * below * below;
        return (int) Math.min(up ? 2 * below : below, 1 << 30);
    }

    /** @return the motif in one line, for instance {@code scratch/ior/write/shared/-/2048}; - for what is not known */
    public String key() {
        return String.join(
                "/",
                fileSystem,
                application,
                direction.word(),
                layout == null ? NOT_KNOWN : layout.word(),
                partition == null ? NOT_KNOWN : partition,
                Integer.toString(processes));
    }
}
