package io.barograph.alerting;

import java.util.List;

/**
 * A message that is to be sent now.
 *
 * @param thread what ties the messages about one thing together
 * @param opening severity in the message that began the thread
 * @param at wall clock at which it was made
 * @param items alerts that it reports; of a digest the worst
 * @param digest what a digest shows; null for others
 */
public record AlertNotification(
        String id,
        String channel,
        Kind kind,
        String thread,
        Severity opening,
        long at,
        List<Item> items,
        Digest digest) {
    /** What a message shows. */
    public enum Kind {
        /** Something has begun. */
        OPENED,
        /** It got worse, is unknown, or more is known; or some of several are over. */
        UPDATED,
        /** It is over. */
        RESOLVED,
        /** What was held back. */
        DIGEST,
        /** The pipeline goes on. */
        HEARTBEAT
    }

    /** What a message says of one alert. */
    public enum Change {
        /** It has begun. */
        BEGUN,
        /** It has begun, and is over already. */
        BEGUN_AND_OVER,
        /** It got worse, is unknown, or more is known. */
        CHANGED,
        /** It is over. */
        OVER
    }

    /** One alert of a message. */
    public record Item(AlertView view, Change change) {}

    /** Why an alert was held back. */
    public enum Reason {
        /** It is old news. */
        CATCH_UP,
        /** The limit of the hour. */
        LIMIT,
        /** It was over before the time between two messages about it was. */
        REPEATED
    }

    /**
     * What was held back.
     *
     * @param lines by rule and file system, the worst first
     * @param limit how many met the limit of the hour
     * @param keys keys of the alerts, at most {@value #MAX_KEYS}
     */
    public record Digest(
            List<Line> lines, long alerts, long open, long catchUp, long limit, long repeated, List<String> keys) {
        /** Most keys that a digest names. */
        public static final int MAX_KEYS = 2000;
    }

    public record Line(String rule, String fileSystem, Severity severity, long alerts, long open) {}

    public AlertNotification {
        items = List.copyOf(items);
    }
}
