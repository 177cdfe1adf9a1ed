package io.barograph.alerting;

import java.io.Serializable;

/**
 * When something becomes an alert.
 *
 * @param threshold value from which on it is one; NaN: whatever the value
 * @param critical value from which on it is critical; NaN: never by its value
 * @param clear value that ends it, of levels; between threshold and this nothing changes
 * @param after milliseconds that it must have held, and for a level that it must have been clear
 */
public record AlertRule(
        String name,
        AlertSource source,
        AlertScope scope,
        double threshold,
        double critical,
        double clear,
        long after,
        Severity severity)
        implements Serializable {
    boolean concerns(AlertSignal observation) {
        return source == observation.source()
                && scope.holds(source, observation.fileSystem(), observation.type(), observation.application());
    }

    boolean isBreachedBy(double value) {
        return Double.isNaN(threshold) || reaches(value, threshold);
    }

    boolean isClearedBy(double value) {
        return source.isLowBad() ? value > clear : value < clear;
    }

    Severity severityOf(double value) {
        return !Double.isNaN(critical) && reaches(value, critical) ? Severity.CRITICAL : severity;
    }

    private boolean reaches(double value, double limit) {
        return source.isLowBad() ? value <= limit : value >= limit;
    }
}
