package io.barograph.sources.probe;

import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.sources.probe.DirectoryOperations.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What all timings of a directory have in common. The instant of publication is set when a timing is handed over. */
record TimingTemplate(String fileSystem, String host, String directory, Duration interval, String collector) {
    ProbeTiming done(ProbeOperation operation, Instant end, double seconds, Target target) {
        return on(target, builder(operation, end, ProbeOutcome.OK).setSeconds(seconds))
                .build();
    }

    ProbeTiming timedOut(ProbeOperation operation, Instant end, Duration timeout, Target target) {
        return on(target, builder(operation, end, ProbeOutcome.TIMEOUT).setSeconds(timeout.toNanos() / 1e9))
                .build();
    }

    ProbeTiming broken(ProbeOperation operation, Instant end, String error, Target target) {
        return on(target, builder(operation, end, ProbeOutcome.PROBE_BROKEN).setError(error))
                .build();
    }

    ProbeTiming blocked(ProbeOperation operation, Instant slot, String by) {
        return builder(operation, slot, ProbeOutcome.BLOCKED).setError(by).build();
    }

    private ProbeTiming.Builder builder(ProbeOperation operation, Instant time, ProbeOutcome outcome) {
        return ProbeTiming.newBuilder()
                .setFileSystem(fileSystem)
                .setOperation(operation)
                .setHost(host)
                .setDirectory(directory)
                .setTime(time.truncatedTo(ChronoUnit.MICROS))
                .setPublishedAt(time.truncatedTo(ChronoUnit.MILLIS))
                .setIntervalMillis(Math.toIntExact(interval.toMillis()))
                .setOutcome(outcome)
                .setCollector(collector);
    }

    private static ProbeTiming.Builder on(Target target, ProbeTiming.Builder builder) {
        return builder.setBytes(target.bytes())
                .setOffset(target.offset())
                .setServer(target.server())
                .setCacheBypassed(target.cacheBypassed());
    }
}
