package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Faults and events by minutes of an invented day. */
final class Trials {
    static final String FILE_SYSTEM = "scratch";
    static final String CULPRIT = "culprit";
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

    static {
        AvroCodec.of(ContentionEvent.class);
    }

    private Trials() {}

    static Instant minute(double minutes) {
        return BEGIN.plusMillis(Math.round(minutes * 60_000));
    }

    private static Duration after(double minutes) {
        return Duration.between(BEGIN, minute(minutes));
    }

    static FaultTruth load(DemandKind load, double from, double to, FaultTruth.Victim... victims) {
        SimulatedFault fault = SimulatedFault.contention(FILE_SYSTEM, load, after(from), after(to - from), 3);
        return truth(fault, from, to, List.of("OST0000", "OST0001"), CULPRIT, victims);
    }

    static FaultTruth hotspot(double from, double to) {
        SimulatedFault fault = SimulatedFault.hotspot(FILE_SYSTEM, 1, after(from), after(to - from), 3);
        return truth(fault, from, to, List.of("OST0001"), CULPRIT);
    }

    static FaultTruth degraded(DemandKind load, double from, double to, FaultTruth.Victim... victims) {
        SimulatedFault fault = SimulatedFault.degraded(FILE_SYSTEM, load, after(from), after(to - from), 3);
        return truth(fault, from, to, List.of("OST0000", "OST0001"), null, victims);
    }

    static FaultTruth slowHost(double from, double to) {
        SimulatedFault fault = SimulatedFault.slowHost(FILE_SYSTEM, 0, after(from), after(to - from), 3);
        return truth(fault, from, to, List.of("probe01"), null);
    }

    static FaultTruth.Victim victim(String jobId, int nodes, double seconds) {
        return new FaultTruth.Victim(jobId, "ior", nodes, seconds);
    }

    private static FaultTruth truth(
            SimulatedFault fault,
            double from,
            double to,
            List<String> servers,
            String culprit,
            FaultTruth.Victim... victims) {
        return new FaultTruth(0, fault, minute(from), minute(to), servers, 3, culprit, List.of(), List.of(victims));
    }

    /** A load that does no harm by itself. */
    static FaultTruth burst(double from, double to, double waited) {
        SimulatedFault fault =
                SimulatedFault.contention(FILE_SYSTEM, DemandKind.WRITE, after(from), after(to - from), 1.3);
        return new FaultTruth(0, fault, minute(from), minute(to), List.of(), waited, CULPRIT, List.of(), List.of());
    }

    /** An event that opened half a minute after its onset; without an end if {@code to} is infinite. */
    static ContentionEvent.Builder event(EventKind kind, EventType type, double from, double to) {
        return ContentionEvent.newBuilder()
                .setKind(kind)
                .setType(type)
                .setFileSystem(FILE_SYSTEM)
                .setOnset(minute(from))
                .setOpenedAt(minute(from + 0.5))
                .setEnd(Double.isInfinite(to) ? null : minute(to))
                .setState(Double.isInfinite(to) ? EventState.OPENED : EventState.CLOSED)
                .setDecidedAt(minute(Double.isInfinite(to) ? from + 0.5 : to))
                .setWorstSlowdown(3.0);
    }

    static ContentionEvent.Builder contention(EventType type, double from, double to, String... suspects) {
        return event(EventKind.CONTENTION, type, from, to)
                .setSuspects(Arrays.stream(suspects)
                        .map(job -> Suspect.newBuilder()
                                .setJobId(job)
                                .setAmount(1)
                                .setSource(SuspectSource.JOB_STATS)
                                .build())
                        .toList());
    }

    static TrialOutcome outcome(List<FaultTruth> faults, ContentionEvent.Builder... events) {
        return new TrialOutcome(
                1,
                BEGIN,
                minute(600),
                faults,
                Set.of("logged"),
                FinalEvents.of(Arrays.stream(events)
                        .map(ContentionEvent.Builder::build)
                        .toList()),
                List.of(),
                FineRuns.NONE);
    }
}
