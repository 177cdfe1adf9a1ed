package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventType;
import java.util.Locale;
import java.util.Optional;

/** What the evaluation distinguishes: causes of the simulator, and the events that report them. */
public enum FaultClass {
    /** A job reads from all OSTs so much that others wait. */
    READ(true),
    /** A job writes likewise. */
    WRITE(true),
    /** A job does metadata operations likewise. */
    METADATA(true),
    /** A job takes over one OST, or some of them. */
    HOTSPOT(true),
    /** OSTs are slow without more load. */
    DEGRADED_DATA(false),
    /** All MDTs are slow without more load. */
    DEGRADED_METADATA(false),
    /** A probing host is slow, the file system is not: nothing to report. */
    SLOW_HOST(false),
    /** A job loads all servers, and does no harm by itself: nothing to report, if others do not load them much as well. */
    BURST(false),
    /** No fault, but what is reported of one whose load is not known. */
    UNEXPLAINED(false),
    /** An OST fills. */
    CAPACITY(false);

    private static final double NOTICEABLE = 1.5;

    private final boolean contention;

    FaultClass(boolean contention) {
        this.contention = contention;
    }

    /** @return true if a job is the cause */
    public boolean isContention() {
        return contention;
    }

    /** @return name in the table, for instance {@code degraded data} */
    public String title() {
        return isContention() ? name() : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static FaultClass of(SimulatedFault fault) {
        return switch (fault.kind()) {
            case CONTENTION ->
                fault.factor() < NOTICEABLE ? BURST : valueOf(fault.load().name());
            case HOTSPOT -> HOTSPOT;
            case DEGRADED -> fault.load() == DemandKind.METADATA ? DEGRADED_METADATA : DEGRADED_DATA;
            case SLOW_HOST -> SLOW_HOST;
            case CAPACITY -> CAPACITY;
        };
    }

    /** @return what it reports; empty for events that blame nothing: mere load, and costs */
    public static Optional<FaultClass> reportedBy(ContentionEvent event) {
        return switch (event.getKind()) {
            case CONTENTION ->
                switch (event.getType()) {
                    case READ, WRITE, METADATA, HOTSPOT ->
                        Optional.of(valueOf(event.getType().name()));
                    default -> Optional.empty();
                };
            case DEGRADED -> Optional.of(event.getType() == EventType.METADATA ? DEGRADED_METADATA : DEGRADED_DATA);
            case UNEXPLAINED -> Optional.of(UNEXPLAINED);
            case CAPACITY -> Optional.of(CAPACITY);
            default -> Optional.empty();
        };
    }
}
