package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.servers.rates.StateBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SustainedLoadTest {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final List<LoadEpisode> opened = new ArrayList<>();
    private final List<LoadEpisode> closed = new ArrayList<>();
    private final SustainedLoad.Observer observer = new SustainedLoad.Observer() {
        @Override
        public void opened(LoadEpisode episode) {
            opened.add(episode);
        }

        @Override
        public void closed(LoadEpisode episode) {
            closed.add(episode);
        }
    };

    private static SustainedLoad load() {
        return new SustainedLoad(INTERVAL, SustainedLoad.DEFAULT_MIN_DURATION, SustainedLoad.DEFAULT_CLOSE_AT);
    }

    private void feed(SustainedLoad load, int from, int to, double rate) {
        for (int i = from; i < to; i++) {
            load.observe(i * 5_000L, rate, 1e9, observer);
        }
    }

    @Test
    void shouldOpenAfterMoreThanHalfAnHour() {
        SustainedLoad load = load();
        feed(load, 1, 361, 1e9);
        assertThat(opened).as("half an hour is not more than half an hour").isEmpty();
        assertThat(load.open()).isEmpty();
        feed(load, 361, 362, 3e9);
        assertThat(opened).containsExactly(new LoadEpisode(5_000, 1e9, 361 * 5_000L, 3e9, 361 * 5_000L, 361));
        assertThat(load.open()).hasValue(opened.get(0));
        feed(load, 362, 400, 9e8);
        assertThat(closed).isEmpty();
        feed(load, 400, 401, 7.9e8);
        assertThat(opened).hasSize(1);
        assertThat(closed).containsExactly(new LoadEpisode(5_000, 1e9, 361 * 5_000L, 3e9, 399 * 5_000L, 399));
        assertThat(load.open()).isEmpty();
    }

    @Test
    void shouldSayNothingOfAShortLoad() {
        SustainedLoad load = load();
        feed(load, 1, 300, 5e9);
        feed(load, 300, 301, 1e8);
        feed(load, 301, 600, 5e9);
        feed(load, 600, 601, 1e8);
        assertThat(opened).isEmpty();
        assertThat(closed).isEmpty();
    }

    @Test
    void shouldNotCountUnknownTimeAsLoad() {
        SustainedLoad load = load();
        feed(load, 1, 200, 5e9);
        feed(load, 200, 5_000, Double.NaN);
        feed(load, 5_000, 5_162, 5e9);
        assertThat(opened).hasSize(1);
        assertThat(opened.get(0).onset()).isEqualTo(5_000);
        assertThat(opened.get(0).intervals()).isEqualTo(361);
        assertThat(opened.get(0).until()).isEqualTo(5_161 * 5_000L);
    }

    @Test
    void shouldKeepTheThresholdItWasOpenedWith() {
        SustainedLoad load = load();
        feed(load, 1, 400, 2e9);
        for (int i = 400; i < 500; i++) {
            load.observe(i * 5_000L, 2e9, 1e12, observer);
        }
        assertThat(closed).isEmpty();
        load.observe(500 * 5_000L, 1e8, 1e12, observer);
        assertThat(closed).hasSize(1);
        assertThat(closed.get(0).threshold()).isEqualTo(1e9);
        for (int i = 501; i < 1_000; i++) {
            load.observe(i * 5_000L, 2e9, 1e12, observer);
        }
        assertThat(opened).hasSize(1);
    }

    @Test
    void shouldRefuseALevelToCloseAboveTheThreshold() {
        assertThatThrownBy(() -> new SustainedLoad(INTERVAL, Duration.ZERO, 1.1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 100)
    void shouldCloseWhatItOpensOnceAndGoOnAfterARestore(@ForAll Random random) {
        opened.clear();
        closed.clear();
        SustainedLoad load = new SustainedLoad(INTERVAL, Duration.ofSeconds(20), 0.8);
        double rate = 1e9;
        for (int i = 1; i < 500; i++) {
            rate = Math.max(1e8, rate * Math.exp(random.nextGaussian() * 0.2));
            double given = random.nextInt(10) == 0 ? Double.NaN : rate;
            load.observe(i * 5_000L, given, 1e9, observer);
            load = StateBytes.roundTrip(load, SustainedLoad::writeTo, SustainedLoad::readFrom);
        }
        int stillOpen = load.open().isPresent() ? 1 : 0;
        assertThat(opened.size()).isEqualTo(closed.size() + stillOpen);
        for (int i = 0; i < closed.size(); i++) {
            assertThat(closed.get(i).onset()).isEqualTo(opened.get(i).onset());
            assertThat(closed.get(i).intervals()).isGreaterThanOrEqualTo(5);
            assertThat(closed.get(i).peakPerSecond()).isGreaterThanOrEqualTo(1e9);
        }
    }
}
