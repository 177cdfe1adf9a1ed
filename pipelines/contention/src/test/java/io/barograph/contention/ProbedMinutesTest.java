package io.barograph.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlowdownHistoryTest {
    private static final long START = 1_770_000_000_000L;

    private record Said(long time, double slowdown) {}

    private static SlowdownHistory restored(SlowdownHistory history) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        history.writeTo(new DataOutputStream(bytes));
        return SlowdownHistory.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    @Test
    void shouldKnowNothingBeforeTheFirstProbe() {
        assertThat(new SlowdownHistory().reached(2, 0, START)).isNaN();
    }

    /** Against a list of all that was said. */
    @Property(tries = 200)
    void shouldGiveThePartOfTheReportedMinutesInWhichTheLimitWasReached(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 4_000_000) Integer> gaps,
            @ForAll @Size(60) List<@DoubleRange(min = 0.1, max = 50) Double> values,
            @ForAll @IntRange(max = 60_000_000) int from,
            @ForAll @IntRange(max = 20_000_000) int length)
            throws IOException {
        SlowdownHistory history = new SlowdownHistory();
        List<Said> all = new ArrayList<>();
        long time = START;
        for (int i = 0; i < gaps.size(); i++) {
            time += gaps.get(i);
            history.add(time, values.get(i));
            all.add(new Said(time, values.get(i)));
            history = restored(history);
        }
        long first = (START + from) / 60_000;
        long last = (START + from + length) / 60_000;
        long oldest = time / 60_000 - SlowdownHistory.MAX + 1;
        Map<Long, Float> worst = all.stream()
                .filter(said -> said.time() / 60_000 >= Math.max(first, oldest) && said.time() / 60_000 <= last)
                .collect(Collectors.toMap(said -> said.time() / 60_000, said -> (float) said.slowdown(), Float::max));
        double expected =
                (double) worst.values().stream().filter(value -> value >= 2).count() / worst.size();

        assertThat(history.reached(2, START + from, START + from + length)).isEqualTo(Double.valueOf(expected));
    }
}
