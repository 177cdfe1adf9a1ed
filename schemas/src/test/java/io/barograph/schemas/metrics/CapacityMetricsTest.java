package io.barograph.schemas.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.WeatherMetric;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityMetricsTest {
    @Test
    void shouldSayWhichOssServeTheTargetsOfAFailedPartner() {
        List<TargetUsage> targets = List.of(
                new TargetUsage(0, 50, 100, "oss1"),
                new TargetUsage(0, 80, 100, "oss1"),
                new TargetUsage(5_000, 20, 100, "oss2"),
                new TargetUsage(5_000, 10, 100, "oss3"));
        assertThat(CapacityMetrics.of(targets, 65_000))
                .containsEntry(WeatherMetric.OVERLOADED_OSS, 1.0)
                .containsEntry(WeatherMetric.OVERLOADED_OSTS, 2.0)
                .containsEntry(WeatherMetric.OVERLOADED_OST_PERCENT, 50.0)
                .containsEntry(WeatherMetric.OSTS_PER_OVERLOADED_OSS, 2.0)
                .containsEntry(WeatherMetric.OSS_OVERLOAD_FACTOR, 2.0)
                .containsEntry(WeatherMetric.OST_FULLEST_PERCENT, 80.0)
                .containsEntry(WeatherMetric.OST_FULLEST_USED_BYTES, 80.0 * 1024)
                .containsEntry(WeatherMetric.OST_EMPTIEST_PERCENT, 10.0)
                .containsEntry(WeatherMetric.OST_MEAN_FULL_PERCENT, 40.0)
                .containsEntry(WeatherMetric.OST_FULLNESS_IMBALANCE_PERCENT, 45.0)
                .containsEntry(WeatherMetric.OSTS, 4.0)
                .containsEntry(WeatherMetric.CAPACITY_AGE_SECONDS, 65.0);
    }

    @Test
    void shouldSayNothingOfWhatIsNotKnown() {
        assertThat(CapacityMetrics.of(List.of(), 0)).isEmpty();
        assertThat(CapacityMetrics.of(List.of(new TargetUsage(0, TargetUsage.NOT_KNOWN, TargetUsage.NOT_KNOWN, "")), 0))
                .isEmpty();
        assertThat(CapacityMetrics.of(
                        List.of(new TargetUsage(0, TargetUsage.NOT_KNOWN, TargetUsage.NOT_KNOWN, "oss1")), 0))
                .containsOnlyKeys(
                        WeatherMetric.OVERLOADED_OSS,
                        WeatherMetric.OVERLOADED_OSTS,
                        WeatherMetric.OVERLOADED_OST_PERCENT,
                        WeatherMetric.OSTS_PER_OVERLOADED_OSS,
                        WeatherMetric.OSS_OVERLOAD_FACTOR,
                        WeatherMetric.PLACEMENT_AGE_SECONDS);
    }
}
