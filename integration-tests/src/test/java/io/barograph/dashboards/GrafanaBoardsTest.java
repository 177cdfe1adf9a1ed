package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.schemas.WeatherMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real Grafana showed wrongly or not at all, read off the model of each board. */
class GrafanaBoardsTest {
    /** Results without a number that can be unknown: counts since a start, Flink's own, and sizes of what was seen. */
    private static final Pattern ALWAYS_KNOWN = Pattern.compile(
            "FROM (\"collector_health\"|\"dead_letters\"|\"evidence\""
                    + "|\"\\$raw\"\\.\"(job|task)manager_|\"\\$hours\"\\.\"(volumes|power_spectrum|auto_correlation)\""
                    + "|\"\\$minutes\"\\.\"spectrogram\")|count\\(|sum\\(\"timeouts\"\\)|\\(SELECT last\\(\"(up_seconds|dropped_)|last\\(\"(suspect_job_id|revision)");

    private static final Set<String> JUDGING = Set.of("stat", "bargauge");

    private static final Pattern SELECTED =
            Pattern.compile("(?:\\w+\\()?\"(\\w+)\"\\)?(?: / 100)? AS \"([^\"]+)\"(?:, )?");

    /** Metrics that panels judge by a limit. */
    private static final Pattern LIMITED =
            Pattern.compile("\"(slowdown|slowdown_p90|worst_slowdown|bytes_fullest|missing_fraction)\"");

    /** Variables of which one value is chosen, the newest at first. */
    private static final Set<String> ONE = Set.of("job", "motif");

    private static final Pattern UNITS = Pattern.compile(
            "none|sishort|s|ms|d|decbytes|Bps|percentunit|ops|rps|dateTimeAsIso|dateTimeFromNow|time:[\\w :]+|suffix:\\S+");

    private static final Map<String, String> UNITS_OF_METRICS = Map.of(
            "B/s", "Bps", "B", "decbytes", "%", "percentunit", "ratio", "none", "operations", "suffix:operations");

    /** A row of Grafana's grid with its gap, and what stands above the first one: menu and variables. */
    private static final int GRID_PIXELS = 38;

    private static final int MENU_PIXELS = 140;
    private static final int GRID_COLUMNS = 24;

    static List<Board> boards() throws IOException {
        return Board.all();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldPutTheQueryOfAnAnnotationWhereGrafanaRunsIt(Board board) {
        for (JsonNode annotation : board.json().at("/annotations/list")) {
            JsonNode target = annotation.path("target");
            assertThat(target.path("query").asText()).as(annotation.toString()).isNotEmpty();
            assertThat(target.path("fromAnnotations").asBoolean()).isTrue();
            assertThat(annotation.has("query")).isFalse();
            if (target.has("timeEndColumn")) {
                assertThat(target.get("query").asText())
                        .as("an event that is open has no end")
                        .contains("\"time_end_ms\" >= 0");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldGiveEveryVariableAValueFromTheStart(Board board) {
        for (JsonNode variable : board.json().at("/templating/list")) {
            assertThat(variable.has("current"))
                    .as("%s has a current value", variable.get("name"))
                    .isTrue();
            // What is chosen first of these depends on the database.
            if (!ONE.contains(variable.get("name").asText())) {
                assertThat(variable.at("/current/value").asText()).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldNameEverySeries(Board board) {
        board.panels().forEach(panel -> panel.path("targets").forEach(target -> {
            if (target.get("resultFormat").asText().equals("time_series")) {
                assertThat(target.path("alias").asText()).as(target.toString()).isNotEmpty();
            }
        }));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldShowAnUnknownNumberInAColourOfItsOwn(Board board) {
        board.panels().stream()
                .filter(panel -> JUDGING.contains(panel.get("type").asText())
                        || panel.get("type").asText().equals("table"))
                .forEach(panel -> assertThat(mappings(panel))
                        .as("%s: %s", board, panel.get("title"))
                        .anyMatch(mapping -> mapping.path("type").asText().equals("special")
                                && mapping.at("/options/match").asText().equals("null+nan")
                                && mapping.at("/options/result/text").asText().matches("unknown|no [a-z ]+")
                                && mapping.at("/options/result/color").asText().startsWith("#")));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldNeverDrawMinusOneForUnknown(Board board) {
        board.panels().forEach(panel -> panel.path("targets").forEach(target -> {
            String query = target.get("query").asText();
            boolean isFiltered =
                    query.contains(">= 0") || ALWAYS_KNOWN.matcher(query).find();
            boolean isMapped = mappings(panel)
                    .anyMatch(mapping -> !mapping.path("type").asText().equals("special"));
            boolean isClipped = panel.at("/fieldConfig/defaults/min").asInt(-1) >= 0;
            boolean isCorrelation = query.contains("\"correlation\"");
            assertThat(isFiltered || isMapped || isClipped || isCorrelation)
                    .as("%s: %s: %s", board, panel.get("title"), query)
                    .isTrue();
        }));
    }

    private static Stream<JsonNode> mappings(JsonNode panel) {
        return StreamSupport.stream(panel.at("/fieldConfig/defaults/mappings").spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldDrawTheLimitsOfLines(Board board) {
        board.panels().stream()
                .filter(panel -> panel.get("type").asText().equals("timeseries"))
                .filter(panel ->
                        panel.at("/fieldConfig/defaults/thresholds/steps").size() > 1)
                .forEach(panel -> assertThat(panel.at("/fieldConfig/defaults/custom/thresholdsStyle/mode")
                                .asText("off"))
                        .as("%s: %s", board, panel.get("title"))
                        .isNotEqualTo("off"));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldStackBarsFromZeroAndFromTheirTimeOn(Board board) {
        board.panels().stream()
                .map(panel -> panel.at("/fieldConfig/defaults/custom"))
                .filter(style -> style.path("drawStyle").asText().equals("bars"))
                .forEach(style -> {
                    assertThat(style.at("/stacking/mode").asText()).isEqualTo("normal");
                    assertThat(style.path("axisSoftMin").asInt(-1)).isZero();
                    assertThat(style.path("barAlignment").asInt()).isOne();
                });
    }

    @Test
    void shouldOfferTheDatabaseOfTheDemo() throws IOException {
        assertThat(Files.readString(Path.of("..", "dashboards/grafana/provisioning/datasources/barograph.yaml")))
                .contains("dbName: barograph_demo\n");
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldNameEveryColumnAndAskForTheRowsOfATableInOneQuery(Board board) {
        for (JsonNode panel : board.panels()) {
            for (JsonNode target : panel.get("targets")) {
                if (!target.get("resultFormat").asText().equals("table")) {
                    continue;
                }
                assertThat(panel.get("targets"))
                        .as("queries of %s", panel.get("title"))
                        .hasSize(1);
                String selected = selected(target.get("query").asText());
                assertThat(SELECTED.matcher(selected).replaceAll(""))
                        .as("columns without a name in %s: %s", panel.get("title"), selected)
                        .isEmpty();
                assertThat(names(selected)).allMatch(name -> name.matches("[A-Zp0-9][^_]*"));
            }
        }
    }

    private static String selected(String query) {
        return query.substring("SELECT ".length(), query.indexOf(" FROM "));
    }

    private static List<String> names(String selected) {
        return SELECTED.matcher(selected).results().map(match -> match.group(2)).toList();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldNeverNameASeriesAfterAField(Board board) {
        for (JsonNode panel : board.panels()) {
            for (JsonNode target : panel.get("targets")) {
                String selected = selected(target.get("query").asText());
                assertThat(selected).as("fields by a pattern").doesNotContain("(/");
                if (target.path("alias").asText().contains("$col")) {
                    assertThat(selected.split(", ", -1)).allMatch(each -> each.contains(" AS \""));
                    assertThat(names(selected)).noneMatch(name -> name.contains("_"));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldCallWeatherMetricsByTheirLabelsAndGiveTheirUnits(Board board) {
        Pattern chosen = Pattern.compile("\"value\".* AND \"metric\" = '(\\w+)'");
        for (JsonNode panel : board.panels()) {
            String query = panel.at("/targets/0/query").asText();
            Matcher match = chosen.matcher(query);
            if (match.find()) {
                WeatherMetric metric = WeatherMetric.named(match.group(1)).orElseThrow();
                assertThat(panel.get("title").asText()).startsWith(heading(metric));
                assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                        .isEqualTo(UNITS_OF_METRICS.get(metric.unit()));
                assertThat(query.contains(" / 100")).isEqualTo(metric.unit().equals("%"));
            }
            if (query.contains("FROM \"job_weather\"")) {
                SELECTED.matcher(query).results().forEach(column -> Stream.of(WeatherMetric.values())
                        .filter(metric -> metric.name().equalsIgnoreCase(column.group(1)))
                        .forEach(metric -> assertThat(column.group(2)).isEqualTo(heading(metric))));
            }
        }
    }

    private static String heading(WeatherMetric metric) {
        return metric.label().substring(0, 1).toUpperCase(Locale.ROOT)
                + metric.label().substring(1);
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldShowAllTimesInUtcAndSayIt(Board board) {
        assertThat(board.json().get("timezone").asText()).isEqualTo("utc");
        board.panels().stream()
                .filter(panel -> panel.get("type").asText().equals("table"))
                .forEach(panel -> {
                    JsonNode times = panel.at("/fieldConfig/overrides/0");
                    assertThat(times.at("/matcher/options").asText()).isEqualTo("time");
                    assertThat(times.at("/properties/0/value").asText()).isEqualTo("Time (UTC)");
                    assertThat(panel.at("/options/sortBy/0/displayName").asText())
                            .isEqualTo("Time (UTC)");
                });
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldCountBytesInPowersOfTenAndSharesInPercent(Board board) {
        for (JsonNode panel : board.panels()) {
            List<String> units = new ArrayList<>(panel.findValuesAsText("unit"));
            for (JsonNode property : panel.at("/fieldConfig/overrides").findParents("id")) {
                if (property.get("id").asText().equals("unit")) {
                    units.add(property.get("value").asText());
                }
            }
            assertThat(units)
                    .as("%s: %s", board, panel.get("title"))
                    .isNotEmpty()
                    .allMatch(unit -> UNITS.matcher(unit).matches());
        }
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldDrawALimitWhereverAMetricHasOne(Board board) {
        board.panels().stream()
                .filter(panel -> panel.get("type").asText().equals("timeseries"))
                .filter(panel -> LIMITED.matcher(
                                selected(panel.at("/targets/0/query").asText()))
                        .find())
                .forEach(panel -> assertThat(panel.at("/fieldConfig/defaults/thresholds/steps")
                                .size())
                        .as("limits of %s: %s", board, panel.get("title"))
                        .isGreaterThan(1));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldTellIdleFromMissingInAHeatmapAndShowDecades(Board board) {
        board.panels().stream()
                .filter(panel -> panel.get("type").asText().equals("heatmap"))
                .forEach(panel -> {
                    assertThat(panel.at("/options/filterValues/le").asDouble(1))
                            .as("0 has a cell")
                            .isNegative();
                    assertThat(panel.at("/options/color/scheme").asText()).isEqualTo("Viridis");
                    assertThat(panel.at("/options/color/scale").asText()).isEqualTo("exponential");
                    assertThat(panel.at("/options/color/exponent").asDouble()).isLessThanOrEqualTo(0.2);
                    assertThat(panel.at("/options/cellValues/unit").asText()).isNotEmpty();
                    // Grafana draws nothing of a heatmap with one column: its width is not known.
                    assertThat(panel.at("/targets/0/query").asText()).endsWith("fill(null)");
                });
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldShowOneMotifAndOneJobAtATime(Board board) {
        for (JsonNode variable : board.json().at("/templating/list")) {
            if (ONE.contains(variable.get("name").asText())) {
                assertThat(variable.get("multi").asBoolean(true)).isFalse();
                assertThat(variable.get("includeAll").asBoolean(true)).isFalse();
            }
        }
        board.panels().forEach(panel -> panel.path("targets").forEach(target -> {
            String query = target.get("query").asText();
            assertThat(query).doesNotContainPattern("GROUP BY [^)]*\"(motif|job_id)\"");
            if (query.contains("FROM \"umami\"")) {
                assertThat(query).contains("\"motif\" = '$motif'");
            }
        }));
    }

    @Test
    void shouldFitFourFileSystemsOnTheWallWithoutScrolling() throws IOException {
        Board wall = Board.named("barograph-wall.json");
        JsonNode row = wall.json().at("/panels/0");
        assertThat(row.get("repeat").asText()).isEqualTo("fs");
        int rowHeight = row.at("/gridPos/h").asInt();
        int width = 0;
        for (JsonNode panel : wall.panels()) {
            assertThat(panel.at("/gridPos/y").asInt()).as("one line of tiles").isEqualTo(rowHeight);
            assertThat(panel.at("/fieldConfig/defaults/links/0/url").asText()).isNotEmpty();
            width += panel.at("/gridPos/w").asInt();
        }
        assertThat(width).isEqualTo(GRID_COLUMNS);
        int height = rowHeight + wall.panels().get(0).at("/gridPos/h").asInt();
        assertThat(4 * height * GRID_PIXELS).isLessThanOrEqualTo(1_080 - MENU_PIXELS);
        assertThat(wall.panels())
                .extracting(panel -> panel.get("title").asText())
                .containsExactly(
                        "State",
                        "Worst slowdown now",
                        "Slow since (UTC)",
                        "Top suspect",
                        "Fullest OST",
                        "Newest result");
    }
}
