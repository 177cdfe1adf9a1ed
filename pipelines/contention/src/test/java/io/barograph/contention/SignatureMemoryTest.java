package io.barograph.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.load.DominantPeriod;
import io.barograph.servers.rates.StateBytes;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignatureMemoryTest {
    private static final EventSignature CHECKPOINT = new EventSignature(600, 1e12, 4e9, 0.1, 60);

    @ParameterizedTest
    @CsvSource({
        "600, 1e12, 4e9, 0.1, 60, 0",
        "1200, 1e12, 4e9, 0.1, 60, 1",
        "300, 1e12, 4e9, 0.1, 60, 1",
        "600, 4e12, 4e9, 0.1, 60, 2",
        "600, 1e12, 5e8, 0.1, 60, 3",
        "600, 1e12, 4e9, 0.35, 60, 1",
        "600, 1e12, 4e9, 0.85, 60, 3",
        "600, 1e12, 4e9, NaN, 60, 0",
        "600, 1e12, 4e9, 0.1, NaN, 1",
        "600, 1e12, 4e9, 0.1, 240, 2",
        "600, 0, 4e9, 0.1, 60, Infinity"
    })
    void shouldMeasureHowFarTheFurthestPartIs(
            double seconds, double amount, double peak, double read, double period, double distance) {
        EventSignature other = new EventSignature(seconds, amount, peak, read, period);
        if (Double.isInfinite(distance)) {
            assertThat(CHECKPOINT.distance(other)).isInfinite();
            assertThat(other.distance(CHECKPOINT)).isInfinite();
        } else {
            assertThat(CHECKPOINT.distance(other)).isCloseTo(distance, within(1e-12));
            assertThat(other.distance(CHECKPOINT)).isCloseTo(distance, within(1e-12));
        }
        assertThat(CHECKPOINT.isLike(other)).isEqualTo(CHECKPOINT.distance(other) <= 1);
    }

    @Test
    void shouldLinkEarlierEventsThatLookAlike() {
        SignatureMemory memory = new SignatureMemory();
        for (int i = 1; i <= 12; i++) {
            memory.put(i, new EventSignature(600 + i, 1e12, 4e9, 0.1, 60), i == 5 ? "hacc" : "vpicio");
        }
        memory.put(13, new EventSignature(5_000, 1e12, 4e9, 0.1, 60), "ior");
        memory.put(14, CHECKPOINT, null);
        memory.put(20, CHECKPOINT, "later");
        assertThat(memory.like(15, CHECKPOINT))
                .isEqualTo(new SimilarEvents(13, "vpicio", 11, List.of(14L, 12L, 11L, 10L, 9L, 8L, 7L, 6L, 5L, 4L)));
        assertThat(memory.like(1, CHECKPOINT)).isEqualTo(new SimilarEvents(0, null, 0, List.of()));
        memory.put(5, CHECKPOINT, "vpicio");
        assertThat(memory.like(15, CHECKPOINT).byApplication())
                .as("its log told another first suspect")
                .isEqualTo(12);
    }

    @Test
    void shouldForgetTheOldest() {
        SignatureMemory memory = new SignatureMemory();
        for (int i = 0; i < SignatureMemory.MAX_EVENTS + 7; i++) {
            memory.put(i, CHECKPOINT, "ior");
        }
        assertThat(memory.like(Long.MAX_VALUE, CHECKPOINT).number()).isEqualTo(SignatureMemory.MAX_EVENTS);
        assertThat(memory.like(8, CHECKPOINT).onsets()).containsExactly(7L);
    }

    @Test
    void shouldRefuseWhatIsNoEvent() {
        assertThatThrownBy(() -> new EventSignature(0, 1, 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EventSignature(1, 1, 1, 1.1, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 100)
    void shouldGoOnAfterARestore(@ForAll Random random) {
        SignatureMemory memory = new SignatureMemory();
        for (int i = 0; i < 50; i++) {
            memory.put(random.nextInt(100), signature(random), random.nextBoolean() ? null : "app" + i % 3);
        }
        SignatureMemory restored = StateBytes.roundTrip(memory, SignatureMemory::writeTo, SignatureMemory::readFrom);
        EventSignature asked = signature(random);
        assertThat(restored.like(50, asked)).isEqualTo(memory.like(50, asked));
    }

    @Property(tries = 300)
    void shouldBeADistance(@ForAll Random random) {
        EventSignature a = signature(random);
        EventSignature b = signature(random);
        EventSignature c = signature(random);
        assertThat(a.distance(a)).isZero();
        assertThat(a.distance(b)).isCloseTo(b.distance(a), within(1e-12)).isGreaterThanOrEqualTo(0);
        if (Double.isNaN(a.periodSeconds()) == Double.isNaN(b.periodSeconds())
                && Double.isNaN(a.periodSeconds()) == Double.isNaN(c.periodSeconds())) {
            assertThat(a.distance(c)).isLessThanOrEqualTo(a.distance(b) + b.distance(c) + 1e-9);
        }
    }

    private static EventSignature signature(Random random) {
        return new EventSignature(
                10 * Math.exp(random.nextDouble() * 3),
                1e9 * Math.exp(random.nextDouble() * 3),
                1e8 * Math.exp(random.nextDouble() * 3),
                random.nextDouble(),
                random.nextInt(3) == 0 ? Double.NaN : 5 + random.nextInt(100));
    }

    @Property(tries = 100)
    void shouldFindThePeriodOfBursts(
            @ForAll Random random,
            @ForAll @IntRange(min = 4, max = 60) int period,
            @ForAll @IntRange(min = 4, max = 12) int periods) {
        double[] rates = new double[period * periods];
        int length = 1 + random.nextInt(period / 2);
        // A burst that is lost as a whole may well leave twice the period.
        int lost = period * random.nextInt(periods) + (length < 3 ? period - 1 : random.nextInt(period));
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (i % period < length ? 4e9 : 0) + 2e8 * random.nextDouble();
        }
        rates[lost] = Double.NaN;
        OptionalDouble found = DominantPeriod.secondsOf(rates, 5_000);
        assertThat(found).isPresent();
        assertThat(found.getAsDouble()).isCloseTo(period * 5.0, within(5.0));
    }

    @Property(tries = 100)
    void shouldFindNoPeriodInNoise(@ForAll Random random) {
        double[] rates = new double[240];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = 1e9 * random.nextDouble();
        }
        assertThat(DominantPeriod.secondsOf(rates, 5_000)).isEmpty();
    }

    @Test
    void shouldFindNoPeriodInASinglePeakOrInNothing() {
        double[] peak = new double[120];
        for (int i = 0; i < peak.length; i++) {
            peak[i] = 1e9 * Math.sin(Math.PI * i / peak.length);
        }
        assertThat(DominantPeriod.secondsOf(peak, 5_000)).isEmpty();
        assertThat(DominantPeriod.secondsOf(new double[50], 5_000)).isEmpty();
        assertThat(DominantPeriod.secondsOf(new double[] {1, 2}, 5_000)).isEmpty();
        assertThat(DominantPeriod.secondsOf(new double[] {}, 5_000)).isEmpty();
    }
}
