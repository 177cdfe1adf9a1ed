package io.barograph.verdicts.why;

import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What probes say of one file system in some time. Fixed intervals are added one by one; those of the shortest length
 * that overlap count. Memory goes with the number of operations, hosts and lengths, not with time.
 */
public final class ProbeTally {
    private final String fileSystem;
    private final Instant from;
    private final Instant to;
    private final NavigableMap<Duration, OfLength> byLength = new TreeMap<>();

    /** Slowdowns over intervals of one length. */
    private static final class OfLength {
        private final Map<String, Mean> operations = new TreeMap<>();
        private final Map<String, Mean> departing = new TreeMap<>();
    }

    /** Mean over timings. */
    private static final class Mean {
        private double sum;
        private long timings;

        void add(double slowdown, long count) {
            sum += slowdown * count;
            timings += count;
        }

        double value() {
            return sum / timings;
        }
    }

    /**
     * A slowdown.
     *
     * @param of operation or host
     * @param slowdown mean over the timings
     */
    public record Slowed(String of, double slowdown, long timings) {}

    /** @param to end; the same instant for that instant alone */
    public ProbeTally(String fileSystem, Instant from, Instant to) {
        this.fileSystem = fileSystem;
        this.from = from;
        this.to = to;
    }

    /** @param slowdown any record; what is of another file system or time, or of no use, is passed over */
    public void add(Slowdown slowdown) {
        Double factor =
                slowdown.getAgreeingSlowdown() == null ? slowdown.getSlowdown() : slowdown.getAgreeingSlowdown();
        if (slowdown.getKind() != SlowdownKind.INTERVAL
                || !slowdown.getFileSystem().equals(fileSystem)
                || factor == null
                || !Double.isFinite(factor)
                || slowdown.getTimings() <= 0
                || slowdown.getStart().isAfter(to)
                || !slowdown.getEnd().isAfter(from)) {
            return;
        }
        OfLength length = byLength.computeIfAbsent(
                Duration.between(slowdown.getStart(), slowdown.getEnd()), any -> new OfLength());
        if (slowdown.getScope() == SlowdownScope.FILE_SYSTEM) {
            length.operations
                    .computeIfAbsent(slowdown.getOperation(), any -> new Mean())
                    .add(factor, slowdown.getTimings());
        } else if (slowdown.getScope() == SlowdownScope.HOST && slowdown.getDeparts()) {
            length.departing
                    .computeIfAbsent(slowdown.getMember(), any -> new Mean())
                    .add(factor, slowdown.getTimings());
        }
    }

    /** @return the operation that was slowest over the hosts that agree; empty if no operation has a slowdown */
    public Optional<Slowed> slowest() {
        return byLength.isEmpty()
                ? Optional.empty()
                : most(byLength.firstEntry().getValue().operations);
    }

    /** @return the host that was slower than the others, the slowest if there are several; empty if there is none */
    public Optional<Slowed> slowHost() {
        return byLength.isEmpty()
                ? Optional.empty()
                : most(byLength.firstEntry().getValue().departing);
    }

    private static Optional<Slowed> most(Map<String, Mean> means) {
        return means.entrySet().stream()
                .map(entry -> new Slowed(entry.getKey(), entry.getValue().value(), entry.getValue().timings))
                .max(Comparator.comparingDouble(Slowed::slowdown));
    }
}
