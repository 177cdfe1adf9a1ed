package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.EventType;
import io.barograph.servers.rates.StateBytes;
import java.io.DataInput;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LoadClimateTest {
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final long MIDNIGHT = Instant.parse("2018-02-09T00:00:00Z").toEpochMilli();
    private static final long DAY = Duration.ofDays(1).toMillis();

    private static LoadClimate ofThreeDays() {
        return new LoadClimate(3, Duration.ofHours(1), 1e9, INTERVAL);
    }

    private static LoadClimate readOfThreeDays(DataInput in) throws IOException {
        LoadClimate climate = ofThreeDays();
        climate.read(in);
        return climate;
    }

    private static void fill(LoadClimate climate, long from, int intervals, double rate) {
        for (int i = 1; i <= intervals; i++) {
            climate.add(from + i * 5_000L, rate);
        }
    }

    @Test
    void shouldFallBackWhileItIsTooYoung() {
        LoadClimate climate = ofThreeDays();
        assertThat(climate.levels(MIDNIGHT)).isEqualTo(new LoadLevels(1e9, 1e9, true));
        fill(climate, MIDNIGHT, 719, 5e9);
        assertThat(climate.levels(MIDNIGHT + DAY + 5_000).provisional())
                .as("5 s less than an hour")
                .isTrue();
        fill(climate, MIDNIGHT + 719 * 5_000L, 1, 5e9);
        assertThat(climate.levels(MIDNIGHT + DAY + 5_000).provisional()).isFalse();
        assertThat(climate.levels(MIDNIGHT + DAY).provisional())
                .as("a label at midnight belongs to the day before")
                .isTrue();
        assertThat(LoadClimate.of(EventType.METADATA, INTERVAL).levels(MIDNIGHT))
                .isEqualTo(new LoadLevels(2_000, 2_000, true));
    }

    @Test
    void shouldTakePercentilesOfTheWholeDaysBefore() {
        LoadClimate climate = ofThreeDays();
        for (int i = 1; i <= 1_000; i++) {
            climate.add(MIDNIGHT + i * 5_000L, i * 1e7);
        }
        LoadLevels levels = climate.levels(MIDNIGHT + DAY + 5_000);
        assertThat(levels.busy()).isCloseTo(7.5e9, within(7.5e7));
        assertThat(levels.high()).isCloseTo(9.5e9, within(9.5e7));
        fill(climate, MIDNIGHT + DAY, 17_000, 5e11);
        assertThat(climate.levels(MIDNIGHT + DAY + DAY))
                .as("a long event does not raise the threshold of its own day")
                .isEqualTo(levels);
        assertThat(climate.levels(MIDNIGHT + 2 * DAY + 1).high()).isCloseTo(5e11, within(5e9));
    }

    @Test
    void shouldForgetWhatIsOlderThanItsDays() {
        LoadClimate climate = ofThreeDays();
        fill(climate, MIDNIGHT, 10_000, 5e9);
        for (int day = 1; day <= 3; day++) {
            fill(climate, MIDNIGHT + day * DAY, 1_000, 2e10);
        }
        assertThat(climate.levels(MIDNIGHT + 3 * DAY + 5_000).busy()).isCloseTo(5e9, within(5e7));
        fill(climate, MIDNIGHT + 4 * DAY, 1, 2e10);
        assertThat(climate.levels(MIDNIGHT + 4 * DAY + 5_000).busy()).isCloseTo(2e10, within(2e8));
        assertThat(climate.add(MIDNIGHT + 5_000, 1)).isFalse();
        assertThat(climate.add(MIDNIGHT + DAY + 5_000, 1)).isTrue();
    }

    @Test
    void shouldNotTakeEachByteOfAnIdleSystemForAnEvent() {
        LoadClimate climate = ofThreeDays();
        fill(climate, MIDNIGHT, 10_000, 0);
        assertThat(climate.levels(MIDNIGHT + DAY + 5_000)).isEqualTo(new LoadLevels(1e7, 1e7, false));
    }

    @Test
    void shouldRefuseWhatIsNoRate() {
        assertThatThrownBy(() -> ofThreeDays().add(MIDNIGHT, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ofThreeDays().add(MIDNIGHT, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    private record Rate(long label, double perSecond) {}

    @Property(tries = 50)
    void shouldNotDependOnTheOrderAndBeTrueToOnePercent(@ForAll Random random) {
        List<Rate> rates = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            double rate = random.nextInt(4) == 0 ? 0 : Math.exp(random.nextGaussian() * 3 + 18);
            rates.add(new Rate(MIDNIGHT + (1 + random.nextInt(3 * 17_280)) * 5_000L, rate));
        }
        LoadClimate climate = ofThreeDays();
        rates.forEach(rate -> climate.add(rate.label(), rate.perSecond()));
        Collections.shuffle(rates, random);
        LoadClimate shuffled = ofThreeDays();
        for (Rate rate : rates) {
            shuffled.add(rate.label(), rate.perSecond());
            shuffled.levels(rate.label());
        }
        LoadClimate restored = StateBytes.roundTrip(shuffled, LoadClimate::writeTo, LoadClimateTest::readOfThreeDays);
        long asked = MIDNIGHT + 3 * DAY + 5_000;
        assertThat(climate.levels(asked)).isEqualTo(restored.levels(asked)).isEqualTo(shuffled.levels(asked));

        double[] sorted = rates.stream().mapToDouble(Rate::perSecond).sorted().toArray();
        double exact = sorted[(int) Math.ceil(0.95 * sorted.length) - 1];
        assertThat(climate.levels(asked).high()).isCloseTo(Math.max(1e7, exact), within(0.011 * Math.max(1e7, exact)));
        double busy = sorted[(int) Math.ceil(0.75 * sorted.length) - 1];
        assertThat(climate.levels(asked).busy()).isCloseTo(Math.max(1e7, busy), within(0.011 * Math.max(1e7, busy)));
        assertThat(Arrays.stream(sorted).filter(rate -> rate == 0).count()).isPositive();
    }
}
