package io.barograph.servers.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.counters.BlockStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SeriesHistoryTest {
    private static final long HOUR = 3_600_000;
    private static final long START = 10_000 * HOUR;
    private static final long INTERVAL = 5_000;

    /** What a recording says of one sample. */
    private record Sample(long label, long publishedAt, long value) {}

    private final Map<Long, SeriesMinute> minutes = new HashMap<>();
    private final Map<Long, SeriesHour> hours = new HashMap<>();
    private SeriesIndex index = new SeriesIndex();

    private SeriesHistory history() {
        return new SeriesHistory(HistoryPolicy.DEFAULT, INTERVAL, store(minutes), store(hours), index);
    }

    private static <B> BlockStore<B> store(Map<Long, B> blocks) {
        return new BlockStore<>() {
            @Override
            public B get(long number) {
                return blocks.get(number);
            }

            @Override
            public void put(long number, B block) {
                blocks.put(number, block);
            }

            @Override
            public void remove(long number) {
                blocks.remove(number);
            }
        };
    }

    private static SeriesSummary byDefinition(List<Sample> samples, RunWindow window) {
        Map<Long, SeriesSummary> intervals = new TreeMap<>();
        for (Sample sample : samples) {
            boolean visible = sample.publishedAt == TrafficChange.IN_TIME || sample.publishedAt <= window.publishedBy();
            long begin = Math.floorDiv(sample.label, INTERVAL) * INTERVAL;
            if (visible && begin >= window.from() && begin < window.to()) {
                intervals.merge(
                        begin,
                        SeriesSummary.ofInterval(sample.value, 1, sample.value),
                        (a, b) -> SeriesSummary.ofInterval(
                                a.sum() + b.sum(),
                                a.samples() + b.samples(),
                                Math.max(a.largestSample(), b.largestSample())));
            }
        }
        return intervals.values().stream().reduce(SeriesSummary.NONE, SeriesSummary::and);
    }

    @Property(tries = 150)
    void shouldAnswerAnyWindowAsTheSamplesThemselvesWouldInWhateverOrderTheyCame(@ForAll long seed) {
        Random random = new Random(seed);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long label = START + random.nextInt(3 * 3_600) * 1_000L;
            long publishedAt = random.nextInt(10) == 0 ? label + 60_000 : TrafficChange.IN_TIME;
            samples.add(new Sample(label, publishedAt, random.nextInt(1_000)));
        }
        Collections.shuffle(samples, random);
        minutes.clear();
        hours.clear();
        index = new SeriesIndex();
        samples.forEach(
                sample -> history().add("s", sample.label, sample.publishedAt, sample.value, 1, sample.value, false));
        for (int i = 0; i < 20; i++) {
            long from = START + random.nextInt(3 * 3_600) * 1_000L;
            long to = from + random.nextInt(2 * 3_600) * 1_000L;
            RunWindow first = new RunWindow(from, to, START + 4 * HOUR, TrafficChange.IN_TIME);
            assertThat(history().answer(first).of("s")).isEqualTo(byDefinition(samples, first));
            RunWindow revised = first.revisedAt(START + 4 * HOUR);
            assertThat(history().answer(revised).of("s")).isEqualTo(byDefinition(samples, revised));
        }
    }

    @Test
    void shouldAnswerOldEdgesByTheMinuteAndSayWhatIsTooOld() {
        for (int second = 0; second < 3_600; second += 5) {
            history().add("s", START + second * 1_000L, TrafficChange.IN_TIME, second, 1, second, false);
        }
        RunWindow old = new RunWindow(START + 90_000, START + 210_000, START + 10 * HOUR, TrafficChange.IN_TIME);
        SeriesHistory.SeriesValues answer = history().answer(old);
        assertThat(answer.coarse()).isTrue();
        assertThat(answer.intervals()).isEqualTo(24);
        assertThat(answer.of("s").smallestInterval()).isEqualTo(60);
        assertThat(answer.of("s").largestInterval()).isEqualTo(175);
        assertThat(history().answer(old.revisedAt(START + 11 * HOUR)))
                .as("revised beyond the full resolution")
                .isEqualTo(answer);
        history().forgetMinutes(START / HOUR);
        assertThat(minutes).isEmpty();
        assertThat(history().answer(old)).isEqualTo(answer);
        assertThat(history()
                        .answer(new RunWindow(START, START + 1, START + 24 * 8 * HOUR, TrafficChange.IN_TIME))
                        .tooOld())
                .isTrue();
        assertThat(history().forgetHour(START / HOUR)).isTrue();
        assertThat(hours).isEmpty();
    }

    @Test
    void shouldTakeBackWhatASampleChanged() {
        history().add("s", START, TrafficChange.IN_TIME, 70, 1, 70, false);
        history().add("s", START, TrafficChange.IN_TIME, -30, 0, Long.MIN_VALUE, false);
        history().add("s", START - 5_000, TrafficChange.IN_TIME, 30, 1, 30, false);
        SeriesSummary summary = history()
                .answer(new RunWindow(START - 5_000, START + 5_000, START + HOUR, TrafficChange.IN_TIME))
                .of("s");
        assertThat(summary.sum()).isEqualTo(70);
        assertThat(summary.samples()).isEqualTo(2);
        assertThat(summary.smallestInterval()).isEqualTo(30);
        assertThat(summary.largestInterval()).isEqualTo(40);
    }

    @Test
    void shouldKeepNoMinutesOfASeriesThatIsAskedForAtFullResolutionOnly() {
        history().add("fine", START, TrafficChange.IN_TIME, 7, 1, 7, true);
        assertThat(hours).isEmpty();
        assertThat(history()
                        .answer(new RunWindow(START, START + 5_000, START + HOUR, TrafficChange.IN_TIME))
                        .of("fine")
                        .sum())
                .isEqualTo(7);
        history().forgetMinutes(START / HOUR);
        assertThat(minutes).isEmpty();
    }

    @Test
    void shouldReadWhatItWrote() throws IOException {
        history().add("s", START, TrafficChange.IN_TIME, 7, 1, 7, false);
        history().add("s", START + 5_000, START + 90_000, 9, 1, 9, false);
        RunWindow window = new RunWindow(START, START + 60_000, START + HOUR, START + HOUR);
        SeriesHistory.SeriesValues answer = history().answer(window);
        assertThat(answer.of("s").sum()).isEqualTo(16);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        index.writeTo(out);
        minutes.get(START / 60_000).writeTo(out);
        hours.get(START / HOUR).writeTo(out);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        index = SeriesIndex.readFrom(in);
        minutes.put(START / 60_000, SeriesMinute.readFrom(in));
        hours.put(START / HOUR, SeriesHour.readFrom(in));
        assertThat(history().answer(window)).isEqualTo(answer);
        assertThat(in.available()).isZero();
    }

    @Test
    void shouldJoinStretchesOverTheShortestPauses() {
        List<DisjointIntervals.Stretch> apart = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            apart.add(new DisjointIntervals.Stretch(i * 100L, i * 100L + (i < 6 ? 99 : 10)));
        }
        DisjointIntervals joined = DisjointIntervals.NONE.and(apart);
        assertThat(joined.stretches()).hasSize(DisjointIntervals.MAX);
        assertThat(joined.stretches().get(0)).isEqualTo(new DisjointIntervals.Stretch(0, 610));
        assertThat(DisjointIntervals.NONE
                        .and(List.of(new DisjointIntervals.Stretch(5, 9), new DisjointIntervals.Stretch(0, 5)))
                        .stretches())
                .containsExactly(new DisjointIntervals.Stretch(0, 9));
    }
}
