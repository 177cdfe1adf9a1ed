package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.CollectorHealth;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectorCountersTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final CollectorCounters counters = new CollectorCounters();

    private Map<String, Double> ages(Instant now) {
        CollectorHealth.Builder health = CollectorHealth.newBuilder();
        counters.describe(health, now);
        return health.getSampleAgeSeconds();
    }

    @Test
    void shouldSayByFileSystemHowLongAgoItsNewestSampleWasPublished() {
        assertThat(ages(NOW)).isEmpty();
        counters.sampled("scratch", NOW.minusSeconds(60));
        counters.sampled("home", NOW.minusSeconds(90));
        counters.sampled("scratch", NOW.minusMillis(2_500));
        assertThat(ages(NOW)).containsOnly(Map.entry("scratch", 2.5), Map.entry("home", 90.0));
        assertThat(ages(NOW.minusSeconds(10))).as("a clock that was set back").containsEntry("scratch", 0.0);
    }

    @Test
    void shouldNameTheFirstHundredFileSystems() {
        for (int i = 0; i < 1000; i++) {
            counters.sampled("fs" + i, NOW);
        }
        counters.sampled("fs0", NOW.plusSeconds(5));
        assertThat(ages(NOW.plusSeconds(5)))
                .hasSize(100)
                .containsEntry("fs0", 0.0)
                .containsEntry("fs99", 5.0);
    }

    @Test
    void shouldWriteNamesThatHealthRecordsMayHave() {
        counters.sampled("a\\b", NOW);
        assertThat(ages(NOW)).containsOnlyKeys("a_b");
    }
}
