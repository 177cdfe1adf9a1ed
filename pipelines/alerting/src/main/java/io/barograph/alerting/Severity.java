package io.barograph.alerting;

/** How bad an alert is, from the least. */
public enum Severity {
    /** Worth knowing. */
    INFO,
    /** Somebody should look. */
    WARNING,
    /** Somebody must look now. */
    CRITICAL;

    public Severity worse(Severity other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
