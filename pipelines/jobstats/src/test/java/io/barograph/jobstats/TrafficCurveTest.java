package io.barograph.jobstats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TrafficCurveTest {
    private static final long WEEK = 7 * 24 * 60;

    @Property(tries = 100)
    void shouldAnswerWholeSlotsWithWhatWasMovedInTheirMinutes(@ForAll Random random) {
        TrafficCurve curve = new TrafficCurve();
        TreeMap<Long, Long> minutes = new TreeMap<>();
        TreeMap<Long, Integer> most = new TreeMap<>();
        for (int i = 0; i < 1_000; i++) {
            long minute = 25_000_000L + random.nextInt(2_500);
            long bytes = random.nextInt(1_000);
            int osts = random.nextInt(50);
            curve.add(minute, new JobTraffic(bytes, 0, 0), osts);
            most.merge(minute, osts, Math::max);
            minutes.merge(minute, bytes, Long::sum);
        }
        assertThat(curve.size()).isLessThanOrEqualTo(TrafficCurve.MAX_SLOTS);
        for (int i = 0; i < 20; i++) {
            long from = curve.slotFrom(25_000_000L + random.nextInt(3_000));
            long to = Math.max(from, curve.slotUntil(from + random.nextInt(1_000)));
            long expected = minutes.subMap(from, to).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(curve.moved(from, to).bytes()).isEqualTo(expected);
            assertThat(curve.osts(from, to))
                    .isEqualTo(most.subMap(from, to).values().stream()
                            .mapToInt(Integer::intValue)
                            .max()
                            .orElse(0));
        }
    }

    @Test
    void shouldKeepAWeekOfTrafficInSlotsOfAnHourOrSo() {
        TrafficCurve curve = new TrafficCurve();
        for (long minute = 0; minute < WEEK; minute++) {
            curve.add(minute, new JobTraffic(1, 0, 0), 3);
        }
        assertThat(curve.slotFrom(1)).isEqualTo(64);
        assertThat(curve.slotUntil(127)).isEqualTo(64);
        assertThat(curve.moved(64, 128).bytes()).isEqualTo(64);
        assertThat(List.of(curve.moved(0, 0), curve.moved(64, 0))).containsOnly(JobTraffic.NONE);
    }

    @Test
    void shouldKeepTheMinutesOfARunOfFourHours() {
        TrafficCurve curve = new TrafficCurve();
        for (long minute = 0; minute < 240; minute++) {
            curve.add(minute, new JobTraffic(1, 0, 0), 3);
        }
        assertThat(curve.slotFrom(17)).isEqualTo(17);
        assertThat(curve.moved(17, 19).bytes()).isEqualTo(2);
    }
}
