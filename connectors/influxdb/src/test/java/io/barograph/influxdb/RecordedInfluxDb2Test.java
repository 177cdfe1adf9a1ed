package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buckets, questions, removal and refusals against the answers of a real InfluxDB 2.7. */
class RecordedInfluxDb2Test {
    private static final Map<String, WriteResponse.Outcome> WRITES = Map.ofEntries(
            Map.entry("write, v2", WriteResponse.Outcome.OK),
            Map.entry("write, v2, gzip", WriteResponse.Outcome.OK),
            Map.entry("write, empty", WriteResponse.Outcome.OK),
            Map.entry("write, no token", WriteResponse.Outcome.MISCONFIGURED),
            Map.entry("write, wrong token", WriteResponse.Outcome.MISCONFIGURED),
            Map.entry("write, bucket not there", WriteResponse.Outcome.MISCONFIGURED),
            Map.entry("write, organisation not there", WriteResponse.Outcome.MISCONFIGURED),
            Map.entry(
                    "write, one bad line among good ones: nothing of the batch is stored",
                    WriteResponse.Outcome.REFUSED),
            Map.entry(
                    "write, field of another type than stored before (conf f=1 at ...005 is there): partial write, the"
                            + " other line is stored",
                    WriteResponse.Outcome.REFUSED),
            Map.entry("write, older than the retention of the bucket", WriteResponse.Outcome.REFUSED));

    @TempDir
    private Path folder;

    private RecordedInfluxDb2 recorded;
    private ScriptedServer server;
    private SecretSource token;

    @BeforeEach
    void start() throws Exception {
        recorded = new RecordedInfluxDb2();
        server = new ScriptedServer(recorded::answer);
        token = SecretSource.file(Files.writeString(folder.resolve("token"), "<token>"));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private InfluxDbConfig config(String organisation, String bucket) {
        return InfluxDbConfig.builder(server.url(), bucket)
                .apiVersion(ApiVersion.V2)
                .organisation(organisation)
                .token(token)
                .build();
    }

    private InfluxDbAdmin admin(String bucket) throws Exception {
        return new InfluxDbAdmin(config("hpc", bucket));
    }

    private List<String> created() {
        return server.requests().stream()
                .filter(request -> request.target().equals("/api/v2/buckets"))
                .map(ScriptedServer.Request::body)
                .toList();
    }

    @Test
    void shouldFindABucketAndLeaveItAsItIs() throws Exception {
        assertThat(admin("barograph").isAvailable()).isTrue();
        assertThat(admin("barograph").hasDatabase()).isTrue();
        assertThat(admin("nowhere").hasDatabase()).isFalse();
        admin("barograph").ensureDatabaseWithInfiniteRetention();

        assertThat(created()).isEmpty();
        assertThat(server.requests()).allSatisfy(request -> {
            if (!request.target().equals("/ping")) {
                assertThat(request.header("Authorization")).isEqualTo("Token <token>");
            }
        });
    }

    @Test
    void shouldCreateABucketThatKeepsPointsForEverAndOneForATime() throws Exception {
        admin("barograph_replay").ensureDatabase();
        InfluxDbConfig ofAMonth = config("hpc", "barograph_interval");
        new InfluxDbAdmin(ofAMonth).create(Optional.of(Duration.ofDays(30)));

        JsonMapper json = new JsonMapper();
        assertThat(created()).hasSize(2);
        assertThat(json.readTree(created().get(0)))
                .isEqualTo(json.readTree(recorded.noted("create a bucket that keeps points for ever")
                        .body()));
        assertThat(json.readTree(created().get(1)))
                .isEqualTo(json.readTree(
                        recorded.noted("create a bucket of 30 days").body()));
    }

    @Test
    void shouldNameTheBucketOfARetentionLevelSoThatInfluxQlTakesItForAPolicy() {
        assertThatThrownBy(() -> admin("barograph").ensureRetention("raw", Duration.ofDays(7)))
                .hasMessageContaining("not recorded"); // the server of the recordings knows no such bucket
        assertThat(created()).singleElement().satisfies(body -> assertThat(body)
                .contains("\"name\":\"barograph/raw\"", "\"everySeconds\":604800"));
    }

    @Test
    void shouldSayWhatIsMissingWhereItCannotCreateABucket() {
        assertThatThrownBy(() -> new InfluxDbAdmin(config("nowhere", "weather")).ensureDatabase())
                .isInstanceOf(InfluxDbException.class)
                .hasMessageContaining("answered 404 (organization name \"nowhere\" not found)");
    }

    @Test
    void shouldAskInInfluxQlWithoutAMappingOfDatabases() throws Exception {
        assertThat(admin("barograph").query("SELECT * FROM job_weather"))
                .extracting(row -> row.values().get("job_id"))
                .contains("4711", "4712");
        assertThatThrownBy(() -> admin("nowhere").query("SELECT * FROM m"))
                .isInstanceOf(InfluxDbException.class)
                .hasMessageContaining("database not found: nowhere");
        assertThatThrownBy(() -> admin("barograph").query("SELEKT"))
                .isInstanceOf(InfluxDbException.class)
                .hasMessageContaining("failed to parse query");
    }

    @Test
    void shouldRemovePointsByAPredicate() throws Exception {
        admin("barograph").dropSeries("fs", "scratch");

        assertThat(server.requests()).singleElement().satisfies(request -> {
            assertThat(request.target()).isEqualTo("/api/v2/delete?org=hpc&bucket=barograph");
            assertThat(recorded.answer(request).status()).isEqualTo(204);
        });
    }

    @Test
    void shouldTakeEachAnswerToAWriteForWhatItIs() {
        Set<String> unexpected = Set.of("write, v1 way with the token");
        assertThat(recorded.exchanges().stream()
                        .filter(exchange -> exchange.note().startsWith("write"))
                        .filter(exchange -> !unexpected.contains(exchange.note())))
                .hasSize(WRITES.size())
                .allSatisfy(exchange -> assertThat(new WriteResponse(
                                        exchange.answer().status(),
                                        InfluxDbClient.message(exchange.answer().body()),
                                        "")
                                .outcome())
                        .as(exchange.note())
                        .isEqualTo(WRITES.get(exchange.note())));
    }

    @Test
    void shouldSetTheBadLineAsideAndStoreTheOthersThoughTheServerRefusesTheWholeBatch() throws Exception {
        ScriptedServer.ScriptedAnswer refusal = recorded.noted(
                        "write, one bad line among good ones: nothing of the batch is stored")
                .answer();
        RememberedRejections rejections = new RememberedRejections();
        try (ScriptedServer strict = new ScriptedServer(
                request -> request.lines().contains("m v=3i 3") ? refusal : ScriptedServer.ScriptedAnswer.WRITTEN)) {
            SinkJobs.writeNumbers(
                    5,
                    InfluxDbConfig.builder(strict.url(), "barograph")
                            .apiVersion(ApiVersion.V2)
                            .organisation("hpc")
                            .token(token)
                            .build(),
                    rejections);
            assertThat(strict.requests().stream()
                            .filter(request -> !request.lines().contains("m v=3i 3"))
                            .flatMap(request -> request.lines().stream()))
                    .containsExactlyInAnyOrder("m v=1i 1", "m v=2i 2", "m v=4i 4", "m v=5i 5");
        }
        assertThat(rejections.flushed()).singleElement().satisfies(rejection -> assertThat(rejection.reason())
                .contains("unable to parse 'bad bad bad': invalid field format"));
    }
}
