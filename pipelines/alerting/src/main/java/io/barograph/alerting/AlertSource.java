package io.barograph.alerting;

import java.time.Duration;

/** What a rule can be about. */
public enum AlertSource {
    /** Load that made others slow; its value is the worst slowdown. */
    CONTENTION(Nature.EVENT),
    /** Slow, and the load does not explain it; its value is the worst slowdown. */
    DEGRADED(Nature.EVENT),
    /** Slow while the load is not known; its value is the worst slowdown. */
    UNEXPLAINED(Nature.EVENT),
    /** A target nearly full; its value is the fraction in use. */
    CAPACITY(Nature.EVENT),
    /** A run far below its climate; its value is how many robust standard deviations. */
    ANOMALY(Nature.MOMENT),
    /** Performance has settled at a lower level; its value is the fraction lost. */
    CLIMATE_SHIFT(Nature.EVENT),
    /** Timings of an operation; the value is observed / expected. */
    SLOWDOWN(Nature.LEVEL),
    /** Fraction in use of the fullest target. */
    FULLNESS(Nature.LEVEL),
    /** Days until the first target is 90 % full; few are bad. */
    FORECAST(Nature.LEVEL),
    /** Number of servers that are silent. */
    SILENT_SERVERS(Nature.LEVEL),
    /** A collector that fails, hangs or says nothing. */
    SILENT_COLLECTORS(Nature.ABSENCE),
    /** A file system of which nothing is heard any more. */
    STALE_INPUT(Nature.ABSENCE),
    /** A file system whose samples arrive while the analysis gives no results. */
    SILENT_ANALYSIS(Nature.RESPONSE),
    /** Refused inputs in the last five minutes. */
    DEAD_LETTERS(Nature.LEVEL),
    /** A record that made a job fail and is skipped since. */
    QUARANTINE(Nature.MOMENT);

    /** How what is observed shows that it begins and ends. */
    enum Nature {
        /** It says itself when it begins and ends. */
        EVENT,
        /** A value that crosses a threshold. */
        LEVEL,
        /** Something that is over when it is reported: one message. */
        MOMENT,
        /** Something that should be heard regularly. */
        ABSENCE,
        /** Something that should follow what arrives; where nothing arrives, nothing is missed. */
        RESPONSE
    }

    /** An event that is emitted only when it changes may stay open for this long. */
    private static final long RARELY_REPORTED = Duration.ofDays(30).toMillis();

    private final Nature nature;

    AlertSource(Nature nature) {
        this.nature = nature;
    }

    Nature nature() {
        return nature;
    }

    boolean isLowBad() {
        return this == FORECAST;
    }

    /** Whether no others of the same cause are expected that a message could wait for. */
    boolean isOnePerCause() {
        return this == CONTENTION || this == DEGRADED || this == UNEXPLAINED;
    }

    /** Whether news of it shows that the analysis goes on. */
    boolean showsProgress() {
        return this != SILENT_COLLECTORS && this != SILENT_ANALYSIS && this != DEAD_LETTERS && this != QUARANTINE;
    }

    /** Whether it is followed and sent however many alerts there are: while it holds, no other can be relied on. */
    boolean passesLimits() {
        return this == SILENT_ANALYSIS;
    }

    /** Whether it is sent however many messages a channel has had in the hour. */
    boolean passesHourlyCap(Severity severity) {
        return passesLimits() || severity == Severity.CRITICAL;
    }

    /** Without news for this long nobody knows whether it still holds. */
    long staleAfter(AlertPolicy policy) {
        return this == CLIMATE_SHIFT ? RARELY_REPORTED : policy.staleAfter();
    }
}
