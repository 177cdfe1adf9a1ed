package io.barograph.schemas.motif;

/** Which way a run's bytes went. */
public enum RunDirection {
    /** At least 90 % read. */
    READ("read"),
    /** At least 90 % written. */
    WRITE("write"),
    /** Neither, or no bytes at all. */
    MIXED("mixed");

    private static final double DOMINANT_SHARE = 0.9;

    private final String word;

    RunDirection(String word) {
        this.word = word;
    }

    /** @return the word that records carry */
    public String word() {
        return word;
    }

    /** @return the direction of at least 90 % of them */
    public static RunDirection of(long readBytes, long writeBytes) {
        double bytes = (double) readBytes + writeBytes;
        if (bytes > 0 && readBytes >= DOMINANT_SHARE * bytes) {
            return READ;
        }
        return bytes > 0 && writeBytes >= DOMINANT_SHARE * bytes ? WRITE : MIXED;
    }
}
