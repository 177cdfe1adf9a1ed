package io.barograph.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemKind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BarographConfigurationTest {
    @TempDir
    private Path folder;

    private Path write(String text) throws Exception {
        return Files.writeString(folder.resolve("barograph.yaml"), text);
    }

    @Test
    void shouldReadEverySection() throws Exception {
        BarographConfiguration configuration = BarographConfiguration.read(
                write(
                        """
                fileSystems:
                  - name: scratch
                    aliases: [snx11025, /global/scratch]
                    kind: lustre
                    samplingInterval: 10s
                    serverBytesPerSecond: 6000000000
                    expectedServers: 24
                kafka:
                  bootstrapServers: a:9092,b:9092
                  topicPrefix: site.
                  propertiesFile: kafka.properties
                influxDb:
                  url: http://localhost:8086
                  api: v2
                  database: weather
                  organisation: site
                  secretFile: token
                analysis:
                  fineHistory: 12h
                  minuteHistory: 30d
                  lateness: 1m
                  revisionDelay: 20m
                  slowdown:
                    baselineDays: 10
                    frozenFrom: 2026-01-01T00:00:00Z
                    frozenTo: 2026-02-01T00:00:00Z
                  motifs:
                    applicationNames:
                      - pattern: /(vasp)[^/]*$
                        name: $1
                    eligibleBytes: 5000000000
                    eligibleProcesses: 16
                  climate:
                    window: 30d
                    fewestRuns: 20
                  contention:
                    harmfulSlowdown: 2.5
                    degradedAfter: 10m
                    nearlyFull: 0.85
                    correctedFor: 48h
                archive:
                  folder: s3://site/archive
                livePage:
                  address: 0.0.0.0
                  port: 0
                  audience: users
                  userHeader: X-Remote-User
                  tokenFile: page.token
                collecting:
                  folder: /var/lib/barograph
                  spoolBytes: 65536
                  healthInterval: 10s
                  pollTimeout: 500ms
                collectors:
                  - type: lmt
                    host: db
                """));
        assertThat(configuration.catalogue().fileSystems())
                .containsExactly(new CatalogueFileSystem(
                        "scratch",
                        Set.of("snx11025", "/global/scratch"),
                        FileSystemKind.LUSTRE,
                        Duration.ofSeconds(10),
                        24,
                        6_000_000_000L));
        assertThat(configuration.broker())
                .contains(new KafkaSettings("a:9092,b:9092", "site.", folder.resolve("kafka.properties")));
        assertThat(configuration.results())
                .contains(new InfluxDbSettings(
                        URI.create("http://localhost:8086"),
                        InfluxDbSettings.Api.V2,
                        "weather",
                        "site",
                        null,
                        true,
                        null,
                        folder.resolve("token"),
                        null));
        assertThat(configuration.analysis())
                .isEqualTo(new AnalysisSettings(
                        Duration.ofHours(12),
                        Duration.ofDays(30),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(20),
                        new AnalysisSettings.SlowdownSettings(
                                10, Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-02-01T00:00:00Z")),
                        new AnalysisSettings.MotifSettings(
                                List.of(new AnalysisSettings.ApplicationNameSettings("/(vasp)[^/]*$", "$1")),
                                5_000_000_000L,
                                16),
                        new AnalysisSettings.ClimateSettings(Duration.ofDays(30), 20),
                        new AnalysisSettings.ContentionSettings(
                                2.5, Duration.ofMinutes(10), 0.85, Duration.ofHours(48))));
        assertThat(configuration.archived())
                .contains(new ArchiveSettings(FolderLocation.of("s3://site/archive", Path.of(""))));
        assertThat(configuration.page())
                .contains(new LivePageSettings(
                        "0.0.0.0", 0, LivePageSettings.Audience.USERS, "X-Remote-User", folder.resolve("page.token")));
        assertThat(configuration.collecting())
                .isEqualTo(new CollectingSettings(
                        Path.of("/var/lib/barograph"), 65536, Duration.ofSeconds(10), Duration.ofMillis(500)));
        assertThat(configuration.collectors()).singleElement().satisfies(entry -> {
            assertThat(entry.key()).isEqualTo("collectors[0]");
            assertThat(entry.place()).endsWith("barograph.yaml:55");
            assertThat(entry.entries()).containsOnlyKeys("type", "host");
        });
    }

    @Test
    void shouldTakeTheArchiveFromTheFolderOfTheFile() throws Exception {
        BarographConfiguration configuration = BarographConfiguration.read(write("archive: {folder: held/archive}"));
        assertThat(configuration.archived().orElseThrow().folder().uri())
                .isEqualTo(folder.resolve("held/archive").toUri());
    }

    @Test
    void shouldHaveDefaultsForWhatIsNotWritten() throws Exception {
        BarographConfiguration configuration = BarographConfiguration.read(write("# nothing yet\ncollectors:\n"));
        assertThat(configuration)
                .isEqualTo(new BarographConfiguration(
                        List.of(),
                        false,
                        null,
                        null,
                        null,
                        new AnalysisSettings(
                                Duration.ofHours(6),
                                Duration.ofDays(7),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(15),
                                new AnalysisSettings.SlowdownSettings(30, null, null),
                                new AnalysisSettings.MotifSettings(List.of(), 1_000_000_000L, 2),
                                new AnalysisSettings.ClimateSettings(Duration.ofDays(90), 10),
                                new AnalysisSettings.ContentionSettings(
                                        2, Duration.ofSeconds(90), 0.9, Duration.ofHours(24))),
                        null,
                        null,
                        new CollectingSettings(
                                folder.resolve("collect"), 1L << 30, Duration.ofSeconds(30), Duration.ofMinutes(2)),
                        List.of()));
    }

    private static final String ALERTING =
            "alerting:\n  channels:\n  - {name: ops, type: webhook, url: 'http://h:1'}\n";

    @Test
    void shouldTakeAllOfAlerting() throws Exception {
        BarographConfiguration configuration = BarographConfiguration.read(
                write(
                        "fileSystems: [{name: scratch}]\n" + ALERTING
                                + """
                  rules:
                  - {name: slow, on: slowdown, threshold: 3, critical: 10, clear: 2, after: 5m, severity: info,
                     fileSystems: [scratch], types: [DATA_READ], applications: [vasp]}
                  routes:
                  - {name: all, channel: ops, fileSystems: [scratch], types: [read], applications: [vasp],
                     severity: critical}
                  groupWindow: 1m
                  cooldown: 10m
                  hourlyCap: 5
                  staleAfter: 20m
                  catchUpAfter: 30m
                  pageUrl: http://page:8080
                  grafanaUrl: https://grafana/sub
                  heartbeat: {channel: ops, interval: 2m}
                """));
        AlertingSettings alerting = configuration.alerts().orElseThrow();
        assertThat(alerting.channels()).extracting(ChatChannelSettings::name).containsExactly("ops");
        assertThat(alerting.rules())
                .containsExactly(new AlertingSettings.AlertRuleSettings(
                        "slow",
                        AlertingSettings.Source.SLOWDOWN,
                        List.of("scratch"),
                        List.of("DATA_READ"),
                        List.of("vasp"),
                        3.0,
                        10.0,
                        2.0,
                        Duration.ofMinutes(5),
                        AlertingSettings.Severity.INFO));
        assertThat(alerting.routes())
                .containsExactly(new AlertingSettings.AlertRouteSettings(
                        "all",
                        "ops",
                        List.of("scratch"),
                        List.of("read"),
                        List.of("vasp"),
                        AlertingSettings.Severity.CRITICAL));
        assertThat(alerting.groupWindow()).isEqualTo(Duration.ofMinutes(1));
        assertThat(alerting.cooldown()).isEqualTo(Duration.ofMinutes(10));
        assertThat(alerting.hourlyCap()).isEqualTo(5);
        assertThat(alerting.staleAfter()).isEqualTo(Duration.ofMinutes(20));
        assertThat(alerting.catchUpAfter()).isEqualTo(Duration.ofMinutes(30));
        assertThat(alerting.pageUrl()).isEqualTo(URI.create("http://page:8080"));
        assertThat(alerting.grafanaUrl()).isEqualTo(URI.create("https://grafana/sub"));
        assertThat(alerting.heartbeat())
                .isEqualTo(new AlertingSettings.HeartbeatSettings("ops", Duration.ofMinutes(2)));
    }

    @Test
    void shouldHaveDefaultsOfAlerting() throws Exception {
        AlertingSettings alerting =
                BarographConfiguration.read(write(ALERTING)).alerts().orElseThrow();
        assertThat(alerting.rules()).isEmpty();
        assertThat(alerting.routes()).isEmpty();
        assertThat(alerting.groupWindow()).isEqualTo(Duration.ofSeconds(30));
        assertThat(alerting.cooldown()).isEqualTo(Duration.ofMinutes(5));
        assertThat(alerting.hourlyCap()).isEqualTo(20);
        assertThat(alerting.staleAfter()).isEqualTo(Duration.ofMinutes(10));
        assertThat(alerting.catchUpAfter()).isEqualTo(Duration.ofMinutes(10));
        assertThat(alerting.pageUrl()).isNull();
        assertThat(alerting.heartbeat()).isNull();
    }

    @Test
    void shouldServeThisHostAndItsStaffUnlessToldOtherwise() throws Exception {
        assertThat(BarographConfiguration.read(write("livePage: {}\n")).page())
                .contains(LivePageSettings.forThisHost(LivePageSettings.DEFAULT_PORT));
    }

    static Stream<Arguments> wrongFiles() {
        return Stream.of(
                arguments("kafca: {}", ":1: kafca: unknown key; did you mean \"kafka\"?"),
                arguments(
                        "kafka:\n  bootstrapServer: a:1",
                        ":2: kafka.bootstrapServer: unknown key; did you mean \"bootstrapServers\"?"),
                arguments("kafka:\n  topicPrefix: x", ":1: kafka: the key \"bootstrapServers\" is missing: Addresses"),
                arguments(
                        "analysis:\n\n  lateness: 30",
                        ":3: analysis.lateness: \"30\" is wrong; expected: time such as 5s, 10m, 4h or 30d"),
                arguments("analysis: 5", ":1: analysis: keys with values are expected"),
                arguments("analysis:\n  lateness: [1s]", ":2: analysis.lateness: expected is one value: time such"),
                arguments(
                        "analysis:\n  minuteHistory: 1h",
                        ":1: analysis: minuteHistory must not be shorter than fineHistory"),
                arguments(
                        "analysis:\n  motifs:\n    applicationNames:\n    - name: vasp\n      pattern: (vasp",
                        ":4: analysis.motifs.applicationNames[0]: pattern: \"(vasp\" is no regular expression:"
                                + " Unclosed group at character 6; to mean a special character itself write \\ before"),
                arguments(
                        "analysis:\n  motifs:\n    applicationNames:\n    - {pattern: (vasp), name: $2}",
                        ":4: analysis.motifs.applicationNames[0]: name: \"$2\" does not fit the pattern, which has 1"
                                + " groups"),
                arguments(
                        "analysis:\n  motifs:\n    eligibleBytes: 0",
                        ":2: analysis.motifs: eligibleBytes and eligibleProcesses must be at least 1"),
                arguments("analysis:\n  climate:\n    window: 4h", ":2: analysis.climate: window must be at least 1d"),
                arguments(
                        "analysis:\n  climate:\n    fewestRuns: 2",
                        ":2: analysis.climate: fewestRuns must be at least 5: quartiles of fewer runs say nothing"),
                arguments(
                        "fileSystems:\n- name: a\n  kind: zfs",
                        ":3: fileSystems[0].kind: \"zfs\" is wrong; expected: lustre or gpfs or other"),
                arguments("fileSystems: scratch", ":1: fileSystems: a list is expected"),
                arguments(
                        "fileSystems:\n- name: a\n  expectedServers: 2.5",
                        ":3: fileSystems[0].expectedServers: \"2.5\" is wrong; expected: whole number"),
                arguments(
                        "fileSystems:\n- name: a\n- name: b\n  aliases: [a]", "the name \"a\" belongs to both a and b"),
                arguments(
                        "influxDb:\n  url: localhost\n  database: d",
                        ":2: influxDb.url: \"localhost\" is wrong; expected: address such as http://localhost:8086"),
                arguments(
                        "influxDb:\n  url: http://h:1\n  database: d\n  user: u",
                        ":1: influxDb: user needs secretFile or secretVariable"),
                arguments("localStack: maybe", ":1: localStack: \"maybe\" is wrong; expected: true or false"),
                arguments("localStack: true\nkafka:\n  bootstrapServers: a:1", "localStack stands in place of kafka"),
                arguments("alerting: {}", ":1: alerting: the key \"channels\" is missing"),
                arguments(
                        ALERTING + "  hourlycap: 3",
                        ":4: alerting.hourlycap: unknown key; did you mean \"hourlyCap\"?"),
                arguments(ALERTING + "  hourlyCap: 0", ":1: alerting: hourlyCap must lie between 1 and 1000"),
                arguments(
                        ALERTING + "  routes:\n  - name: a\n    channel: opz",
                        ":6: alerting.routes[0].channel: there is no channel \"opz\"; did you mean \"ops\"? If not, add it"
                                + " to alerting.channels"),
                arguments(
                        ALERTING + "  heartbeat:\n    channel: dog",
                        ":5: alerting.heartbeat.channel: there is no channel \"dog\""),
                arguments(
                        "fileSystems: [{name: scratch}]\n" + ALERTING
                                + "  rules:\n  - name: a\n    on: capacity\n    fileSystems: [scratch, scrach]",
                        "8: alerting.rules[0].fileSystems[1]: there is no file system \"scrach\"; did you mean \"scratch\"?"),
                arguments(
                        ALERTING
                                + "  routes:\n  - name: a\n    channel: ops\n    types: [READ, Climate-Shift, contensions]",
                        ":7: alerting.routes[0].types[2]: there is no type \"contensions\"; did you mean \"contention\"?"),
                arguments(
                        ALERTING + "  rules:\n  - {name: a, on: slowness}",
                        ":5: alerting.rules[0].on: \"slowness\" is wrong; expected: contention or degraded or unexplained or capacity"),
                arguments(
                        ALERTING + "  rules:\n  - {name: a, on: slowdown}",
                        ":5: alerting.rules[0]: threshold is missing: a rule on slowdown needs one"),
                arguments(
                        ALERTING + "  rules:\n  - {name: a, on: forecast, threshold: 7, critical: 9}",
                        ":5: alerting.rules[0]: critical must not be better than threshold"),
                arguments(
                        ALERTING + "  rules:\n  - {name: a, on: anomaly}\n  - {name: a, on: anomaly}",
                        ":1: alerting: rules: the name \"a\" is there twice"),
                arguments(ALERTING + "  pageUrl: ftp://x", ":1: alerting: pageUrl must begin with http:// or https://"),
                arguments(
                        "livePage:\n  address: 0.0.0.0",
                        ":1: livePage: address 0.0.0.0 can be reached from other hosts; give tokenFile as well"),
                arguments("livePage:\n  port: 70000", ":1: livePage: port 70000 is none; give 0 to 65535"),
                arguments("livePage:\n  userHeader: 'a b'", ":1: livePage: userHeader is no name of a header"),
                arguments("collecting:\n  spoolBytes: 10", ":1: collecting: spoolBytes must be at least 65536"),
                arguments("kafka:\n  bootstrapServers: ${BAROGRAPH_NOT_SET}", "variable BAROGRAPH_NOT_SET is not set"),
                arguments("kafka: {}\nkafka: {}", ":2: kafka: the key stands here and at"),
                arguments("kafka: &a\n  bootstrapServers: x:1\ninfluxDb: *a", ":3: influxDb: aliases (*name) are not"),
                arguments("kafka:\n\tbootstrapServers: x", ":2: no YAML"),
                arguments("kafka: {bootstrapServers: a:1\n", "no YAML"),
                arguments("- a\n- b", "the file should consist of keys and values"),
                arguments("kafka: {bootstrapServers: 'a:1'}\n---\nkafka: {}", "a second document begins"));
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    void shouldNamePlaceKeyAndWhatIsExpected(String text, String message) throws Exception {
        Path file = write(text);
        assertThatThrownBy(() -> BarographConfiguration.read(file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void shouldNameAFileThatIsNotThere() {
        assertThatThrownBy(() -> BarographConfiguration.read(folder.resolve("none.yaml")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("none.yaml: there is no such file");
    }

    @Test
    void shouldReplaceEnvironmentVariables() throws Exception {
        Path file = write("kafka:\n  bootstrapServers: ${HOST}:90${PORT}\n  topicPrefix: $HOST-\n");
        ConfigurationNode.Mapping read = ConfigurationYaml.read(file, Map.of("HOST", "broker$1", "PORT", "92")::get);
        KafkaSettings kafka =
                SettingsBinder.bind(BarographConfiguration.class, read).kafka();
        assertThat(kafka.bootstrapServers()).isEqualTo("broker$1:9092");
        assertThat(kafka.topicPrefix()).isEqualTo("$HOST-");
    }

    @Test
    void shouldNotShowThePropertiesFileInAMessage() throws Exception {
        Path properties = Files.writeString(folder.resolve("kafka.properties"), "sasl.jaas.config=\\u00zz quicksilver");
        assertThatThrownBy(() -> new KafkaSettings("a:1", "", properties).clientProperties())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(properties.toString())
                .satisfies(e -> assertThat(e.getMessage() + e.getCause()).doesNotContain("quicksilver"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.Module required username=\"u\" password=\"quick\"silver\";",
                "a.Module required username=\"u\" password=\"quicksilver\"",
                "a.Module required password=quick silver;",
                "quicksilver"
            })
    void shouldNotShowALoginThatIsMalformed(String login) throws Exception {
        Path properties = kafkaProperties(login);
        assertThatThrownBy(() -> new KafkaSettings("a:1", "", properties).clientProperties())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("sasl.jaas.config in " + properties + " should be: CLASS required")
                .satisfies(e -> assertThat(e.getMessage() + e.getCause()).doesNotContain("quick", "silver"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.Module required username=\"u\" password=\"a b;=\\\\\\\" c\";",
                "  a.Module required \\\n  username=u \\\n  password=secret-1 ; ",
                "a.Module REQUIRED;",
                "${file:/etc/barograph/login:login}"
            })
    void shouldTakeALoginThatIsWellFormed(String login) throws Exception {
        assertThat(new KafkaSettings("a:1", "", kafkaProperties(login)).clientProperties())
                .containsKey("sasl.jaas.config");
    }

    private Path kafkaProperties(String login) throws IOException {
        return Files.writeString(folder.resolve("kafka.properties"), "sasl.jaas.config=" + login + "\n");
    }

    @Test
    void shouldRefuseAFileThatIsTooLong() throws Exception {
        Path file = write("# " + "x".repeat(1024 * 1024) + "\n");
        assertThatThrownBy(() -> BarographConfiguration.read(file))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(file + ": is longer than 1024 KiB");
    }

    /** Every type that a setting may have. */
    record Everything(
            @Setting("Text.") String text,
            @Setting(value = "Number.", defaultValue = "7") int number,
            @Setting("Number.") Long large,
            @Setting("Number.") Double real,
            @Setting("Flag.") boolean flag,
            @Setting("Flag.") Boolean maybe,
            @Setting("Time.") Instant instant,
            @Setting(value = "Zone.", defaultValue = "UTC") ZoneId zone,
            @Setting("Files.") List<Path> files,
            @Setting(value = "Names.", defaultValue = "[a, b]") List<String> names,
            @Setting("Numbers.") Map<String, Integer> numbers,
            @Setting("Inner.") List<Inner> inner) {}

    record Inner(@Setting(value = "Name.", required = true) String name) {}

    @Test
    void shouldBindEveryType() {
        ConfigurationNode.Mapping written = (ConfigurationNode.Mapping) ConfigurationYaml.parse(
                "test",
                "",
                "{text: '5s', large: 5000000000, real: 1.5e3, flag: true, maybe: false,"
                        + " instant: '2018-02-09T08:00:00Z', zone: Europe/Berlin, files: [x, /y], names: [],"
                        + " numbers: {b: 2, a: 1}, inner: [{name: n}]}",
                folder);
        assertThat(SettingsBinder.bind(Everything.class, written))
                .isEqualTo(new Everything(
                        "5s",
                        7,
                        5_000_000_000L,
                        1500.0,
                        true,
                        false,
                        Instant.parse("2018-02-09T08:00:00Z"),
                        ZoneId.of("Europe/Berlin"),
                        List.of(folder.resolve("x"), Path.of("/y")),
                        List.of(),
                        Map.of("b", 2, "a", 1),
                        List.of(new Inner("n"))));
    }

    @Test
    void shouldLeaveWhatIsNotGivenEmpty() {
        ConfigurationNode.Mapping nothing = new ConfigurationNode.Mapping("test", "", Map.of(), folder);
        assertThat(SettingsBinder.bind(Everything.class, nothing))
                .isEqualTo(new Everything(
                        null,
                        7,
                        null,
                        null,
                        false,
                        null,
                        null,
                        ZoneId.of("UTC"),
                        List.of(),
                        List.of("a", "b"),
                        Map.of(),
                        List.of()));
    }

    @Test
    void shouldNameOptionsAsTheCommandLineDoes() {
        assertThat(SettingDescription.of(KafkaSettings.class))
                .extracting(SettingDescription::option)
                .containsExactly("--bootstrap-servers", "--topic-prefix", "--properties-file");
    }

    @Test
    void shouldDescribeARecordAsATable() {
        assertThat(SettingsReference.table(AnalysisSettings.class))
                .startsWith("| key | value | default | meaning |\n|---|---|---|---|\n"
                        + "| `fineHistory` | time such as 5s, 10m, 4h or 30d | `6h` | How far back from its decision");
        assertThat(SettingsReference.table(Everything.class))
                .contains("| `numbers` | keys with whole number |  | Numbers. |")
                .contains("| `inner` | list of section *inner* |  | Inner. |");
        assertThat(SettingsReference.table(Inner.class)).contains("| `name` | text | required | Name. |");
    }
}
