package io.barograph.alerting;

/**
 * What one record says of one thing that rules may be about.
 *
 * @param identity identity within the source; never contains values
 * @param fileSystem file system; empty if it is of none
 * @param type type within the source: READ, BYTES, an operation
 * @param application application; empty if it is of none
 * @param order order among observations of the same identity and time, for instance a revision
 * @param since event time at which it began; for levels the time of the observation
 * @param until event time at which it ended; 0 while it lasts
 * @param value how bad it is, in the unit of the source; NaN if that is not known
 */
public record AlertSignal(
        AlertSource source,
        String identity,
        String fileSystem,
        String type,
        String application,
        long time,
        long order,
        Status status,
        long since,
        long until,
        double value,
        AlertDescription story) {
    /** Whether it holds. */
    public enum Status {
        /** The value decides. */
        MEASURED,
        /** It holds. */
        ACTIVE,
        /** It is over, or has been withdrawn. */
        OVER,
        /** It has ended in order and is not to be missed. */
        ENDED
    }

    /** Bounds what comes from outside. */
    public AlertSignal {
        identity = TextLimits.bounded(identity);
        fileSystem = TextLimits.bounded(fileSystem);
        type = TextLimits.bounded(type);
        application = TextLimits.bounded(application);
    }
}
