package io.barograph.influxdb;

import java.util.Locale;

/** Why a line is not stored, as counted in the metrics. */
enum RejectionCause {
    /** A field already has another type. */
    FIELD_TYPE_CONFLICT,
    /** The line is not valid line protocol. */
    UNPARSEABLE,
    /** The point is older than the retention policy keeps. */
    BEYOND_RETENTION,
    /** The line alone is larger than a batch or than the server accepts. */
    TOO_LARGE,
    /** No line could be made of the element, whose points are then counted as one line. */
    UNCONVERTIBLE,
    /** Anything else; the reported reason has the server's words. */
    OTHER;

    static RejectionCause of(String serverMessage) {
        String text = serverMessage.toLowerCase(Locale.ROOT);
        if (text.contains("field type conflict") || text.contains("invalid column type")) {
            return FIELD_TYPE_CONFLICT;
        }
        if (text.contains("retention")) {
            return BEYOND_RETENTION;
        }
        if (text.contains("unable to parse") || text.contains("parsing failed") || text.contains("parse error")) {
            return UNPARSEABLE;
        }
        return OTHER;
    }
}
