package io.barograph.contention.load;

/**
 * What one server did in one interval.
 *
 * @param metadata true of a server that keeps only metadata; false of one that also keeps data
 * @param readPerSecond bytes/s read
 * @param writePerSecond bytes/s written
 */
public record ServerLoad(
        String server, boolean metadata, double readPerSecond, double writePerSecond, double operationsPerSecond) {
    /** @return bytes/s of a data server, operations/s of a metadata server */
    public double perSecond() {
        return metadata ? operationsPerSecond : readPerSecond + writePerSecond;
    }
}
