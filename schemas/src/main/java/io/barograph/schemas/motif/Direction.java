package io.barograph.schemas.motif;

/** Which way a run's bytes went. */
public enum Direction {
    /** At least 90 % read. */
    READ("read"),
    /** At least 90 % written. */
    WRITE("write"),
    /** Neither, or no bytes at all. */
    MIXED("mixed");

    private static final double MOST = 0.9;

    private final String word;

    Direction(String word) {
        this.word = word;
    }

    /** @return the word that records carry */
    public String word() {
        return word;
    }

    /**
     * @param readBytes bytes read
     * @param writeBytes bytes written
     * @return the direction of at least 90 % of them
     */
    public static Direction of(long readBytes, long writeBytes) {
        double bytes = (double) readBytes + writeBytes;
        if (bytes > 0 && readBytes >= MOST * bytes) {
            return READ;
        }
        return bytes > 0 && writeBytes >= MOST * bytes ? WRITE : MIXED;
    }
}
