package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runs.DailyCoverageTotals.Amount;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CoverageTotalsByDayTest {
    private static final long DAY = CoverageTotalsByDay.DAY;

    private static Map<Amount, Long> bytes(long bytes) {
        return Map.of(Amount.DARSHAN_READ_BYTES, bytes);
    }

    private static long read(CoverageTotalsByDay evidence, long day) {
        return evidence.days().getOrDefault(day, DailyCoverageTotals.NONE).get(Amount.DARSHAN_READ_BYTES);
    }

    @Test
    void shouldSpreadOverMidnightByTime() {
        // A quarter of the time lies before midnight.
        CoverageTotalsByDay spread = CoverageTotalsByDay.spread(DAY - 1_000, DAY + 3_000, bytes(1_001));
        assertThat(spread.days()).containsOnlyKeys(0L, DAY);
        assertThat(read(spread, 0)).isEqualTo(250);
        assertThat(read(spread, DAY)).isEqualTo(751);
    }

    @Test
    void shouldGiveAllToTheDayOfAnInstant() {
        assertThat(read(CoverageTotalsByDay.spread(DAY, DAY, bytes(7)), DAY)).isEqualTo(7);
        assertThat(CoverageTotalsByDay.spread(DAY - 5, DAY, bytes(7)).days())
                .as("nothing lies at the very begin of the next day")
                .containsOnlyKeys(0L);
        assertThat(read(CoverageTotalsByDay.at(-1, DailyCoverageTotals.of(bytes(7))), -DAY))
                .isEqualTo(7);
    }

    @Property(tries = 500)
    void shouldLoseNothingInRounding(
            @ForAll @LongRange(min = 0, max = 3 * CoverageTotalsByDay.DAY) long from,
            @ForAll @LongRange(min = 0, max = 10 * CoverageTotalsByDay.DAY) long length,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000_000L) long amount) {
        CoverageTotalsByDay spread = CoverageTotalsByDay.spread(from, from + length, bytes(amount));
        assertThat(spread.days().values().stream()
                        .mapToLong(evidence -> evidence.get(Amount.DARSHAN_READ_BYTES))
                        .sum())
                .isEqualTo(amount);
    }

    @Test
    void shouldTellWhatHasComeSince() {
        CoverageTotalsByDay before = CoverageTotalsByDay.spread(0, 2 * DAY, bytes(10));
        CoverageTotalsByDay after = CoverageTotalsByDay.spread(0, DAY, bytes(10));
        CoverageTotalsByDay change = after.since(before);
        assertThat(read(change, 0)).isEqualTo(5);
        assertThat(read(change, DAY)).isEqualTo(-5);
        assertThat(before.plus(change).days().get(0L).amounts()).isEqualTo(bytes(10));
        assertThat(before.plus(change).days()).containsOnlyKeys(0L);
        assertThat(after.since(after).isNone()).isTrue();
    }
}
