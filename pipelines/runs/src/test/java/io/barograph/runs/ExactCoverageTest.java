package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.servers.history.DisjointIntervals.Stretch;
import io.barograph.servers.history.WindowVolume;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ExactCoverageTest {
    private static final long INTERVAL = 5_000;

    /** Bytes of servers, by the labels of their intervals. */
    private final NavigableMap<Long, Long> traffic = new TreeMap<>();

    private long bytes(long from, long to) {
        return traffic.subMap(from, to).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Of a run from {@code start} to {@code end}, milliseconds, whose log says {@code movement}. */
    private ExactCoverage of(long runBytes, long start, long end, RunMovement movement) {
        long to = end + INTERVAL;
        boolean isShort = start + INTERVAL >= to - INTERVAL;
        int samples = traffic.subMap(start, to).size();
        WindowVolume used = Volumes.of(bytes(start, to), 0, samples, samples);
        Stretch head = new Stretch(start, isShort ? to : start + INTERVAL);
        EdgeTraffic first = EdgeTraffic.of(head, start, end, INTERVAL, this::bytes);
        EdgeTraffic last = isShort
                ? EdgeTraffic.NONE
                : EdgeTraffic.of(new Stretch(to - INTERVAL, to), start, end, INTERVAL, this::bytes);
        double before = bytes(start - INTERVAL, start);
        return ExactCoverage.of(runBytes, movement, (end - start) * 1_000, used, first, last, before, INTERVAL);
    }

    @Test
    void shouldCountOfOthersOnlyThePartOfACutIntervalThatIsWithinTheRun() {
        // The run is alone from 10 s on, 20 s long; others move 1000 bytes in each interval before and after.
        for (long label = 0; label <= 60_000; label += INTERVAL) {
            traffic.put(label, 1_000L);
        }
        ExactCoverage exact = of(0, 12_000, 28_000, RunMovement.UNKNOWN);
        assertThat(exact).isEqualTo(new ExactCoverage(0, 0, 0));
        // Own bytes, evenly: 16 s x 100 bytes/s beside 200 bytes/s of others.
        traffic.replaceAll((label, others) -> others + (label < 15_000 || label > 30_000 ? 0 : 500));
        traffic.put(15_000L, 1_300L);
        traffic.put(30_000L, 1_300L);
        ExactCoverage even = of(1_600, 12_000, 28_000, RunMovement.UNKNOWN);
        assertThat(even.factor()).isCloseTo(1_600 / 4_800.0, within(0.01));
        assertThat(even.low()).isEqualTo(1_600 / 8_200.0);
        assertThat(even.high()).isEqualTo(1);
    }

    @Test
    void shouldFollowTheLogOnWhenTheRunMovedItsBytes() {
        // The run's 1000 bytes, all in its first second; others before it and behind.
        traffic.put(10_000L, 1_000L);
        traffic.put(15_000L, 2_000L);
        traffic.put(20_000L, 0L);
        traffic.put(25_000L, 0L);
        traffic.put(30_000L, 1_000L);
        RunMovement atOnce = new RunMovement(List.of(new RunMovement.Phase(0, 1_000_000, 1_000)));
        assertThat(of(1_000, 12_000, 28_000, atOnce).factor()).isCloseTo(1_000 / 2_200.0, within(0.05));
    }

    @Test
    void shouldTakeNothingAwayFromARunThatIsAlone() {
        for (long label = 15_000; label <= 30_000; label += INTERVAL) {
            traffic.put(label, 700L);
        }
        assertThat(of(2_800, 12_000, 28_000, RunMovement.UNKNOWN).factor()).isEqualTo(1);
        traffic.put(20_000L, 1_700L); // others within
        assertThat(of(2_800, 12_000, 28_000, RunMovement.UNKNOWN).factor()).isCloseTo(2_800 / 3_800.0, within(0.03));
    }

    @Test
    void shouldNotKnowWhatIsKnownByTheMinuteOnly() {
        WindowVolume coarse = new WindowVolume(Volumes.of(10, 10, 1, 1).traffic(), 1, 1, true, false);
        assertThat(ExactCoverage.of(
                        1, RunMovement.UNKNOWN, 1_000, coarse, EdgeTraffic.NONE, EdgeTraffic.NONE, 0, INTERVAL))
                .isNull();
        assertThat(ExactCoverage.of(
                        1,
                        RunMovement.UNKNOWN,
                        1_000,
                        WindowVolume.NONE,
                        EdgeTraffic.NONE,
                        EdgeTraffic.NONE,
                        0,
                        INTERVAL))
                .isNull();
    }

    /** Run and others each move evenly. */
    @Property
    void shouldBoundTheTruthAndBeNearer(
            @ForAll @LongRange(min = 10_000, max = 19_999) long start,
            @ForAll @LongRange(min = 500, max = 100_000) long length,
            @ForAll @IntRange(min = 1, max = 4_999) int phase,
            @ForAll @DoubleRange(min = 0.01, max = 10) double rateOfRun,
            @ForAll @DoubleRange(min = 0, max = 10) double rateOfOthers) {
        long end = start + length;
        for (long label = phase; label <= end + 2 * INTERVAL; label += INTERVAL) {
            double within = Math.max(0, Math.min(label, end) - Math.max(label - INTERVAL, start));
            traffic.put(label, Math.round(1_000 * (rateOfOthers * INTERVAL + rateOfRun * within)));
        }
        long bytes = Math.round(1_000 * rateOfRun * length);
        double truth = rateOfRun / (rateOfRun + rateOfOthers);
        ExactCoverage exact = of(bytes, start, end, RunMovement.UNKNOWN);
        long most = bytes(start, end + INTERVAL);
        traffic.clear();
        assertThat(exact.low()).isLessThanOrEqualTo(exact.factor()).isLessThanOrEqualTo(truth * 1.001);
        assertThat(exact.high()).isGreaterThanOrEqualTo(exact.factor()).isGreaterThanOrEqualTo(truth * 0.999);
        double whole = (double) bytes / most;
        // A label is known to a sixteenth of an interval either way, at both ends.
        double unknown = 2 * INTERVAL / 16.0 / length;
        assertThat(Math.abs(exact.factor() / truth - 1))
                .as("error, beside that over whole intervals")
                .isLessThanOrEqualTo(Math.abs(whole / truth - 1) + unknown + 0.01);
    }
}
