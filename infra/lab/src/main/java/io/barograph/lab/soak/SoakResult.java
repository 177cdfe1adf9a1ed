package io.barograph.lab.soak;

import io.barograph.cli.replay.SiteReplayComparison;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a soak run found.
 *
 * @param samples memory, state and lag, in order of time
 * @param results live results beside those of an undisturbed replay
 * @param decided runs that were decided and left a log
 * @param wrong those of them whose coverage factor is said to be right and differs from the truth
 * @param points points in InfluxDB beside those that should be there, by measurement
 */
record SoakResult(
        List<Broken> broken,
        List<Sample> samples,
        SiteReplayComparison.Outcome results,
        int decided,
        long wrong,
        List<PointDiff.Found> points) {
    /** More heap at the end than in the middle, in parts of it, that is not flat any more. */
    static final double MAX_GROWTH = 0.2;

    /** Written for whole days, which a run may not hold the end of. */
    private static final Set<Topic<?>> RARE = Set.of(Topic.EVIDENCE);

    /** Measurements that each run has points of. */
    static final Set<String> MEASUREMENTS = new TreeSet<>(Set.of(
            "contention_events",
            "file_system_rates",
            "fullness",
            "job_weather",
            "live_coverage",
            "server_rates",
            "slowdown",
            "slowdown_live",
            "top_talkers",
            "verdict"));

    /** What can be said of a run. */
    enum Verdict {
        GOOD(0, "good"),
        NOT_GOOD(1, "NOT good"),
        NOT_JUDGED(3, "NOT judged");

        private final int exitCode;
        private final String words;

        Verdict(int exitCode, String words) {
            this.exitCode = exitCode;
            this.words = words;
        }

        int exitCode() {
            return exitCode;
        }

        String words() {
            return words;
        }
    }

    /**
     * A fault.
     *
     * @param caughtUp time from then until the analysis was no further behind than before; null if the next fault or
     *     the end came first
     */
    record Broken(FaultPlan.Entry plan, Duration down, Duration caughtUp) {}

    /**
     * One look.
     *
     * @param heapBytes heap of this process, the jobs included, without garbage
     * @param lag records that no complete checkpoint has behind it
     */
    record Sample(
            Duration after,
            long heapBytes,
            OptionalLong stateBytes,
            OptionalLong brokerBytes,
            OptionalLong influxDbBytes,
            OptionalLong lag) {}

    /** @return heap in the last quarter of the run by that in the second one, less 1 */
    double heapGrowth() {
        int size = samples.size();
        if (size < 4) {
            return 0;
        }
        return median(samples.subList(size - size / 4, size)) / median(samples.subList(size / 4, size / 2)) - 1;
    }

    private static double median(List<Sample> of) {
        return of.stream()
                .mapToLong(Sample::heapBytes)
                .sorted()
                .skip(of.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    /** @return what is wrong, for people; empty if nothing is */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        add(faults, results.missing(), "results lost");
        add(faults, results.doubled(), "results doubled");
        add(faults, results.extra(), "results that the undisturbed analysis does not have");
        add(faults, wrong, "coverage factors that differ from the simulator's");
        for (PointDiff.Found each : points) {
            add(faults, each.missing(), "points of " + each.measurement() + " lost");
            add(faults, each.extra(), "points of " + each.measurement() + " that should not be there");
            add(faults, each.different(), "points of " + each.measurement() + " with other values");
        }
        if (heapGrowth() > MAX_GROWTH) {
            faults.add(String.format(Locale.ROOT, "memory grew by %.0f %%", 100 * heapGrowth()));
        }
        return faults;
    }

    private static void add(List<String> faults, long count, String of) {
        if (count > 0) {
            faults.add(count + " " + of);
        }
    }

    /** @return what nothing was compared of, for people; empty if there was something of all */
    List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        for (Topic<?> topic : SiteReplayComparison.TOPICS) {
            if (!RARE.contains(topic) && results.records().getOrDefault(topic.name(), 0L) == 0) {
                gaps.add("results of topic " + topic.name());
            }
        }
        for (String measurement : MEASUREMENTS) {
            if (points.stream().noneMatch(each -> each.measurement().equals(measurement) && each.expected() > 0)) {
                gaps.add("points of " + measurement);
            }
        }
        if (decided == 0) {
            gaps.add("coverage factors");
        }
        return gaps;
    }

    /** @return whether it can be relied on */
    Verdict verdict() {
        return !faults().isEmpty() ? Verdict.NOT_GOOD : gaps().isEmpty() ? Verdict.GOOD : Verdict.NOT_JUDGED;
    }
}
