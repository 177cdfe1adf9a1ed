package io.barograph.pictures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherMetric;
import io.barograph.testing.RecordedData;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** The published case of metadata load on Mira (UMAMI, section 4.2), from its eight runs. */
class MiraPictureTest {
    private static final String STAR = "1044002";
    private static final double MIB = 1 << 20;

    private static final Map<WeatherMetric, String> COLUMNS = Map.of(
            WeatherMetric.CF_BW, "coverage_factor_bw",
            WeatherMetric.CF_IOPS, "coverage_factor_ops",
            WeatherMetric.METADATA_READDIRS, "fs_tot_readdir_ops");

    private static JobWeather run(JsonNode row) {
        Instant end = Instant.ofEpochSecond(row.get("darshan_end_time").asLong());
        Map<WeatherMetric, Double> metrics = new java.util.EnumMap<>(WeatherMetric.class);
        COLUMNS.forEach((metric, column) -> metrics.put(metric, row.get(column).asDouble()));
        return Runs.weather(
                        row.get("_jobid").asText(),
                        0,
                        row.get("darshan_agg_perf_by_slowest_posix").asDouble() * MIB,
                        metrics)
                .setFileSystem("mira-fs1")
                .setStartTime(
                        Instant.ofEpochSecond(row.get("darshan_start_time").asLong()))
                .setEndTime(end)
                .build();
    }

    @Test
    void shouldShowTheStarTheColoursAndTheReaddirPanelAsPublished() throws Exception {
        JsonNode reference = new ObjectMapper()
                .readTree(RecordedData.path("reference/umami_case_b_mira.json").toFile());
        List<JobWeather> runs = new ArrayList<>();
        reference.get("rows").forEach(row -> runs.add(run(row)));
        JobWeather star = runs.stream()
                .filter(run -> run.getJobId().equals(STAR))
                .findFirst()
                .orElseThrow();

        UmamiDiagram umami = UmamiDiagram.ofRuns(
                Runs.verdict(star).build(), runs, ClimateSide.BEFORE, new ClimatePolicy(Duration.ofDays(90), 7));
        SvgDocument svg = SvgDocument.of(PictureRenderer.svg(umami));

        // The published ones count from the worst.
        Map<String, Integer> quartiles = Map.of("worst", 4, "second", 3, "third", 2, "best", 1);
        for (String metric : List.of("cfBw", "cfIops", "metadataReaddirs")) {
            JsonNode published = reference
                    .get("metrics")
                    .get(COLUMNS.get(WeatherMetric.named(metric).orElseThrow()));
            Element row = row(svg, metric);
            assertThat(SvgDocument.number(row, "data-value"))
                    .isCloseTo(published.get("value").asDouble(), within(1e-9));
            assertThat(Integer.parseInt(row.getAttribute("data-quartile")))
                    .isEqualTo(
                            quartiles.get(published.get("quartile_as_published").asText()));
            for (String percentile : List.of("p05", "p25", "p50", "p75", "p95")) {
                assertThat(SvgDocument.number(row, "data-" + percentile))
                        .isCloseTo(
                                published
                                        .get("box_excluding_job")
                                        .get(percentile)
                                        .asDouble(),
                                within(1e-9));
            }
        }
        Element readdirs = row(svg, "metadataReaddirs");
        Element line = SvgDocument.parts(readdirs, "umami-line").get(0);
        assertThat(line.getAttribute("data-colour")).isEqualTo(PictureStyle.css(PictureStyle.quartile(4)));
        assertThat(SvgDocument.parts(readdirs, "umami-history").get(0).getAttribute("data-values"))
                .isEqualTo("9.0 0.0 18.0 17.0 34.0 266.0 19.0");
        assertThat(row(svg, "performanceBytesPerSecond").getAttribute("data-quartile"))
                .isEqualTo("4");
        assertThat(svg.parts("umami-star")).hasSize(4);
    }

    private static Element row(SvgDocument svg, String metric) {
        return svg.parts("umami-row").stream()
                .filter(row -> row.getAttribute("data-metric").equals(metric))
                .findFirst()
                .orElseThrow();
    }
}
