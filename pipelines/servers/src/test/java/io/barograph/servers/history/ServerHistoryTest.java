package io.barograph.servers.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.CounterChain;
import io.barograph.servers.counters.CounterChains;
import io.barograph.servers.counters.InMemoryBlocks;
import io.barograph.servers.counters.SampleBlock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerHistoryTest {
    private static final long HOUR = 3_600_000;
    /** A full hour. */
    private static final long T0 = 1_518_170_400_000L;

    private static final long INTERVAL = 5_000;
    private final HistoryPolicy policy = HistoryPolicy.DEFAULT;
    private final InMemoryBlocks<SampleBlock> minutes = InMemoryBlocks.ofSamples();
    private final InMemoryBlocks<SlotBlock> hours = InMemoryBlocks.ofSlots();
    private final SampledServer history = new SampledServer(policy, minutes, hours);
    private final List<TrafficChange> changes = new ArrayList<>();

    private CounterChain.Outcome insert(long time, long bytes) {
        return history.insert(CounterChains.sample(time, time + 1_000, bytes, 2 * bytes), changes::add);
    }

    private WindowVolume volume(long from, long to, long decidedAt) {
        return history.volume(new RunWindow(from, to, decidedAt, TrafficChange.IN_TIME), INTERVAL);
    }

    @Test
    void shouldGiveTheTrafficOfWholeIntervalsThatCloseInTheWindow() {
        insert(T0, 100);
        insert(T0 + 5_000, 110);
        insert(T0 + 10_000, 130);
        insert(T0 + 15_000, 170);
        // A run from 0:03 to 0:07: labels 0:05 and 0:10 close in [0:03, 0:12).
        WindowVolume volume = history.volume(
                RunWindow.ofRun((T0 + 3_000) * 1_000, (T0 + 7_000) * 1_000, INTERVAL, T0 + 42_000), INTERVAL);
        assertThat(volume.traffic().readBytes()).isEqualTo(30);
        assertThat(volume.traffic().writeBytes()).isEqualTo(60);
        assertThat(volume.expectedSamples()).isEqualTo(2);
        assertThat(volume.missingFraction()).isZero();
    }

    @Test
    void shouldTreatADecreaseAsARestartOfTheCounter() {
        insert(T0, 1_000);
        insert(T0 + 5_000, 40);
        WindowVolume volume = volume(T0 + 1, T0 + 10_000, T0 + 40_000);
        assertThat(volume.traffic().readBytes()).isEqualTo(40);
        assertThat(volume.traffic().restarts()).isEqualTo(1);
    }

    @Test
    void shouldLoseNoBytesInAGapButCountTheMissingSamples() {
        insert(T0, 0);
        insert(T0 + 20_000, 400);
        WindowVolume volume = volume(T0 + 5_000, T0 + 25_000, T0 + 60_000);
        assertThat(volume.traffic().readBytes()).isEqualTo(400);
        assertThat(volume.missingSamples()).isEqualTo(3);
        assertThat(volume.missingFraction()).isEqualTo(0.75);
    }

    @Test
    void shouldCountARepeatedInstantOnce() {
        insert(T0, 0);
        assertThat(insert(T0 + 5_000, 10)).isEqualTo(CounterChain.Outcome.IN_TIME);
        assertThat(insert(T0 + 5_000, 99)).isEqualTo(CounterChain.Outcome.DUPLICATE);
        assertThat(volume(T0 + 5_000, T0 + 10_000, T0 + 40_000).traffic().readBytes())
                .isEqualTo(10);
    }

    @Test
    void shouldKnowNothingOfTheIntervalBeforeTheFirstSample() {
        insert(T0 + 10_000, 500);
        insert(T0 + 15_000, 510);
        WindowVolume volume = volume(T0, T0 + 20_000, T0 + 60_000);
        assertThat(volume.traffic().readBytes()).isEqualTo(10);
        assertThat(volume.missingSamples()).isEqualTo(3);
    }

    @Test
    void shouldShowALateSampleToRevisionsOnly() {
        insert(T0, 0);
        insert(T0 + 15_000, 300);
        long publishedAt = T0 + 10_000 + 60_000;
        CounterChain.Outcome outcome =
                history.insert(CounterChains.sample(T0 + 10_000, publishedAt, 200, 400), changes::add);
        assertThat(outcome).isEqualTo(CounterChain.Outcome.LATE);
        RunWindow first = new RunWindow(T0 + 5_000, T0 + 15_000, T0 + 45_000, TrafficChange.IN_TIME);
        assertThat(history.volume(first, INTERVAL).traffic()).isEqualTo(SampledTraffic.NONE);
        assertThat(history.volume(first.revisedAt(publishedAt - 1), INTERVAL).traffic())
                .isEqualTo(SampledTraffic.NONE);
        SampledTraffic revised =
                history.volume(first.revisedAt(publishedAt), INTERVAL).traffic();
        assertThat(revised.readBytes()).isEqualTo(200);
        assertThat(revised.samples()).isEqualTo(1);
    }

    @Test
    void shouldAnswerByTheMinuteWhatIsOlderThanTheFullResolution() {
        insert(T0, 0);
        insert(T0 + 55_000, 100); // minute 0
        insert(T0 + 65_000, 150); // minute 1
        insert(T0 + 125_000, 300); // minute 2
        long decidedAt = T0 + 6 * HOUR + 90_000;
        WindowVolume fine = volume(T0 + 60_000, T0 + 130_000, T0 + 200_000);
        assertThat(fine.coarse()).isFalse();
        assertThat(fine.traffic().readBytes()).isEqualTo(200);
        WindowVolume coarse = volume(T0 + 62_000, T0 + 130_000, decidedAt);
        assertThat(coarse.coarse()).isTrue();
        assertThat(coarse.tooOld()).isFalse();
        assertThat(coarse.traffic().readBytes()).isEqualTo(200);
        assertThat(volume(T0, T0 + 60_000, T0 + 7 * 24 * HOUR + 1).tooOld()).isTrue();
    }

    @Test
    void shouldAnswerTheSameByTheMinuteWhetherSamplesAreStillHeldOrNot() {
        for (int i = 0; i < 2_000; i++) {
            insert(T0 + i * INTERVAL, (long) i * i % 1_000_003L);
        }
        long decidedAt = T0 + 8 * HOUR;
        WindowVolume before = volume(T0 + 10_000, T0 + 7_000_000, decidedAt);
        history.forgetMinutes(HistoryPolicy.hourOf(T0));
        assertThat(volume(T0 + 10_000, T0 + 7_000_000, decidedAt)).isEqualTo(before);
        assertThat(before.coarse()).isTrue();
    }

    @Test
    void shouldLeaveNothingBehindWhenAllHoursAreForgotten() {
        for (int i = 0; i < 2_000; i++) {
            insert(T0 + i * INTERVAL, i * 10L);
        }
        long first = HistoryPolicy.hourOf(T0);
        boolean empty = false;
        for (long hour = first; hour <= first + 2; hour++) {
            history.forgetMinutes(hour);
            empty = history.forgetHour(hour);
        }
        assertThat(empty).isTrue();
        assertThat(minutes.size()).isZero();
        assertThat(hours.size()).isZero();
        assertThat(insert(T0 + INTERVAL, 1)).isEqualTo(CounterChain.Outcome.TOO_OLD);
    }

    @Test
    void shouldGiveTheSameVolumeAfterOlderHoursWereForgotten() {
        for (int i = 0; i < 2_400; i++) {
            insert(T0 + i * INTERVAL, i * 10L);
        }
        long from = T0 + 2 * HOUR;
        WindowVolume before = volume(from, from + HOUR, from + HOUR + 60_000);
        history.forgetMinutes(HistoryPolicy.hourOf(T0));
        history.forgetHour(HistoryPolicy.hourOf(T0));
        assertThat(volume(from, from + HOUR, from + HOUR + 60_000)).isEqualTo(before);
    }
}
