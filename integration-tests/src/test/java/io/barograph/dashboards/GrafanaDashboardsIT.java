package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.analytics.climate.ClimatePolicy;
import io.barograph.analytics.contention.ContentionPolicy;
import io.barograph.analytics.motif.MotifRules;
import io.barograph.analytics.slowdown.SlowdownPolicy;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.collectors.core.KafkaPublisher;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.simulator.Fault;
import io.barograph.collectors.simulator.FileSystemModel;
import io.barograph.collectors.simulator.JobLoad;
import io.barograph.collectors.simulator.Load;
import io.barograph.collectors.simulator.Observation;
import io.barograph.collectors.simulator.SimulatedRecords;
import io.barograph.collectors.simulator.SiteConfiguration;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.weather.WeatherPolicy;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.jobs.publish.RetentionLevel;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.local.command.HomeFolder;
import io.barograph.local.stack.LocalJob;
import io.barograph.local.stack.LocalStack;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every query of every dashboard, with its variables filled in, against an InfluxDB that the real pipeline has filled with
 * an evening and a night of a simulated site.
 */
class GrafanaDashboardsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Path.of("..", "dashboards", "grafana");

    /** Over the end of a day and of a month, as some results are of whole ones. */
    private static final Instant FROM = Instant.parse("2026-01-31T21:00:00Z");

    private static final Instant TO = Instant.parse("2026-02-01T02:00:00Z");
    private static final Duration SICK_AFTER = Duration.ofHours(3);
    private static final String PREFIX = "dashboards.";
    private static final String DATABASE = "barograph_replay";
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)|\\$\\{(\\w+)[^}]*}");

    private static final Pattern FLINK = Pattern.compile("\"(jobmanager|taskmanager)_");

    @TempDir
    private static Path home;

    private static LocalStack stack;
    private static InfluxDbAdmin influxDb;
    private static String job;

    @BeforeAll
    static void fill() throws Exception {
        stack = LocalStack.start(
                new LocalStack.Settings("dashboards", Optional.empty(), 4, Duration.ofSeconds(1))
                        .withMetrics(url -> PublishConfiguration.flinkMetrics(
                                InfluxDbConfig.builder(url, DATABASE).build(), false)),
                new HomeFolder(home),
                new PrintWriter(Writer.nullWriter()));
        InfluxDbConfig database =
                InfluxDbConfig.builder(stack.influxUrl(), DATABASE).build();
        influxDb = new InfluxDbAdmin(database);
        influxDb.ensureDatabaseWithInfiniteRetention();
        stack.broker().createTopics(PREFIX, 1, true);
        SiteConfiguration site = site();
        publish(site);
        KafkaConnection kafka = KafkaConnection.to(stack.broker().bootstrapServers(), PREFIX);
        StreamExecutionEnvironment analysis = stack.flink().environment();
        AnalysisJob.build(
                analysis,
                new AnalysisConfiguration(
                        kafka,
                        site.catalogue(),
                        HistoryPolicy.DEFAULT,
                        SlowdownPolicy.DEFAULT,
                        WeatherPolicy.DEFAULT,
                        MotifRules.DEFAULT,
                        ClimatePolicy.DEFAULT,
                        ContentionPolicy.DEFAULT,
                        true));
        finish(stack.flink().submit("analysis", analysis));
        StreamExecutionEnvironment publish = stack.flink().environment();
        PublishJob.build(publish, new PublishConfiguration(kafka, database, "evening", true, false));
        finish(stack.flink().submit("publish", publish));
        job = (String) influxDb.query("SELECT job_id FROM umami WHERE p50 >= 0 ORDER BY time DESC LIMIT 1")
                .get(0)
                .values()
                .get("job_id");
    }

    @AfterAll
    static void stop() {
        if (stack != null) {
            stack.close();
        }
    }

    /** Short jobs of few kinds, so that climates grow fast; the OSTs fill for a while, and fall sick in the night. */
    private static SiteConfiguration site() {
        return SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 4, 1))
                .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofSeconds(40), Duration.ofSeconds(120), 0.2, 1))
                .withoutContenders()
                .withFaults(List.of(
                        Fault.capacity("sim-scratch", Duration.ofHours(1), Duration.ofMinutes(40), 0.95),
                        Fault.degraded("sim-scratch", Load.WRITE, SICK_AFTER, Duration.ofHours(2), 4)))
                .withObservation(Observation.EVERYTHING);
    }

    private static void publish(SiteConfiguration site) throws Exception {
        try (Publisher publisher = new KafkaPublisher(stack.broker().bootstrapServers(), PREFIX, new Properties())) {
            new SimulatedRecords(site, 7, FROM, TO).forEachRemaining(published -> published.publishTo(publisher));
            publisher.publish(
                    Topic.SITE_EVENTS,
                    SiteEvent.newBuilder()
                            .setId("sick")
                            .setFileSystem("sim-scratch")
                            .setKind(SiteEventKind.REBUILD)
                            .setFrom(FROM.plus(SICK_AFTER))
                            .setText("OSTs are rebuilt")
                            .setRecordedAt(FROM.plus(SICK_AFTER))
                            .build());
            for (Instant time = TO.minusSeconds(300); !time.isAfter(TO); time = time.plusSeconds(30)) {
                publisher.publish(
                        Topic.COLLECTOR_HEALTH,
                        CollectorHealth.newBuilder()
                                .setCollector("simulator")
                                .setType("simulator")
                                .setHost("sim")
                                .setTime(time)
                                .setStartedAt(FROM)
                                .setState(CollectorState.RUNNING)
                                .setPublished(Map.of("server-samples", time.getEpochSecond()))
                                .setLagSeconds(1.0)
                                .build());
            }
            publisher.refuse(DeadLetter.newBuilder()
                    .setSource(PREFIX + Topic.SERVER_SAMPLES.name())
                    .setOrigin("line 7")
                    .setComponent("collector simulator")
                    .setReason("not a number")
                    .setTime(TO.minusSeconds(60))
                    .build());
            publisher.flush();
        }
    }

    private static void finish(LocalJob running) throws InterruptedException {
        while (!running.awaitFinish(POLL)) {
            stack.requireHealthy();
        }
    }

    /** A dashboard as its file has it. */
    private record Board(String file, JsonNode json) {
        List<JsonNode> panels() {
            List<JsonNode> panels = new ArrayList<>();
            json.get("panels").forEach(panels::add);
            return panels;
        }

        @Override
        public String toString() {
            return file;
        }
    }

    private static Stream<Board> boards() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve("dashboards"))) {
            List<Board> boards = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                boards.add(new Board(file.getFileName().toString(), JSON.readTree(file.toFile())));
            }
            return boards.stream();
        }
    }

    /**
     * The query as Grafana would send it with all variables at their defaults, at the end of the simulation. Flink's own
     * metrics are of the time at which the test runs.
     */
    private static String filled(String query) {
        boolean ofFlink = FLINK.matcher(query).find();
        String from = (ofFlink ? Instant.now().minus(Duration.ofHours(1)) : FROM).toString();
        String at = "'" + (ofFlink ? Instant.now() : TO) + "'";
        return VARIABLE.matcher(query)
                .replaceAll(match -> switch (match.group(1) == null ? match.group(2) : match.group(1)) {
                    case "timeFilter" -> "time >= '" + from + "' AND time <= " + at;
                    case "__interval" -> "60s";
                    case "raw", "minutes", "hours" -> "autogen";
                    case "job" -> job;
                    default -> ".*";
                })
                .replace("\"minutes\".", "\"autogen\".")
                .replace("now()", at);
    }

    @ParameterizedTest
    @MethodSource("boards")
    void shouldFindRowsForEveryPanel(Board board) throws Exception {
        for (JsonNode panel : board.panels()) {
            for (JsonNode target : panel.get("targets")) {
                String query = filled(target.get("query").asText());

                List<InfluxRow> rows = influxDb.query(query);

                assertThat(rows)
                        .as("%s, %s: %s", board, panel.get("title").asText(), query)
                        .anySatisfy(row -> assertThat(row.values())
                                .as("a value beside the time")
                                .hasSizeGreaterThan(1));
            }
        }
        for (JsonNode annotation : board.json().get("annotations").get("list")) {
            assertThat(influxDb.query(filled(annotation.get("query").asText())))
                    .as("%s, annotations %s", board, annotation.get("name"))
                    .isNotEmpty();
        }
        for (JsonNode variable : board.json().get("templating").get("list")) {
            if (variable.get("type").asText().equals("query")) {
                assertThat(influxDb.query(filled(variable.get("query").asText())))
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
        List<Board> boards = boards().toList();
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
        for (Board board : boards().toList()) {
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
