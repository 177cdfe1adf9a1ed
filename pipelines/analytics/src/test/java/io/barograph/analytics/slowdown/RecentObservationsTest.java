package io.barograph.analytics.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.analytics.slowdown.Observation.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RecentObservationsTest {
    private static Observation done(long second, String host, double seconds) {
        return new Observation(second * 1_000_000, host + ":/scratch", host, "", Outcome.DONE, seconds);
    }

    @Test
    void shouldCountASlotOnceHoweverOftenItComes() {
        RecentObservations recent = new RecentObservations();

        assertThat(recent.add(done(1, "a", 0.1))).isTrue();
        assertThat(recent.add(done(1, "a", 0.1))).isFalse();
        assertThat(recent.add(done(1, "b", 0.1))).isTrue();
        assertThat(recent.between(0, 2_000).all().timings().count()).isEqualTo(2);
    }

    @Test
    void shouldTakeTheBeginOfAWindowAndLeaveItsEnd() {
        RecentObservations recent = new RecentObservations();
        for (int second = 0; second < 60; second++) {
            recent.add(done(second, "a", 1 + second));
        }

        ProbeInterval window = recent.between(10_000, 40_000);

        assertThat(window.all().timings().count()).isEqualTo(30);
        assertThat(window.all().timings().min()).isEqualTo(11);
        assertThat(window.all().timings().max()).isEqualTo(40);
        recent.forget(59_000);
        assertThat(recent.newest()).isEqualTo(59_000);
        recent.forget(60_000);
        assertThat(recent.isEmpty()).isTrue();
    }

    @Test
    void shouldKeepSlotsWithoutTimingApart() {
        RecentObservations recent = new RecentObservations();
        recent.add(done(0, "a", 0.1));
        recent.add(new Observation(1_000_000, "a:/s", "a", "OST1", Outcome.TIMEOUT, 30));
        recent.add(new Observation(2_000_000, "a:/s", "a", "", Outcome.BLOCKED, Double.NaN));
        recent.add(new Observation(3_000_000, "a:/s", "a", "", Outcome.BROKEN, Double.NaN));

        Tally all = recent.between(0, 10_000).all();

        assertThat(all.timings().count()).isEqualTo(2);
        assertThat(all.timings().max()).isEqualTo(30);
        assertThat(all.timeouts()).isEqualTo(1);
        assertThat(all.blocked()).isEqualTo(1);
        assertThat(all.broken()).isEqualTo(1);
        assertThat(recent.between(0, 10_000).servers()).containsOnlyKeys("OST1");
    }

    @Test
    void shouldGiveTheSlopeOfTheFactorPerMinute() {
        RecentObservations recent = new RecentObservations();
        assertThat(recent.trend(0, 1, 300_000)).isNaN();
        assertThat(recent.trend(5_000, 1.5, 300_000)).isNaN();
        double slope = 0;
        for (int i = 2; i <= 100; i++) {
            slope = recent.trend(5_000L * i, 1 + 0.5 * i, 300_000);
        }
        assertThat(slope).isCloseTo(6, within(1e-9));
    }

    @Test
    void shouldGoOnAfterWritingAndReading() throws IOException {
        RecentObservations recent = new RecentObservations();
        for (int second = 0; second < 30; second++) {
            recent.add(done(second, "host" + second % 3, 0.01 * second));
        }
        recent.trend(0, 1, 300_000);
        recent.trend(5_000, 1, 300_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        recent.writeTo(new DataOutputStream(bytes));
        RecentObservations read =
                RecentObservations.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(read.add(done(7, "host1", 0.07))).isFalse();
        assertThat(read.between(0, 30_000).hosts()).hasSize(3);
        assertThat(read.trend(10_000, 2, 300_000)).isEqualTo(recent.trend(10_000, 2, 300_000));
    }

    @Test
    void shouldRefuseATimingWithoutDurationAndTheOtherWayRound() {
        assertThatThrownBy(() -> new Observation(0, "a", "a", "", Outcome.DONE, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Observation(0, "a", "a", "", Outcome.BLOCKED, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
