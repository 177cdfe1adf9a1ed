package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.log.LogContents.Bounds;
import io.barograph.sources.darshan.record.HeatMap;
import io.barograph.sources.darshan.record.IoModule;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How much the busiest rank has of an amount, as far as the records show. A record of one rank reports all; one that was
 * reduced over all ranks shows its sum, and perhaps what two of the ranks have of it. The bounds are those of any
 * distribution over the ranks that fits every record, taken rank by rank.
 */
final class RankBounds {
    private final long processes;

    /** What a rank surely has, beyond what each has. */
    private final Map<Long, Long> least = new HashMap<>();

    /** What a rank can have, beyond what any rank can have; negative where a rank is known to have less. */
    private final Map<Long, Long> most = new HashMap<>();

    private long leastOfAny;
    private long mostOfAny;
    private long total;

    RankBounds(long processes) {
        this.processes = processes;
    }

    /** Adds what one rank has. */
    void addOne(long rank, long amount) {
        total = Math.addExact(total, amount);
        least.merge(rank, amount, Long::sum);
        most.merge(rank, amount, Long::sum);
    }

    /** Adds an amount of which every rank has the same part. */
    void addEven(long amount) {
        total = Math.addExact(total, amount);
        leastOfAny += amount / processes;
        mostOfAny += amount / processes;
    }

    /**
     * Adds an amount that lies on any of the ranks.
     *
     * @param known what some ranks have of it; no more than the amount together
     */
    void addShared(long amount, Map<Long, Long> known) {
        long rest = amount - known.values().stream().mapToLong(Long::longValue).sum();
        if (rest < 0) {
            addShared(amount, Map.of());
            return;
        }
        total = Math.addExact(total, amount);
        mostOfAny += rest;
        known.forEach((rank, part) -> {
            least.merge(rank, part, Long::sum);
            most.merge(rank, part - rest, Long::sum);
        });
    }

    /**
     * @param heatMap says what the busiest rank has where it accounts for all bytes of these modules
     * @return bounds of what the busiest rank has; null if there is nothing
     */
    Bounds result(HeatMap heatMap, Set<IoModule> modules) {
        return heatMap.busiestRank(modules, total)
                .filter(most -> total > 0)
                .map(most -> new Bounds(most, most))
                .or(this::result)
                .orElse(null);
    }

    /** @return bounds of what the busiest rank has; empty if there is nothing */
    Optional<Bounds> result() {
        if (total == 0) {
            return Optional.empty();
        }
        long mean = total / processes + (total % processes == 0 ? 0 : 1);
        long lower = leastOfAny
                + least.values().stream().mapToLong(Long::longValue).max().orElse(0);
        long upper = mostOfAny
                + most.values().stream().mapToLong(Long::longValue).max().orElse(0);
        if (most.size() < processes) {
            upper = Math.max(upper, mostOfAny);
        }
        return Optional.of(new Bounds(Math.max(mean, lower), Math.min(total, upper)));
    }
}
