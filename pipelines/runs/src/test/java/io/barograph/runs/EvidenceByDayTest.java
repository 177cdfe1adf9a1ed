package io.barograph.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runs.Evidence.Amount;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class EvidenceByDayTest {
    private static final long DAY = EvidenceByDay.DAY;

    private static Map<Amount, Long> bytes(long bytes) {
        return Map.of(Amount.DARSHAN_READ_BYTES, bytes);
    }

    private static long read(EvidenceByDay evidence, long day) {
        return evidence.days().getOrDefault(day, Evidence.NONE).get(Amount.DARSHAN_READ_BYTES);
    }

    @Test
    void shouldSpreadOverMidnightByTime() {
        // A quarter of the time lies before midnight.
        EvidenceByDay spread = EvidenceByDay.spread(DAY - 1_000, DAY + 3_000, bytes(1_001));
        assertThat(spread.days()).containsOnlyKeys(0L, DAY);
        assertThat(read(spread, 0)).isEqualTo(250);
        assertThat(read(spread, DAY)).isEqualTo(751);
    }

    @Test
    void shouldGiveAllToTheDayOfAnInstant() {
        assertThat(read(EvidenceByDay.spread(DAY, DAY, bytes(7)), DAY)).isEqualTo(7);
        assertThat(EvidenceByDay.spread(DAY - 5, DAY, bytes(7)).days())
                .as("nothing lies at the very begin of the next day")
                .containsOnlyKeys(0L);
        assertThat(read(EvidenceByDay.at(-1, Evidence.of(bytes(7))), -DAY)).isEqualTo(7);
    }

    @Property(tries = 500)
    void shouldLoseNothingInRounding(
            @ForAll @LongRange(min = 0, max = 3 * EvidenceByDay.DAY) long from,
            @ForAll @LongRange(min = 0, max = 10 * EvidenceByDay.DAY) long length,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000_000L) long amount) {
        EvidenceByDay spread = EvidenceByDay.spread(from, from + length, bytes(amount));
        assertThat(spread.days().values().stream()
                        .mapToLong(evidence -> evidence.get(Amount.DARSHAN_READ_BYTES))
                        .sum())
                .isEqualTo(amount);
    }

    @Test
    void shouldTellWhatHasComeSince() {
        EvidenceByDay before = EvidenceByDay.spread(0, 2 * DAY, bytes(10));
        EvidenceByDay after = EvidenceByDay.spread(0, DAY, bytes(10));
        EvidenceByDay change = after.since(before);
        assertThat(read(change, 0)).isEqualTo(5);
        assertThat(read(change, DAY)).isEqualTo(-5);
        assertThat(before.plus(change).days().get(0L).amounts()).isEqualTo(bytes(10));
        assertThat(before.plus(change).days()).containsOnlyKeys(0L);
        assertThat(after.since(after).isNone()).isTrue();
    }
}
