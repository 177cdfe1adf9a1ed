package io.barograph.local.soak;

import io.barograph.local.replay.LiveAgainstReplay;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a soak run found.
 *
 * @param broken what broke, in order
 * @param samples memory, state and lag, in order of time
 * @param results live results beside those of an undisturbed replay
 * @param decided runs that were decided and left a log
 * @param wrong those of them whose coverage factor is said to be right and differs from the truth
 * @param points points in InfluxDB, in the order: measurement, live, replay
 */
record SoakResult(
        List<Broken> broken,
        List<Sample> samples,
        LiveAgainstReplay.Outcome results,
        int decided,
        long wrong,
        List<Points> points) {
    /** More heap at the end than in the middle, in parts of it, that is not flat any more. */
    static final double MOST_GROWTH = 0.2;

    /**
     * A fault.
     *
     * @param plan what and when
     * @param down time until all was started again
     * @param caughtUp time from then until the analysis was no further behind than before; null if the next fault or the
     *     end came first
     */
    record Broken(FaultPlan.Entry plan, Duration down, Duration caughtUp) {}

    /**
     * One look.
     *
     * @param after time since the begin
     * @param heapBytes heap of this process, the jobs included, without garbage
     * @param stateBytes newest checkpoint of the analysis
     * @param brokerBytes memory of the broker's process
     * @param influxDbBytes memory of InfluxDB
     * @param lag records that no complete checkpoint has behind it
     */
    record Sample(
            Duration after,
            long heapBytes,
            OptionalLong stateBytes,
            OptionalLong brokerBytes,
            OptionalLong influxDbBytes,
            OptionalLong lag) {}

    /**
     * Points of one measurement.
     *
     * @param measurement its name
     * @param live points of the live results
     * @param replay points of the replay
     */
    record Points(String measurement, long live, long replay) {}

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

    boolean allPointsStored() {
        return points.stream().allMatch(each -> each.live() == each.replay());
    }

    /** @return true if nothing was lost, doubled or wrong, and memory is flat */
    boolean isGood() {
        return results.isSame() && wrong == 0 && allPointsStored() && heapGrowth() <= MOST_GROWTH;
    }
}
