package io.barograph.schemas.admission;

import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import java.time.Duration;

/** Bounds of {@link ProbeTiming}. */
final class ProbeTimingBounds {
    /** An operation hangs as long as its server is away. */
    private static final double MAX_SECONDS = Duration.ofDays(366).toSeconds();

    private static final String UNKNOWN = "this version does not know it; upgrade the analysis before the collectors";

    private ProbeTimingBounds() {}

    static void check(ProbeTiming timing, FieldChecks checks) {
        if (timing.getOperation() == ProbeOperation.UNKNOWN) {
            checks.refuse("operation", timing.getOperation(), UNKNOWN);
        }
        if (timing.getOutcome() == ProbeOutcome.UNKNOWN) {
            checks.refuse("outcome", timing.getOutcome(), UNKNOWN);
        }
        boolean hasTiming = timing.getOutcome() == ProbeOutcome.OK || timing.getOutcome() == ProbeOutcome.TIMEOUT;
        if (hasTiming && timing.getSeconds() == null) {
            checks.refuse("seconds", null, "outcome " + timing.getOutcome() + " has a duration");
        }
        checks.number("seconds", timing.getSeconds(), 0, MAX_SECONDS);
        checks.name("fileSystem", timing.getFileSystem());
        checks.optionalName("host", timing.getHost());
        if (timing.getSource() == null) {
            checks.name("host", timing.getHost()); // recordings do not say it
        }
        checks.text("directory", timing.getDirectory(), FieldChecks.MAX_PATH);
        checks.optionalName("server", timing.getServer());
        checks.optionalName("collector", timing.getCollector());
        checks.text("error", timing.getError(), FieldChecks.MAX_TEXT);
        checks.text("source", timing.getSource(), FieldChecks.MAX_PATH);
        checks.time("time", timing.getTime());
        checks.time("publishedAt", timing.getPublishedAt());
        checks.time("arrivedAt", timing.getArrivedAt());
        checks.notAfter("time", timing.getTime(), "publishedAt", timing.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.interval(timing.getIntervalMillis());
        checks.counter("bytes", timing.getBytes());
        checks.counter("offset", timing.getOffset());
    }
}
