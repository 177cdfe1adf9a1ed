package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a real Grafana showed wrongly or not at all, read off the model of each board. */
class GrafanaBoardsTest {
    /** Results without a number that can be unknown: counts since a start, Flink's own, and sizes of what was seen. */
    private static final Pattern ALWAYS_KNOWN = Pattern.compile(
            "FROM (\"collector_health\"|\"dead_letters\"|\"evidence\""
                    + "|\"\\$raw\"\\.\"(job|task)manager_|\"\\$hours\"\\.\"(volumes|power_spectrum|auto_correlation)\""
                    + "|\"\\$minutes\"\\.\"spectrogram\")|count\\(|sum\\(\"timeouts\"\\)|\\(SELECT last\\(\"(up_seconds|dropped_)");

    private static final Set<String> JUDGING = Set.of("stat", "bargauge");

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
            if (!variable.get("name").asText().equals("job")) {
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
                                && mapping.at("/options/result/text").asText().equals("unknown")
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
}
