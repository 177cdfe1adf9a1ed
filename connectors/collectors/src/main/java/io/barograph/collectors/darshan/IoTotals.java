package io.barograph.collectors.darshan;

/**
 * Sums over file records. A sum is null where no record has the counter.
 *
 * @param readSeconds time in reads, summed over ranks
 * @param files distinct files
 */
record IoTotals(
        Long readBytes,
        Long writeBytes,
        Long reads,
        Long writes,
        Long opens,
        Long stats,
        Long seeks,
        Double readSeconds,
        Double writeSeconds,
        Double metadataSeconds,
        long files) {

    long bytes() {
        return orZero(readBytes) + orZero(writeBytes);
    }

    /**
     * @param other sums over other files
     * @return sums over the files of both
     */
    IoTotals plus(IoTotals other) {
        return new IoTotals(
                add(readBytes, other.readBytes),
                add(writeBytes, other.writeBytes),
                add(reads, other.reads),
                add(writes, other.writes),
                add(opens, other.opens),
                add(stats, other.stats),
                add(seeks, other.seeks),
                add(readSeconds, other.readSeconds),
                add(writeSeconds, other.writeSeconds),
                add(metadataSeconds, other.metadataSeconds),
                files + other.files);
    }

    private static Long add(Long a, Long b) {
        return a == null ? b : b == null ? a : (Long) Math.addExact(a, b);
    }

    private static Double add(Double a, Double b) {
        return a == null ? b : b == null ? a : (Double) (a + b);
    }

    static long orZero(Long sum) {
        return sum == null ? 0 : sum;
    }
}
