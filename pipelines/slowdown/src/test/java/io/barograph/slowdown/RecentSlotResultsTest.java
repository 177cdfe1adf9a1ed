package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.RecordForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RecentSlotResultsTest {
    private static SlotResult done(long second, String host, double seconds) {
        return new SlotResult(second * 1_000_000, host, "/scratch", "", ProbeOutcome.OK, seconds);
    }

    @Test
    void shouldCountASlotOnceHoweverOftenItComes() {
        RecentSlotResults recent = new RecentSlotResults();

        assertThat(recent.add(done(1, "a", 0.1))).isTrue();
        assertThat(recent.add(done(1, "a", 0.1))).isFalse();
        assertThat(recent.add(done(1, "b", 0.1))).isTrue();
        assertThat(recent.between(0, 2_000).all().timings().count()).isEqualTo(2);
    }

    @Test
    void shouldTakeTheBeginOfAWindowAndLeaveItsEnd() {
        RecentSlotResults recent = new RecentSlotResults();
        for (int second = 0; second < 60; second++) {
            recent.add(done(second, "a", 1 + second));
        }

        ProbeInterval window = recent.between(10_000, 40_000);

        assertThat(window.all().timings().count()).isEqualTo(30);
        assertThat(window.all().timings().min()).isEqualTo(11);
        assertThat(window.all().timings().max()).isEqualTo(40);
        recent.forget(59_000);
        assertThat(recent.newest()).isEqualTo(59_000);
        assertThat(recent.forget(59_000)).isZero();
        assertThat(recent.forget(60_000)).isEqualTo(1);
        assertThat(recent.size()).isZero();
        assertThat(recent.all()).isEmpty();
        assertThat(recent.newest()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldKeepSlotsWithoutTimingApart() {
        RecentSlotResults recent = new RecentSlotResults();
        recent.add(done(0, "a", 0.1));
        recent.add(new SlotResult(1_000_000, "a", "/s", "OST1", ProbeOutcome.TIMEOUT, 30));
        recent.add(new SlotResult(2_000_000, "a", "/s", "", ProbeOutcome.BLOCKED, Double.NaN));
        recent.add(new SlotResult(3_000_000, "a", "/s", "", ProbeOutcome.PROBE_BROKEN, Double.NaN));

        TimingTally all = recent.between(0, 10_000).all();

        assertThat(all.timings().count()).isEqualTo(2);
        assertThat(all.timings().max()).isEqualTo(30);
        assertThat(all.timeouts()).isEqualTo(1);
        assertThat(all.blocked()).isEqualTo(1);
        assertThat(all.broken()).isEqualTo(1);
        assertThat(recent.between(0, 10_000).servers()).containsOnlyKeys("OST1");
    }

    @Test
    void shouldCutAWindowToTheMillisecond() {
        RecentSlotResults recent = new RecentSlotResults();
        for (long micros : new long[] {999_999, 1_000_000, 1_500_000, 1_999_999, 2_000_000}) {
            recent.add(new SlotResult(micros, "a", "/s", "", ProbeOutcome.OK, 0.1));
        }

        assertThat(recent.between(1_000, 2_000).all().timings().count()).isEqualTo(3);
        assertThat(recent.between(1_500, 1_999).all().timings().count()).isEqualTo(1);
        recent.forget(1_999);
        assertThat(recent.all()).hasSize(2);
    }

    @Test
    void shouldCountASlotAgainWhenItHasBeenForgotten() {
        RecentSlotResults recent = new RecentSlotResults();
        recent.add(done(1, "a", 0.1));
        recent.forget(2_000);

        assertThat(recent.add(done(1, "a", 0.1))).isTrue();
    }

    @Test
    void shouldWriteAndReadASlot() throws IOException {
        SlotResult timeout = new SlotResult(1_000_001, "a", "/s", "OST1", ProbeOutcome.TIMEOUT, 30);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordForm<SlotResult> form = RecordForm.of(SlotResult.class);
        form.write(timeout, new DataOutputStream(bytes));

        assertThat(form.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .isEqualTo(timeout);
    }

    @Test
    void shouldRefuseATimingWithoutDurationAndTheOtherWayRound() {
        assertThatThrownBy(() -> new SlotResult(0, "a", "/s", "", ProbeOutcome.OK, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SlotResult(0, "a", "/s", "", ProbeOutcome.BLOCKED, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
