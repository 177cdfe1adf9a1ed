package io.barograph.slowdown.operators;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import java.time.Instant;

/** Timings of simulated probes for the tests. */
final class Probes {
    /** Midnight UTC. */
    static final Instant START = Instant.parse("2026-03-02T00:00:00Z");

    static {
        AvroCodec.of(ProbeTiming.class); // makes Avro trust the records
    }

    private Probes() {}

    static ProbeTiming timing(ProbeOperation operation, double second, String host, double seconds) {
        return slot(operation, second, host, ProbeOutcome.OK)
                .setSeconds(seconds)
                .build();
    }

    static ProbeTiming.Builder slot(ProbeOperation operation, double second, String host, ProbeOutcome outcome) {
        Instant time = START.plusNanos(Math.round(second * 1e6) * 1_000);
        return ProbeTiming.newBuilder()
                .setFileSystem("scratch")
                .setOperation(operation)
                .setHost(host)
                .setDirectory("/scratch/probe")
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(1_000)
                .setOutcome(outcome);
    }

    static long millis(double second) {
        return START.toEpochMilli() + Math.round(second * 1e3);
    }
}
