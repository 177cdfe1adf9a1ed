package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class NameFingerprintsTest {
    private static final long DAY = 86_400_000;

    @Property(tries = 200)
    void shouldRememberEachNameUntilItsTime(
            @ForAll @Size(max = 40) Map<@IntRange(max = 1_000) Integer, @IntRange(min = 1, max = 50) Integer> untils,
            @ForAll @IntRange(max = 60) int time) {
        long[] known = null;
        Map<Integer, Integer> left = new HashMap<>(untils);
        for (Map.Entry<Integer, Integer> until : untils.entrySet()) {
            long fingerprint = NameFingerprints.of("job " + until.getKey());
            assertThat(NameFingerprints.contain(known, fingerprint)).isFalse();
            known = NameFingerprints.with(known, fingerprint, until.getValue());
        }
        long[] kept = NameFingerprints.after(known, time);
        left.values().removeIf(until -> until <= time);
        assertThat(kept == null ? 0 : kept.length / 2).isEqualTo(left.size());
        for (int job : untils.keySet()) {
            assertThat(NameFingerprints.contain(kept, NameFingerprints.of("job " + job)))
                    .isEqualTo(left.containsKey(job));
        }
    }

    @Property(tries = 100)
    void shouldForgetAtTheEndOfADay(@ForAll @IntRange(min = 1) int time) {
        long end = NameFingerprints.endOfDay(time);
        assertThat(end % DAY).isZero();
        assertThat(end - time).isBetween(0L, DAY - 1);
    }
}
