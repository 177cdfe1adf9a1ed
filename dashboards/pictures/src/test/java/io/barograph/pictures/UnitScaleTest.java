package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitScaleTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    B/s          | 14218414000   | 14.22 GB/s
                    B            | 999           | 999 B
                    B            | 1000          | 1 kB
                    ratio        | 0.143614      | 0.1436
                    ratio        | 1.0135        | 1.0135
                    operations   | 803           | 803 operations
                    operations   | 46542         | 46,542 operations
                    operations   | 12345678      | 12.35 million operations
                    %            | 50.634        | 50.63 %
                    s            | 0.00012       | 1.20E-4 s
                    node-hours   | -3            | -3 node-hours
                    """)
    void shouldWriteValuesInReadableUnits(String unit, double value, String words) {
        assertThat(UnitScale.of(unit, value).words(value)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    B/s          | 14218414000   | 14.22 GB/s
                    B            | 2000000       | 2 MB
                    operations   | 46542         | 46,542
                    operations   | 12345678      | 12.35 million
                    %            | 50.634        | 50.63 %
                    """)
    void shouldLeaveOutLongUnitsBesideTheirName(String unit, double value, String words) {
        assertThat(UnitScale.brief(unit, value)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "performanceBytesPerSecond, Performance",
        "metadataReaddirs, Directory reads",
        "ossCpuMeanPercent, 'CPU of the OSS, mean'",
        "cfBw, Coverage factor",
        "cfNodehrs, Coverage factor of node-hours"
    })
    void shouldNameMetricsInWords(String metric, String title) {
        assertThat(PictureText.heading(metric)).isEqualTo(title);
    }

    @Test
    void shouldNameEveryMetricDifferently() {
        assertThat(Arrays.stream(WeatherMetric.values())
                        .map(metric -> PictureText.heading(metric.metricName()) + " " + metric.unit()))
                .doesNotHaveDuplicates();
    }
}
