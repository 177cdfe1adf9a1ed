package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.attacks.Mutants.Mutant;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.containers.ContainerResults;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.jobs.alerting.AlertingJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Quality;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.NameRule;
import io.barograph.schemas.admission.RecordAdmission;
import io.barograph.testing.AtLength;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated records on each input topic, beside those of the site, into the whole analysis. No job fails; each mutant is
 * refused or within the bounds of its type; of the kinds that a rule can distinguish from a good record none is admitted; and the
 * results of another file system are the same bit for bit.
 *
 * <p>What may rightly change others is not among the mutants: records that say that they are of the other file system, or
 * of one of its jobs, and events of batch jobs that run on, or into, the time that is compared: these count among the
 * jobs at the time of everybody. What the scheduler alone knows of the jobs of the mutants (the reach of the evidence,
 * jobs without a log) concerns all file systems, and is left out of the comparison.
 */
@AtLength
class MutatedRecordsIT {
    private static final boolean ALL = "all".equals(System.getProperty("barograph.tests"));
    private static final int MUTANTS = Integer.getInteger("barograph.mutants", ALL ? 10_000 : 150);
    private static final int JOBS = 40;
    private static final Path DIFFERENCES = Path.of("target", "mutated-differences.txt");
    private static final Duration LONG_AGO = Duration.ofHours(6);

    /** A column of another name is taken for one of a later version, and left out. */
    private static final Set<String> LEFT_OUT = Set.of("counters[].name", "gauges[].name");

    private static final String UNKNOWN_FILE_SYSTEM = "the configuration has no file system or alias";

    private static Path folder;
    private static AttackedSite site;
    private static ContainerResults undisturbed;

    private final List<Sent> sent = new ArrayList<>();
    private final Map<String, Sent> sentByPosition = new HashMap<>();
    private final Set<String> jobsOfSite = new HashSet<>();

    /** A mutant on its way. */
    private record Sent(Topic<?> topic, Mutant mutant) {}

    @BeforeAll
    static void startAndFindOutWhatIsRight(@TempDir Path temporary) throws Exception {
        folder = temporary;
        site = new AttackedSite(temporary, ALL);
        undisturbed = comparable(site.analyse("quiet", traffic -> {}).results());
        assertThat(undisturbed.size(Topic.SERVER_RATES)).isGreaterThan(300);
        assertThat(undisturbed.size(Topic.JOB_WEATHER)).isGreaterThan(20);
        assertThat(undisturbed.size(Topic.ANOMALIES)).isGreaterThan(20);
        assertThat(undisturbed.size(Topic.CONTENTION_EVENTS)).isPositive();
    }

    @AfterAll
    static void stop() {
        if (site != null) {
            site.close();
        }
    }

    @Test
    void shouldRefuseWhatARuleCanTellAndChangeNothingOfOthers() throws Exception {
        AttackedSite.Outcome outcome = site.analyse("mutated", this::mount);

        Map<String, String> reasons = new HashMap<>();
        List<String> ofSamples = new ArrayList<>();
        int elsewhere = 0;
        for (DeadLetter letter : outcome.deadLetters()) {
            if (sentByPosition.containsKey(letter.getOrigin())) {
                assertThat(reasons.put(letter.getOrigin(), letter.getReason()))
                        .as("one dead letter for each: %s", letter.getOrigin())
                        .isNull();
            } else if (letter.getSource().equals(Topic.SERVER_POLLS.name())
                    && !letter.getReason().contains(UNKNOWN_FILE_SYSTEM)) {
                ofSamples.add(letter.getOrigin());
            } else {
                assertThat(letter.getReason())
                        .containsAnyOf("contradicts an earlier log of the same run", UNKNOWN_FILE_SYSTEM);
                elsewhere++;
            }
        }
        List<String> samplesToRefuse = new ArrayList<>();
        sentByPosition.forEach((position, each) -> {
            if (each.topic.equals(Topic.SERVER_POLLS) && !reasons.containsKey(position)) {
                List<String> refused = refusedSamples(each.mutant.value());
                samplesToRefuse.addAll(refused);
                if (!refused.isEmpty()) {
                    reasons.put(position, "samples of it are refused");
                }
            }
        });
        assertThat(ofSamples).as("dead letters of single samples").containsExactlyInAnyOrderElementsOf(samplesToRefuse);
        print(reasons, elsewhere);
        List<String> admitted = new ArrayList<>();
        sentByPosition.forEach((position, each) -> {
            if (each.mutant.kind().isDetectable()
                    && !LEFT_OUT.contains(each.mutant.place())
                    && !reasons.containsKey(position)) {
                admitted.add(each.topic.name() + ": " + each.mutant.kind() + " " + each.mutant.place());
            }
        });
        assertThat(admitted.stream().distinct().sorted())
                .as("admitted without a mark")
                .isEmpty();
        assertThat(sentByPosition).hasSameSizeAs(sent);
        ContainerResults bystander = comparable(outcome.results());
        undisturbed.writeDifferences(bystander, DIFFERENCES);
        assertThat(bystander.counts(undisturbed))
                .as("records that differ, in full in %s", DIFFERENCES)
                .isEqualTo(undisturbed.counts(undisturbed));
        if (ALL) {
            readByTheOtherJobs();
        }
    }

    /** As their dead letters say them: the samples of a poll that is admitted, but not all that it says. */
    private static List<String> refusedSamples(byte[] value) {
        ServerPoll poll;
        try {
            poll = AvroCodec.of(ServerPoll.class).decode(value);
        } catch (MalformedRecordException e) {
            throw new AssertionError("admitted as a poll", e);
        }
        List<String> refused = new ArrayList<>();
        if (!poll.getFileSystem().equals(AttackedSite.ATTACKED)) {
            return refused; // it is not asked for
        }
        RecordAdmission<ServerSample> admission = RecordAdmission.ofSamples();
        for (ServerSample sample : ServerPolls.samples(poll)) {
            String refusal = admission.refusal(sample, sample.getTime().toEpochMilli());
            if (refusal != null) {
                refused.add(
                        sample.getFileSystem() + "/" + NameRule.name(sample.getServer()) + " at " + sample.getTime());
            }
        }
        return refused;
    }

    /** They decode what the mutants left in the topics, and write nothing that is compared. */
    private static void readByTheOtherJobs() throws Exception {
        HttpServer chat = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        chat.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        chat.start();
        try {
            Path settings = folder.resolve("alerting.yaml");
            Files.writeString(settings, alertsTo(chat.getAddress().getPort()));
            BarographConfiguration alerts = BarographConfiguration.read(settings);
            site.read(
                    "mutated",
                    "alerting",
                    (env, kafka) -> AlertingJob.build(
                            env, AlertingConfiguration.of(alerts.alerts().orElseThrow(), kafka)),
                    () -> true,
                    Topic.COLLECTOR_HEALTH);
        } finally {
            chat.stop(0);
        }
        site.read(
                "mutated",
                "archive",
                (env, kafka) -> ArchiveJob.build(
                        env,
                        new ArchiveConfiguration(
                                kafka, folder.resolve("archive").toUri(), ArchiveConfiguration.FILE_SPAN, false)),
                () -> true,
                Topic.SERVER_POLLS,
                Topic.JOB_SAMPLES,
                Topic.PROBE_TIMINGS,
                Topic.BENCHMARK_RUNS,
                Topic.JOB_SUMMARIES,
                Topic.JOB_EVENTS,
                Topic.SITE_EVENTS);
        new InfluxDbAdmin(site.stack().influxDb("weather")).ensureDatabaseWithInfiniteRetention();
        site.read(
                "mutated",
                "publish",
                (env, kafka) -> PublishJob.build(
                        env, new PublishConfiguration(kafka, site.stack().influxDb("weather"), "", false, false)),
                () -> true,
                Topic.SITE_EVENTS);
    }

    private static String alertsTo(int port) {
        return "fileSystems: [{name: " + AttackedSite.ATTACKED + "}]\n"
                + "alerting:\n"
                + "  channels: [{name: chat, type: webhook, url: 'http://127.0.0.1:" + port + "/'}]\n"
                + "  routes: [{name: all, channel: chat}]\n";
    }

    /** What the mutants of job events may rightly change is left out. */
    private static ContainerResults comparable(ContainerResults all) {
        return all.of(AttackedSite.BYSTANDER).withoutSchedulersJobs();
    }

    private void mount(Traffic traffic) {
        traffic.ofType(JobEvent.class).forEach(event -> jobsOfSite.add(event.getJobId()));
        traffic.ofType(JobSummary.class).forEach(summary -> jobsOfSite.add(summary.getJobId()));
        byte[] poll = AvroCodec.of(ServerPoll.class)
                .encode(traffic.ofType(ServerPoll.class).get(0));
        byte[] timing = AvroCodec.of(ProbeTiming.class)
                .encode(traffic.ofType(ProbeTiming.class).get(0));
        mount(traffic, Topic.SERVER_POLLS, polls(traffic), ServerPoll::getTime, each -> true, timing);
        mount(traffic, Topic.JOB_SAMPLES, jobSamples(traffic), JobSamples::getTime, each -> true, poll);
        mount(traffic, Topic.PROBE_TIMINGS, timings(traffic), ProbeTiming::getTime, each -> true, poll);
        mount(traffic, Topic.BENCHMARK_RUNS, benchmarks(), BenchmarkRun::getEndTime, each -> true, poll);
        mount(
                traffic,
                Topic.JOB_SUMMARIES,
                summaries(traffic),
                JobSummary::getCollectedAt,
                summary -> !jobsOfSite.contains(summary.getJobId()),
                poll);
        mountJobs(traffic, poll);
        mount(traffic, Topic.SITE_EVENTS, declarations(), SiteEvent::getRecordedAt, each -> true, poll);
        mount(traffic, Topic.JOB_WEATHER, imports(), JobWeather::getDecidedAt, each -> true, poll);
    }

    private <T extends SpecificRecord> void mount(
            Traffic traffic,
            Topic<T> topic,
            List<T> good,
            Function<T, Instant> at,
            Predicate<T> isOfTheAttacked,
            byte[] foreign) {
        SplittableRandom random = new SplittableRandom(25 + topic.name().hashCode());
        Mutants<T> mutants = new Mutants<>(topic, good, foreign, random);
        for (int i = 0; i < MUTANTS; ) {
            T template = good.get(random.nextInt(good.size()));
            Mutant mutant = mutant(mutants, template);
            if (!isOf(topic, mutant, isOfTheAttacked)) {
                continue;
            }
            i++;
            Sent each = new Sent(topic, mutant);
            sent.add(each);
            traffic.add(
                    topic,
                    at.apply(template).plusMillis(random.nextInt(-2_000, 2_000)),
                    mutant.timestamp(),
                    mutant.key(),
                    mutant.value(),
                    where -> sentByPosition.put(where.topic() + "-" + where.partition() + "@" + where.offset(), each));
        }
    }

    private static <T extends SpecificRecord> Mutant mutant(Mutants<T> mutants, T template) {
        try {
            return mutants.of(template);
        } catch (IOException e) {
            throw new UncheckedIOException("in memory", e);
        }
    }

    private static <T extends SpecificRecord> boolean isOf(
            Topic<T> topic, Mutant mutant, Predicate<T> isOfTheAttacked) {
        try {
            return isOfTheAttacked.test(AvroCodec.of(topic.type()).decode(mutant.value()));
        } catch (MalformedRecordException e) {
            return true;
        }
    }

    private static boolean isAttackedLater(String fileSystem, Instant time) {
        return fileSystem.equals(AttackedSite.ATTACKED) && !time.isBefore(AttackedSite.ATTACKED_FROM);
    }

    private static List<ServerPoll> polls(Traffic traffic) {
        return traffic.ofType(ServerPoll.class).stream()
                .filter(poll -> isAttackedLater(poll.getFileSystem(), poll.getTime()))
                .toList();
    }

    private static List<JobSamples> jobSamples(Traffic traffic) {
        return traffic.ofType(JobSamples.class).stream()
                .filter(samples -> isAttackedLater(samples.getFileSystem(), samples.getTime()))
                .toList();
    }

    private static List<ProbeTiming> timings(Traffic traffic) {
        return traffic.ofType(ProbeTiming.class).stream()
                .filter(timing -> isAttackedLater(timing.getFileSystem(), timing.getTime()))
                .toList();
    }

    /** Logs of runs that there never were: most of what is mutated contradicts no other. */
    private static List<JobSummary> summaries(Traffic traffic) {
        List<JobSummary> ofAttacked = traffic.ofType(JobSummary.class).stream()
                .filter(log -> log.getFileSystems().size() == 1
                        && isAttackedLater(log.getFileSystems().get(0).getFileSystem(), log.getStartTime()))
                .toList();
        return IntStream.range(0, Math.max(MUTANTS, ofAttacked.size()))
                .mapToObj(i -> JobSummary.newBuilder(ofAttacked.get(i % ofAttacked.size()))
                        .setJobId("66600" + i)
                        .build())
                .toList();
    }

    private static Instant later(int i) {
        Duration span = Duration.between(AttackedSite.ATTACKED_FROM, AttackedSite.TO);
        return AttackedSite.ATTACKED_FROM.plus(span.multipliedBy(i % 500).dividedBy(500));
    }

    private static List<BenchmarkRun> benchmarks() {
        return IntStream.range(0, 500)
                .mapToObj(i -> BenchmarkRun.newBuilder()
                        .setFileSystem(AttackedSite.ATTACKED)
                        .setBenchmark("ior")
                        .setProgram("ior")
                        .setPhase("write")
                        .setConfiguration("-w -t 1m")
                        .setStartTime(later(i).minusSeconds(60))
                        .setEndTime(later(i))
                        .setPublishedAt(later(i))
                        .setSeconds(60.0)
                        .setBytes(100_000_000_000L + i)
                        .setBytesPerSecond((100_000_000_000L + i) / 60.0)
                        .setProcesses(64)
                        .setNodes(4)
                        .setCollector("canary")
                        .build())
                .toList();
    }

    private static List<SiteEvent> declarations() {
        List<SiteEventKind> kinds = List.copyOf(EnumSet.complementOf(EnumSet.of(SiteEventKind.UNKNOWN)));
        return IntStream.range(0, 500)
                .mapToObj(i -> SiteEvent.newBuilder()
                        .setId("event-" + i)
                        .setFileSystem(AttackedSite.ATTACKED)
                        .setKind(kinds.get(i % kinds.size()))
                        .setFrom(later(i))
                        .setTo(later(i).plusSeconds(600))
                        .setText("a disk was replaced")
                        .setAuthor("operator")
                        .setRecordedAt(later(i))
                        .build())
                .toList();
    }

    private static List<JobWeather> imports() {
        return IntStream.range(0, 500)
                .mapToObj(i -> JobWeather.newBuilder()
                        .setJobId("77700" + i)
                        .setUser("user")
                        .setExecutable("/apps/vpic")
                        .setStartTime(later(i).minusSeconds(700))
                        .setEndTime(later(i).minusSeconds(100))
                        .setFileSystem(AttackedSite.ATTACKED)
                        .setProcesses(256)
                        .setNodes(8)
                        .setDecidedAt(later(i))
                        .setJobReadBytes(1_000_000_000L)
                        .setJobWriteBytes(50_000_000_000L + i)
                        .setServerReadBytes(2_000_000_000L)
                        .setServerWriteBytes(60_000_000_000L + i)
                        .setCfBw(0.8)
                        .setCfBwFs(0.75)
                        .setServers(4)
                        .setQuality(Quality.OK)
                        .setMissingFraction(0.0)
                        .setMotif(AttackedSite.ATTACKED + "/vpic/write/shared/-/256")
                        .setEligible(true)
                        .setPerformanceBytesPerSecond(1e9)
                        .setMetrics(Map.of("cfBw", 0.8))
                        .setCollector("tokio-weather")
                        .setSource("weather.csv:" + i)
                        .build())
                .toList();
    }

    /** Jobs that were over hours before, of which all is reported: whatever a mutant says of them, they run no more. */
    private void mountJobs(Traffic traffic, byte[] foreign) {
        Instant begin = AttackedSite.FROM.minus(LONG_AGO);
        List<JobEvent> events = new ArrayList<>();
        Set<String> endedJobs = new HashSet<>();
        for (int i = 0; i < JOBS; i++) {
            Instant start = begin.plusSeconds(60L * i);
            JobEvent end = JobEvent.newBuilder()
                    .setJobId("88800" + i)
                    .setRawJobId(88_800L * 100 + i)
                    .setKind(JobEventKind.END)
                    .setTime(start.plusSeconds(1_000))
                    .setPublishedAt(start.plusSeconds(1_010))
                    .setSubmitTime(start.minusSeconds(100))
                    .setStartTime(start)
                    .setEndTime(start.plusSeconds(1_000))
                    .setState("COMPLETED")
                    .setExitCode("0:0")
                    .setUser("user")
                    .setAccount("account")
                    .setPartition("knl")
                    .setCluster("cluster")
                    .setJobName("job")
                    .setNodes(8)
                    .setNodeNames(List.of("nid0001", "nid0002"))
                    .setCollector("slurm")
                    .build();
            endedJobs.add(end.getRawJobId() + "#0");
            events.add(end);
            events.add(JobEvent.newBuilder(end)
                    .setKind(JobEventKind.START)
                    .setTime(start)
                    .setEndTime(null)
                    .setState("RUNNING")
                    .build());
        }
        for (JobEvent event : events) {
            traffic.add(
                    Topic.JOB_EVENTS,
                    AttackedSite.ATTACKED_FROM,
                    event.getTime().toEpochMilli(),
                    Topic.JOB_EVENTS.keyBytes(event),
                    AvroCodec.of(JobEvent.class).encode(event),
                    where -> {});
        }
        SplittableRandom when = new SplittableRandom(26);
        mount(
                traffic,
                Topic.JOB_EVENTS,
                events,
                event -> later(when.nextInt(500)),
                event -> isOver(event, endedJobs),
                foreign);
    }

    private boolean isOver(JobEvent event, Set<String> endedJobs) {
        String id = event.getRawJobId() == null
                ? event.getJobId()
                : event.getRawJobId().toString();
        boolean endsBefore =
                event.getKind() != JobEventKind.END || event.getTime().isBefore(AttackedSite.FROM.minusSeconds(3_600));
        return !jobsOfSite.contains(id)
                && endsBefore
                && (event.getKind() == JobEventKind.END || endedJobs.contains(id + "#" + event.getRestarts()));
    }

    private void print(Map<String, String> reasons, int elsewhere) {
        System.out.printf("%d mutants on each input topic; %d logs contradict another%n", MUTANTS, elsewhere);
        Map<String, int[]> byTopic = new TreeMap<>();
        Map<MutationKind, int[]> byKind = new EnumMap<>(MutationKind.class);
        sentByPosition.forEach((position, each) -> {
            int refused = reasons.containsKey(position) ? 1 : 0;
            count(byTopic.computeIfAbsent(each.topic.name(), unused -> new int[2]), refused);
            count(byKind.computeIfAbsent(each.mutant.kind(), unused -> new int[2]), refused);
        });
        byTopic.forEach((topic, counts) -> print(topic, counts));
        byKind.forEach((kind, counts) -> print(kind.words(), counts));
    }

    private static void count(int[] counts, int refused) {
        counts[0]++;
        counts[1] += refused;
    }

    private static void print(String what, int[] counts) {
        System.out.println(
                String.format(Locale.ROOT, "| %s | %d | %d | %d |", what, counts[0], counts[1], counts[0] - counts[1]));
    }
}
