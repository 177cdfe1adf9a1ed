package io.barograph.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeatherMetricTest {
    private static final Pattern FACTOR = Pattern.compile("zoom-in factor (\\d+)\\)");
    private static final Path DOCS = Path.of("../docs/metrics.md");

    @Test
    void shouldSayTheSameInTheDocsAndInTheCode() throws IOException {
        List<String> documented = Files.readAllLines(DOCS).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(WeatherMetric.values())
                        .map(metric -> String.format(
                                "| `%s` | %s | %s | %s | %s | %s |",
                                metric.metricName(),
                                metric.label(),
                                metric.unit(),
                                metric.source().title(),
                                metric.good(),
                                metric.description()))
                        .toList());
    }

    @Test
    void shouldNameEachMetricOnceInCamelCase() {
        Set<String> names = Arrays.stream(WeatherMetric.values())
                .map(WeatherMetric::metricName)
                .collect(Collectors.toSet());

        assertThat(names).hasSize(WeatherMetric.values().length).allMatch(name -> name.matches("[a-z][a-zA-Z]+"));
        assertThat(WeatherMetric.SERVER_READ_MEAN_BYTES_PER_SECOND.metricName())
                .isEqualTo("serverReadMeanBytesPerSecond");
        assertThat(WeatherMetric.named("cfBw")).contains(WeatherMetric.CF_BW);
        assertThat(WeatherMetric.named("CF_BW")).isEmpty();
    }

    @Test
    void shouldLabelEachMetricDifferently() {
        assertThat(Arrays.stream(WeatherMetric.values()).map(WeatherMetric::label))
                .doesNotHaveDuplicates()
                .allMatch(label -> label.matches("\\S.*\\S") && label.length() <= 60);
        assertThat(WeatherMetric.labelOf("cfBw")).isEqualTo("coverage factor");
        assertThat(WeatherMetric.labelOf("ofAnotherVersion")).isEqualTo("ofAnotherVersion");
    }

    @Test
    void shouldCoverWhatUmamiHadAndTheServerSideFactorsOfTheZoomIn() {
        assertThat(WeatherMetric.values()).hasSizeGreaterThanOrEqualTo(58);
        assertThat(WeatherMetric.values())
                .contains(
                        WeatherMetric.OSS_CPU_BEFORE_START_PERCENT,
                        WeatherMetric.MDS_CPU_BEFORE_START_PERCENT,
                        WeatherMetric.OST_BEFORE_START_BYTES_PER_SECOND);
    }

    @Test
    void shouldHoldEachOfTheFifteenFactorsOfTheZoomInOnce() {
        List<Integer> factors = Arrays.stream(WeatherMetric.values())
                .map(metric -> FACTOR.matcher(metric.description()))
                .filter(Matcher::find)
                .map(found -> Integer.valueOf(found.group(1)))
                .sorted()
                .toList();

        assertThat(factors)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 15).boxed().toList());
    }

    @Test
    void shouldGiveTheFieldsOfJobWeatherThatAreMetricsTheSameNames() {
        List<String> fields = JobWeather.getClassSchema().getFields().stream()
                .map(field -> field.name())
                .filter(name ->
                        name.startsWith("cf") || name.startsWith("concurrent") || name.startsWith("performance"))
                .filter(name -> !name.startsWith("cfBwExact")) // climates compare what past tables have, too
                .toList();

        assertThat(fields).hasSize(12).allMatch(name -> WeatherMetric.named(name)
                .isPresent());
    }
}
