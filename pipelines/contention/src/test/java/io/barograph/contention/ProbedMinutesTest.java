package io.barograph.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ProbedMinutesTest {
    private static final long START = 1_770_000_000_000L;

    private static ProbedMinutes restored(ProbedMinutes minutes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        minutes.writeTo(new DataOutputStream(bytes));
        return ProbedMinutes.readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    @Test
    void shouldKnowNothingBeforeTheFirstProbe() {
        assertThat(new ProbedMinutes().part(0, START)).isZero();
    }

    /** Against a set of all minutes. */
    @Property(tries = 200)
    void shouldGiveThePartOfTheMinutesThatProbesToldOf(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 4_000_000) Integer> gaps,
            @ForAll @IntRange(min = -40_000_000, max = 60_000_000) int from,
            @ForAll @IntRange(max = 20_000_000) int length)
            throws IOException {
        ProbedMinutes minutes = new ProbedMinutes();
        TreeSet<Long> all = new TreeSet<>();
        long time = START;
        for (int gap : gaps) {
            time += gap;
            minutes.add(time);
            all.add(time / 60_000);
            minutes = restored(minutes);
        }
        long first = (START + from) / 60_000;
        long last = (START + from + length) / 60_000;
        all.headSet(time / 60_000 - ProbedMinutes.MAX + 1).clear();

        assertThat(minutes.part(START + from, START + from + length))
                .isEqualTo((double) all.subSet(first, last + 1).size() / (last - first + 1));
    }
}
