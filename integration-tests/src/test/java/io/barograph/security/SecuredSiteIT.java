package io.barograph.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.cli.Barograph;
import io.barograph.cli.collect.CollectPlan;
import io.barograph.cli.export.TopicReader;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbException;
import io.barograph.jobs.alerting.AlertingJob;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.runtime.runner.CollectorRuntime;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalFlink;
import io.barograph.stack.LocalJob;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.common.IsolationLevel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Kafka with passwords, TLS and least rights, and InfluxDB with users and HTTPS: who may does, and nobody else. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@AtLength
class SecuredSiteIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(2);

    @TempDir
    private static Path folder;

    private static final Queue<String> said = new ConcurrentLinkedQueue<>();
    private static SecuredSite site;

    /** Of late, for InfluxDB refuses what it would drop at once. */
    private static String simulator() {
        return """
                collectors:
                  - {type: simulator, ost: 2, mdt: 1, from: '%s', duration: 5m, rateFactor: 1000000}
                """
                .formatted(Instant.now().minus(Duration.ofHours(1)));
    }

    private static CapturedLog log;

    @BeforeAll
    static void start() throws Exception {
        log = CapturedLog.start(folder.resolve("test.log"));
        site = new SecuredSite(folder);
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
        log.close();
    }

    /** What a command said. */
    private record Said(int exitCode, String text) {}

    private static Said command(String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter writer = new PrintWriter(said, true);
        int exitCode = Barograph.commandLine().setOut(writer).setErr(writer).execute(arguments);
        return new Said(exitCode, said.toString());
    }

    private BarographConfiguration configuration(String account, String more) throws Exception {
        return BarographConfiguration.read(site.configuration(account, account + ".properties", site.login(), more));
    }

    @Test
    @Order(1)
    void shouldCarryRecordsFromTheCollectorToInfluxDbWithAnAccountForEachPart() throws Exception {
        Path collector = site.configuration("collector", "collector.properties", "", simulator());
        Said collected = command("collect", "--config", collector.toString());
        assertThat(collected.text()).contains("records published, 0 inputs refused");
        assertThat(collected.exitCode()).isZero();

        said.add(collected.text());

        InfluxDbConfig influxDb = PublishConfiguration.influxDb(
                configuration("publish", "").results().orElseThrow());
        LocalFlink flink = new LocalFlink(folder.resolve("flink"), 6, CHECKPOINT_INTERVAL, Optional.of(influxDb));
        flink.start();
        try {
            List<LocalJob> jobs = submit(flink);
            await("results in transactions").atMost(LIMIT).until(() -> rates() > 0);
            await("points").atMost(LIMIT).until(() -> points() > 0);
            await("archive").atMost(LIMIT).until(() -> Files.isDirectory(folder.resolve("archive")));
            for (LocalJob job : jobs) {
                assertThat(job.lastFailure()).as(job.name()).isEmpty();
            }
            Shown shown = new Shown(site, said);
            shown.lookAtFlink(flink, jobs);
            shown.lookAtPage(configuration("page", shown.page()));
            shown.lookAtProcesses();
            for (LocalJob job : jobs) {
                job.cancel();
            }
        } finally {
            flink.stop();
        }
    }

    private List<LocalJob> submit(LocalFlink flink) throws Exception {
        // The graph of a job holds its client's properties: here it holds the place of the password instead.
        hidePassword("analysis");
        BarographConfiguration analysis = configuration("analysis", "");
        BarographConfiguration publish = configuration("publish", "");
        BarographConfiguration alerting = configuration("alerting", channels());
        BarographConfiguration archive =
                configuration("archive", "archive: {folder: '" + folder.resolve("archive") + "'}");
        List<LocalJob> jobs = new ArrayList<>();
        StreamExecutionEnvironment env = environment(flink);
        KafkaConnection kafka = KafkaConnection.of(analysis);
        AnalysisJob.ACCESS.require(kafka);
        AnalysisJob.build(env, kafka, AnalysisConfiguration.of(analysis));
        jobs.add(flink.submit("analysis", env));
        env = environment(flink);
        kafka = KafkaConnection.of(publish);
        PublishJob.ACCESS.require(kafka);
        PublishConfiguration results = new PublishConfiguration(
                kafka, PublishConfiguration.influxDb(publish.results().orElseThrow()), "", false, true);
        results.ensureRetentionLevels();
        PublishJob.build(env, results);
        jobs.add(flink.submit("publish", env));
        env = environment(flink);
        kafka = KafkaConnection.of(alerting);
        AlertingJob.ACCESS.require(kafka);
        AlertingJob.build(env, AlertingConfiguration.of(alerting.alerts().orElseThrow(), kafka));
        jobs.add(flink.submit("alerting", env));
        env = environment(flink);
        kafka = KafkaConnection.of(archive);
        ArchiveJob.ACCESS.require(kafka);
        ArchiveJob.build(env, ArchiveConfiguration.of(archive, kafka, false));
        jobs.add(flink.submit("archive", env));
        return jobs;
    }

    private static String channels() throws Exception {
        Path webhook = Files.writeString(
                site.secretFolder().resolve("webhook"),
                "http://127.0.0.1:9/" + site.secrets().of("webhook") + "\n");
        return "alerting: {channels: [{name: staff, type: webhook, urlFile: '" + webhook + "', secretFile: '"
                + site.secretFile("chat-token") + "'}]}";
    }

    private static StreamExecutionEnvironment environment(LocalFlink flink) {
        org.apache.flink.configuration.Configuration once = new org.apache.flink.configuration.Configuration();
        once.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return flink.environment(once).setParallelism(1);
    }

    private void hidePassword(String account) throws Exception {
        Path properties = site.secretFolder().resolve(account + ".properties");
        Path jaas = site.secretFolder().resolve(account + ".jaas");
        String all = Files.readString(properties);
        String line = all.lines()
                .filter(one -> one.startsWith("sasl.jaas.config="))
                .findFirst()
                .orElseThrow();
        Files.writeString(jaas, line.replace("sasl.jaas.config=", "login=") + "\n");
        Files.writeString(
                properties,
                all.replace(line, "sasl.jaas.config=${file:" + jaas + ":login}")
                        + "config.providers=file\n"
                        + "config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider\n");
    }

    private long rates() throws Exception {
        BarographConfiguration page = configuration("page", "");
        AtomicLong newest = new AtomicLong();
        TopicReader<ServerRates> reader = new TopicReader<>(
                site.broker().address(),
                Topic.SERVER_RATES,
                IsolationLevel.READ_COMMITTED,
                page.broker().orElseThrow().clientProperties());
        reader.readAll(record -> newest.incrementAndGet());
        return newest.get();
    }

    private long points() throws Exception {
        String answer = site.query("SELECT count(read_bytes_per_s) FROM weather.raw.server_rates");
        return answer.contains("\"values\"") ? 1 : 0;
    }

    /** What was said to one who has no business here. */
    private record Turned(String collector, String doctor, String analysis) {}

    @Test
    @Order(2)
    void shouldWriteAndReadNothingForOthersAndSayWhatToDo() throws Exception {
        writeWrongAccounts();
        long before = site.broker().records();
        Map<String, CompletableFuture<Turned>> all = new LinkedHashMap<>();
        for (String properties : Arrays.asList(null, "wrong", "other", "page")) {
            all.put(String.valueOf(properties), CompletableFuture.supplyAsync(() -> turnedAway(properties)));
        }

        assertSays(
                all.get("null").get(),
                "no answer in time; start the broker, or correct kafka.bootstrapServers; brokers that want TLS or a"
                        + " password need the security settings in kafka.propertiesFile");
        assertSays(
                all.get("wrong").get(),
                "the broker refuses the account: correct user and password, sasl.jaas.config in kafka.propertiesFile");
        assertSays(all.get("other").get(), "TLS fails: correct the certificates that kafka.propertiesFile names");
        Turned reader = all.get("page").get();
        assertThat(reader.analysis())
                .contains("the account of kafka.propertiesFile may not READ topic server-polls", "READ group analysis")
                .contains("WRITE transactional-id analysis-*", "docs/security.md has the commands");
        assertThat(reader.collector()).contains("must be allowed to write there");
        assertThat(reader.doctor()).contains("not to be seen by this account: server-polls");
        assertThat(site.broker().records()).isEqualTo(before);
    }

    private static void assertSays(Turned turned, String message) {
        assertThat(turned.analysis()).contains(message);
        assertThat(turned.doctor()).contains(message);
        assertThat(turned.collector()).contains("for the broker (", "kafka.propertiesFile");
    }

    private Turned turnedAway(String properties) {
        try {
            String config = site.configuration(
                            "as-" + properties,
                            properties == null ? null : properties + ".properties",
                            site.login(),
                            simulator())
                    .toString();
            CompletableFuture<Said> doctor = CompletableFuture.supplyAsync(() -> command("doctor", "--config", config));
            String analysis = assertThatThrownBy(() -> AnalysisJob.main(new String[] {"--config", config}))
                    .isInstanceOf(ConfigurationException.class)
                    .actual()
                    .getMessage();
            Said collector = command("collect", "--config", config);
            assertThat(collector.exitCode()).isNotZero();
            assertThat(doctor.get().exitCode()).isNotZero();
            said.add(collector.text() + doctor.get().text() + analysis);
            return new Turned(collector.text(), doctor.get().text(), analysis);
        } catch (Exception e) {
            throw new IllegalStateException("as " + properties, e);
        }
    }

    private void writeWrongAccounts() throws Exception {
        SecuredBroker.writeClient(
                site.secretFolder().resolve("wrong.properties"),
                site.certificate(),
                "barograph-analysis",
                site.secrets().of("wrong"));
        Path elsewhere = Files.createDirectories(folder.resolve("secrets").resolve("elsewhere"));
        SecuredBroker.writeClient(
                site.secretFolder().resolve("other.properties"),
                Certificate.make(elsewhere, "0123456789"),
                "barograph-analysis",
                site.secrets().of("kafka-analysis"));
    }

    @Test
    @Order(3)
    void shouldSendWhatHasWaitedOnceTheAccountIsMade() throws Exception {
        SecuredBroker.writeClient(
                site.secretFolder().resolve("late.properties"),
                site.certificate(),
                "late",
                site.secrets().of("kafka-late"));
        Files.writeString(
                site.secretFolder().resolve("late.scram"),
                "SCRAM-SHA-512=password=" + site.secrets().of("kafka-late") + "\n");
        BarographConfiguration late =
                BarographConfiguration.read(site.configuration("late", "late.properties", "", simulator()));
        CollectPlan plan = CollectPlan.of(late);
        ConcurrentLinkedQueue<String> notes = new ConcurrentLinkedQueue<>();
        long before = site.broker().records();
        try (CollectorRuntime runtime =
                CollectorRuntime.start(plan.site(), plan.kafka().orElseThrow(), plan.collectors(), notes::add)) {
            await().atMost(LIMIT).until(() -> said(notes, "correct the account, the password or the certificates"));
            site.run("kafka-configs.sh $B --alter --entity-type users --entity-name late --add-config-file late.scram");
            await().atMost(LIMIT).until(() -> runtime.health().stream()
                    .anyMatch(one -> String.valueOf(one.getFailure()).contains("must be allowed to write")));
            assertThat(site.broker().records()).isEqualTo(before);
            site.run("kafka-acls.sh $B --add --allow-principal User:late --operation WRITE --topic *");
            await().atMost(LIMIT).until(() -> said(notes, "records reach the broker again"));
        }
        assertThat(site.broker().records()).isGreaterThan(before);
    }

    private static boolean said(ConcurrentLinkedQueue<String> notes, String words) {
        return notes.stream().anyMatch(note -> note.contains(words));
    }

    @Test
    @Order(4)
    void shouldWriteNothingToInfluxDbWithoutAPasswordOrWithAWrongOne() throws Exception {
        Path wrong = Files.writeString(
                site.secretFolder().resolve("wrong"), site.secrets().of("wrong"));
        String before = site.query("SHOW SERIES");
        for (String login : List.of("", ", user: barograph, secretFile: '" + wrong + "'")) {
            Path config = site.configuration("intruder", "publish.properties", login, "");

            assertThatThrownBy(() -> PublishJob.main(new String[] {"--config", config.toString()}))
                    .isInstanceOf(InfluxDbException.class)
                    .hasMessageContaining("InfluxDB at " + site.influxUrl() + " answered 401")
                    .hasMessageContaining(
                            login.isEmpty() ? "none are configured" : "check user barograph and the password in file")
                    .satisfies(e ->
                            assertThat(site.secrets().in(String.valueOf(e))).isEmpty());
        }
        Path config = site.configuration("distrust", "publish.properties", site.login(), "");
        site.trust(false);
        try {
            assertThatThrownBy(() -> PublishJob.main(new String[] {"--config", config.toString()}))
                    .isInstanceOf(InfluxDbException.class)
                    .hasMessageContaining("TLS to InfluxDB at " + site.influxUrl() + " fails")
                    .hasMessageContaining("docs/security.md says how");
        } finally {
            site.trust(true);
        }
        assertThat(site.query("SHOW SERIES")).isEqualTo(before);
    }

    @Test
    @Order(5)
    void shouldReachInfluxDbFromAProcessThatIsToldWhomToTrust() throws Exception {
        String config = site.configuration("told", "publish.properties", site.login(), "")
                .toString();
        Shown shown = new Shown(site, said);
        String store = "-Djavax.net.ssl.trustStore=" + site.certificate().trustStore()
                + " -Djavax.net.ssl.trustStorePassword=" + Certificate.TRUST_STORE_PASSWORD;

        assertThat(shown.program("", "doctor", "--config", config))
                .contains("!!  InfluxDB", "docs/security.md says how");
        assertThat(shown.program(store, "doctor", "--config", config))
                .contains("ok  InfluxDB", "has the database weather", "ok  broker");
    }

    @Test
    @Order(6)
    void shouldSayNoSecretInWhatItWritesLogsAnswersAndShows() throws Exception {
        Path alerting = site.configuration("alerting", "alerting.properties", site.login(), channels());
        Said test = command("alert", "test", "--config", alerting.toString());
        assertThat(test.exitCode()).isNotZero();
        said.add(test.text());
        said.add(BarographConfiguration.read(alerting).toString());
        said.add(KafkaConnection.of(BarographConfiguration.read(alerting)).toString());
        SecuredBroker.writeClient(
                site.secretFolder().resolve("unquoted.properties"),
                site.certificate(),
                "barograph-page",
                site.secrets().of("a\"quote") + "\" " + site.secrets().of("rest"));
        Path unquoted = site.configuration(
                "unquoted", "unquoted.properties", site.login(), simulator() + "livePage: {port: 0}");
        for (String command : List.of("collect", "doctor", "run", "serve")) {
            Said one = command(command, "--config", unquoted.toString());
            assertThat(one.exitCode()).as(command).isNotZero();
            assertThat(one.text()).as(command).contains("kafka.propertiesFile");
            said.add(one.text());
        }

        assertThat(site.secrets().in("Basic " + basic(site.secrets().of("influx"))))
                .isPresent();
        assertThat(said)
                .isNotEmpty()
                .allSatisfy(text -> assertThat(site.secrets().in(text)).as(text).isEmpty());
        assertThat(site.secrets().inFiles(folder, site.secretFolder())).isEmpty();
        assertThat(site.secrets().inFiles(site.secretFolder(), folder.resolve("none")))
                .as("the search finds what is there")
                .isNotEmpty();
    }

    private static String basic(String password) {
        return Base64.getEncoder().encodeToString(("barograph:" + password).getBytes(StandardCharsets.UTF_8));
    }
}
