package io.barograph.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.Barograph;
import io.barograph.cli.export.ExportFolder;
import io.barograph.cli.export.JsonLines;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalInfluxDb;
import io.barograph.stack.LocalStack;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A simulated site, analysed live, archived, and replayed from the archive: real broker, real Flink, real files. */
class ArchiveReplayIT {
    private static final Instant FROM = Instant.parse("2024-01-01T00:00:00Z");
    private static final Instant TO = FROM.plus(Duration.ofMinutes(110));
    private static final Duration AFTERWARDS = Duration.ofMinutes(20);

    private static final List<Topic<?>> RESULTS = List.of(
            Topic.SERVER_RATES,
            Topic.LIVE_COVERAGE,
            Topic.TOP_TALKERS,
            Topic.JOB_WEATHER,
            Topic.SLOWDOWNS,
            Topic.CONTENTION_EVENTS,
            Topic.EVIDENCE,
            Topic.ANOMALIES);

    private static final SiteConfiguration SITE = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", 4, 1))
            .withJobs(JobLoad.of(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(4), 0.1, 1))
            .withoutContenders()
            .withFaults(List.of(
                    SimulatedFault.contention(
                            "sim-scratch", DemandKind.READ, Duration.ofMinutes(50), Duration.ofMinutes(5), 6),
                    SimulatedFault.contention(
                            "sim-scratch", DemandKind.WRITE, Duration.ofMinutes(60), Duration.ofMinutes(5), 2.5),
                    SimulatedFault.degraded(
                            "sim-scratch", DemandKind.WRITE, Duration.ofMinutes(74), Duration.ofMinutes(12), 4),
                    SimulatedFault.contention(
                            "sim-scratch", DemandKind.METADATA, Duration.ofMinutes(94), Duration.ofMinutes(4), 4)))
            .withObservation(MonitoringSettings.EVERYTHING);

    @TempDir
    private static Path folder;

    private static LocalStack stack;
    private static LiveSite site;

    @BeforeAll
    static void live() throws Exception {
        LocalStack.Settings settings = new LocalStack.Settings("site", Optional.empty(), 8, Duration.ofSeconds(1));
        stack = LocalStack.start(settings, new HomeFolder(home()), new PrintWriter(new StringWriter()));
        site = new LiveSite(stack, SITE);
        site.live(11, FROM, TO.plus(AFTERWARDS));
        site.archive(folder.resolve("archive"));
        Files.writeString(
                folder.resolve("barograph.yaml"),
                """
                fileSystems: [{name: sim-scratch, expectedServers: 4}]
                archive: {folder: '%s'}
                alerting: {channels: [{name: ops, type: webhook, url: 'http://127.0.0.1:9/'}]}
                """
                        .formatted(folder.resolve("archive")));
    }

    @AfterAll
    static void stop() {
        if (stack != null) {
            stack.close();
        }
    }

    /** Where a launcher in the folder would have its data. */
    private static Path home() {
        return folder.resolve(".barograph");
    }

    private static Path replay(String name, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("replay"));
        if (!List.of(more).contains("--config")) {
            options.addAll(List.of("--config", folder.resolve("barograph.yaml").toString()));
        }
        if (!List.of(more).contains("--job")) {
            options.addAll(List.of("--from", FROM.toString(), "--to", TO.toString()));
        }
        options.addAll(List.of("--as", name));
        options.addAll(List.of(more));
        CommandLine parsed = Barograph.commandLine();
        ReplayCommand command = (ReplayCommand) parsed.parseArgs(options.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .userObject();
        command.replay(command.material(), stack, Optional.of(stack.influxDb("barograph_replay")));
        return home().resolve("replays").resolve(name);
    }

    private static <T extends SpecificRecord> List<String> live(Topic<T> topic) throws Exception {
        List<String> lines = new ArrayList<>();
        site.read(topic, record -> {
            if (isInWindow(topic, record)) {
                lines.add(JsonLines.line(record));
            }
        });
        Collections.sort(lines);
        return lines;
    }

    private static <T extends SpecificRecord> List<String> differences(RecordComparisonKey<T> identity, Path replay)
            throws Exception {
        RecordDiff diff = new RecordDiff(identity::of);
        site.read(identity.topic(), record -> {
            if (isInWindow(identity.topic(), record)) {
                diff.addToA(record);
            }
        });
        new ExportFolder(replay).read(identity.topic(), diff::addToB);
        return diff.lines("live", "replay");
    }

    private static <T extends SpecificRecord> boolean isInWindow(Topic<T> topic, T record) {
        long time = topic.timestamp().applyAsLong(record);
        return time >= FROM.toEpochMilli() && time <= TO.toEpochMilli();
    }

    private static List<String> lines(Path replay, Topic<?> topic) throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(replay.resolve(topic.name() + ".jsonl")));
        Collections.sort(lines);
        return lines;
    }

    @Test
    void shouldGiveTheSameRecordsAsLive() throws Exception {
        Path replay = replay("same", "--alerts");
        for (RecordComparisonKey<?> identity : RecordComparisonKey.ALL) {
            assertThat(differences(identity, replay))
                    .as(identity.topic().name())
                    .isEmpty();
        }
        for (Topic<?> topic : RESULTS) {
            assertThat(lines(replay, topic)).as(topic.name()).isNotEmpty().isEqualTo(live(topic));
        }
        ReplayManifest manifest = ReplayManifest.read(replay);
        assertThat(manifest.missing()).isEmpty();
        assertThat(manifest.damaged()).isEmpty();
        assertThat(manifest.read().get("server-polls")).isGreaterThan(8_000);
        assertThat(manifest.results().get("contention-events"))
                .isEqualTo(lines(replay, Topic.CONTENTION_EVENTS).size());
        assertThat(lines(replay, Topic.ALERTS)).isNotEmpty().allMatch(line -> line.contains("\"channel\":\"ops\""));
    }

    /** Slowness without load is reported when it has lasted for a time: shorter ones go when that time is longer. */
    @Test
    void shouldNameTheEventsThatAnotherThresholdChanges() throws Exception {
        Duration threshold = Duration.ofMinutes(20);
        Path usual = replay("usual", "--jobs", "contention");
        Path patient = replay("patient", "--jobs", "contention", "--set", "analysis.contention.degradedAfter=20m");
        List<ContentionEvent> events = new ArrayList<>();
        new ExportFolder(usual).read(Topic.CONTENTION_EVENTS, events::add);
        RecordComparisonKey<ContentionEvent> identity = RecordComparisonKey.of(Topic.CONTENTION_EVENTS);
        List<String> expected = events.stream()
                .filter(event -> event.getKind() == EventKind.DEGRADED
                        && event.getEnd() != null
                        && Duration.between(event.getOnset(), event.getEnd()).compareTo(threshold) < 0)
                .map(event -> "  only in usual: " + identity.of(event))
                .distinct()
                .toList();
        assertThat(expected).isNotEmpty();

        StringWriter out = new StringWriter();
        assertThat(execute(out, "diff", "usual", "patient", "--all")).isEqualTo(1);
        assertThat(out.toString().lines().filter(line -> line.startsWith("  only in ") && isOfHarm(line)))
                .containsExactlyElementsOf(expected);
        assertThat(Files.exists(usual.resolve("slowdowns.jsonl")))
                .as("a part that was not asked for")
                .isFalse();
        assertThat(ReplayManifest.read(patient).changes())
                .isEqualTo(Map.of("analysis.contention.degradedAfter", "20m"));

        assertThat(points("patient")).isPositive();
        assertThat(execute(
                        new StringWriter(),
                        "rm",
                        "patient",
                        "--influx-url",
                        stack.influxUrl().toString(),
                        "--influx-user",
                        LocalInfluxDb.USER,
                        "--influx-secret-file",
                        stack.influxDb().orElseThrow().passwordFile().toString()))
                .isZero();
        assertThat(points("patient")).isZero();
        StringWriter list = new StringWriter();
        assertThat(execute(list, "list")).isZero();
        assertThat(list.toString()).contains("usual").doesNotContain("patient");
    }

    private static int points(String replay) throws Exception {
        return new InfluxDbAdmin(stack.influxDb("barograph_replay"))
                .query("SELECT revision FROM contention_events WHERE replay = '" + replay + "'")
                .size();
    }

    private static boolean isOfHarm(String line) {
        return line.contains(": CONTENTION ") || line.contains(": DEGRADED ");
    }

    private static int execute(StringWriter out, String... arguments) {
        List<String> all = new ArrayList<>(List.of("replay"));
        all.addAll(List.of(arguments));
        System.setProperty("barograph.home", folder.toString());
        return Barograph.commandLine().setOut(new PrintWriter(out)).execute(all.toArray(String[]::new));
    }

    @Test
    void shouldNameWhatLacksAndMarkTheRuns() throws Exception {
        Path part = folder.resolve("part");
        copy(folder.resolve("archive"), part);
        Path polls = part.resolve("server-polls/sim-scratch/2024-01-01");
        delete(polls.resolve("01"));
        Path damaged = Files.writeString(part.resolve("job-summaries/_all/2024-01-01/00/note.avro"), "no archive file");
        Path replay = replay("part", "--archive", part.toString(), "--jobs", "coverage");

        ReplayManifest manifest = ReplayManifest.read(replay);
        assertThat(manifest.missing())
                .containsExactly("server-polls of sim-scratch from 2024-01-01T01:00:00Z to 2024-01-01T02:00:00Z");
        assertThat(manifest.damaged())
                .singleElement()
                .asString()
                .contains(damaged.getFileName().toString());
        assertThat(lines(replay, Topic.DEAD_LETTERS))
                .hasSize(2)
                .anyMatch(line -> line.contains("nothing is held from 2024-01-01T01:00:00Z to 2024-01-01T02:00:00Z"))
                .anyMatch(line -> line.contains("note.avro"));
        List<JobWeather> runs = new ArrayList<>();
        new ExportFolder(replay).read(Topic.JOB_WEATHER, runs::add);
        Instant gap = Instant.parse("2024-01-01T01:00:00Z");
        assertThat(runs)
                .filteredOn(run ->
                        run.getStartTime().isAfter(gap) && run.getEndTime().isBefore(gap.plus(Duration.ofMinutes(59))))
                .isNotEmpty()
                .allMatch(run -> run.getQuality() == Quality.MISSING || run.getQuality() == Quality.NO_SERVER_DATA);
        assertThat(runs)
                .filteredOn(run -> run.getEndTime().isBefore(gap.minusSeconds(60)))
                .isNotEmpty()
                .noneMatch(run -> run.getQuality() == Quality.MISSING || run.getQuality() == Quality.NO_SERVER_DATA);
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void delete(Path path) throws Exception {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void shouldReplayTheTimeOfAJobAtAPaceAndDifferNowhereFromLive() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        site.read(Topic.JOB_WEATHER, runs::add);
        JobWeather run = runs.stream()
                .filter(each -> each.getStartTime().isAfter(FROM.plus(Duration.ofMinutes(60)))
                        && each.getEndTime().isBefore(FROM.plus(Duration.ofMinutes(80)))
                        && each.getQuality() != Quality.NO_SERVER_DATA)
                .findFirst()
                .orElseThrow();
        Path exported = folder.resolve("exported");
        Path replay = replay(
                "job",
                "--config",
                brokerAndArchive().toString(),
                "--job",
                run.getJobId(),
                "--margin",
                "20m",
                "--fs",
                "sim-scratch",
                "--speed",
                "1000",
                "--export",
                exported.toString());

        ReplayManifest manifest = ReplayManifest.read(replay);
        assertThat(Instant.parse(manifest.from()))
                .isBeforeOrEqualTo(run.getStartTime().minus(Duration.ofMinutes(20)));
        assertThat(Instant.parse(manifest.to()))
                .isAfter(run.getEndTime().plus(Duration.ofMinutes(20)).minusMillis(1)); // written in milliseconds
        assertThat(Duration.between(Instant.parse(manifest.from()), Instant.parse(manifest.to())))
                .isLessThan(Duration.ofMinutes(50));
        assertThat(lines(replay, Topic.JOB_WEATHER)).anyMatch(line -> line.contains(run.getJobId()));
        assertThat(lines(exported, Topic.JOB_WEATHER)).isEqualTo(lines(replay, Topic.JOB_WEATHER));
        StringWriter out = new StringWriter();
        assertThat(execute(
                        out,
                        "diff",
                        "job",
                        "--live",
                        "--config",
                        brokerAndArchive().toString()))
                .as(out.toString())
                .isZero();
        assertThat(out.toString()).contains("Nothing differs.");
    }

    @Test
    void shouldTakeTheDecisionsBeforeTheWindowAgain() throws Exception {
        Path replay = replay("again", "--warm-up", "--jobs", "anomaly");
        assertThat(differences(RecordComparisonKey.of(Topic.ANOMALIES), replay)).isEmpty();
        assertThat(lines(replay, Topic.ANOMALIES)).isNotEmpty();
    }

    private static Path brokerAndArchive() throws Exception {
        Path both = folder.resolve("both.yaml");
        Files.writeString(
                both,
                Files.readString(folder.resolve("barograph.yaml"))
                        + "kafka: {bootstrapServers: '%s', topicPrefix: '%s', propertiesFile: '%s'}\n"
                                .formatted(
                                        site.kafka().bootstrapServers(),
                                        site.kafka().topicPrefix(),
                                        stack.broker().settings("").propertiesFile()));
        return both;
    }

    @Test
    void shouldTakeFromKafkaWhatItHoldsAndTheRestFromTheArchiveEachRecordOnce() throws Exception {
        Path both = brokerAndArchive();
        site.dropBefore(FROM.plus(Duration.ofMinutes(40)));
        Path replay = replay("both", "--config", both.toString(), "--jobs", "weather");
        assertThat(differences(RecordComparisonKey.of(Topic.SERVER_RATES), replay))
                .isEmpty();
        assertThat(ReplayManifest.read(replay).read().get("server-polls"))
                .isEqualTo(site.published(Topic.SERVER_POLLS, FROM, TO.plus(Duration.ofSeconds(330))));
    }
}
