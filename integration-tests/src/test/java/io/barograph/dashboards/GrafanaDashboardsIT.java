package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxRow;
import io.barograph.jobs.publish.RetentionLevel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of every dashboard, with its variables filled in, against an InfluxDB that the real pipeline has filled with
 * an evening and a night of a simulated site.
 */
@ExtendWith(SimulatedEvening.Shared.class)
class GrafanaDashboardsIT {
    private static InfluxDbAdmin influxDb;
    private static String job;
    private static String motif;

    @BeforeAll
    static void take(SimulatedEvening evening) throws Exception {
        influxDb = new InfluxDbAdmin(evening.database());
        Map<String, Object> judged = influxDb.query(
                        "SELECT job_id, motif FROM umami WHERE p50 >= 0 ORDER BY time DESC LIMIT 1")
                .get(0)
                .values();
        job = (String) judged.get("job_id");
        motif = (String) judged.get("motif");
    }

    private static Stream<Board> boards() throws IOException {
        return Board.all().stream();
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldFindRowsForEveryPanel(Board board) throws Exception {
        for (JsonNode panel : board.panels()) {
            for (JsonNode target : panel.get("targets")) {
                // At the end of the evening no event is open; those that are closed have the same columns.
                String query = Board.filled(target.get("query").asText(), job, motif)
                        .replace("\"state\" != 'CLOSED'", "\"state\" = 'CLOSED'");

                List<InfluxRow> rows = influxDb.query(query);

                assertThat(rows)
                        .as("%s, %s: %s", board, panel.get("title").asText(), query)
                        .anySatisfy(row -> assertThat(row.values())
                                .as("a value beside the time")
                                .hasSizeGreaterThan(1));
            }
        }
        for (JsonNode annotation : board.json().get("annotations").get("list")) {
            List<InfluxRow> rows =
                    influxDb.query(Board.filled(annotation.at("/target/query").asText(), job, motif));
            // At the end of the evening no event is open.
            if (!annotation.get("name").asText().startsWith("Open ")) {
                assertThat(rows)
                        .as("%s, annotations %s", board, annotation.get("name"))
                        .isNotEmpty();
            }
        }
        for (JsonNode variable : board.json().get("templating").get("list")) {
            if (variable.get("type").asText().equals("query")) {
                assertThat(influxDb.query(Board.filled(variable.get("query").asText(), job, motif)))
                        .as("%s, variable %s", board, variable.get("name"))
                        .isNotEmpty();
            }
        }
    }

    @Test
    void shouldKeepTagsThatGrowWithEveryStartOutOfFlinksMetrics() throws Exception {
        List<InfluxRow> rows = influxDb.query("SELECT * FROM /^(jobmanager|taskmanager)_/ LIMIT 10");

        assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row.values().keySet())
                .isSubsetOf("time", "value", "job_name", "task_name", "operator_name", "subtask_index"));
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldSayWhatEveryPanelShowsAndInWhichUnit(Board board) {
        for (JsonNode panel : board.panels()) {
            String title = panel.get("title").asText();
            assertThat(panel.path("description").asText())
                    .as("%s, %s", board, title)
                    .isNotBlank();
            assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                    .as("unit of %s, %s", board, title)
                    .isNotBlank();
            assertThat(panel.at("/fieldConfig/defaults/thresholds/steps").isArray() || isHeatmap(panel))
                    .as("thresholds of %s, %s", board, title)
                    .isTrue();
        }
        assertThat(board.json().get("uid").asText() + ".json").isEqualTo(board.file());
    }

    private static boolean isHeatmap(JsonNode panel) {
        return panel.get("type").asText().equals("heatmap");
    }

    @Test
    void shouldGiveEveryDashboardAnIdentityOfItsOwnAndLinksThatLeadSomewhere() throws IOException {
        Set<String> uids = new HashSet<>();
        List<Board> boards = Board.all();
        for (Board board : boards) {
            assertThat(uids.add(board.json().get("uid").asText()))
                    .as(board.file())
                    .isTrue();
        }
        Pattern link = Pattern.compile("\"/d/([a-z-]+)\\?");
        for (Board board : boards) {
            link.matcher(board.json().toString())
                    .results()
                    .forEach(found -> assertThat(uids).as(board.file()).contains(found.group(1)));
        }
    }

    @Test
    void shouldFindTheRetentionLevelsByTheNamesThatThePublishJobGivesThem() throws IOException {
        for (Board board : Board.all()) {
            for (RetentionLevel level : RetentionLevel.values()) {
                JsonNode variable = null;
                for (JsonNode candidate : board.json().get("templating").get("list")) {
                    if (candidate.get("name").asText().equals(level.levelName())) {
                        variable = candidate;
                    }
                }
                assertThat(variable).as("%s, %s", board, level).isNotNull();
                String regex = variable.get("regex").asText();
                Pattern policies = Pattern.compile(regex.substring(1, regex.length() - 1));
                assertThat(level.levelName()).matches(policies);
                assertThat("autogen").matches(policies);
            }
        }
    }
}
