package io.barograph.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.cli.export.TopicReader;
import io.barograph.containers.ContainerResults;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.MonitoringSettings;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.OrderedProducer;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** A simulated site of some file systems, analysed live while its records, and those of an attacker, are published. */
final class AttackedSite implements AutoCloseable {
    static final String ATTACKED = "sim-projects";
    static final String BYSTANDER = "sim-scratch";
    static final String OTHER_BYSTANDER = "sim-home";
    static final int PARTITIONS = 2;

    static final Instant FROM = Instant.parse("2026-02-02T10:00:00Z");
    static final Instant ATTACKED_FROM = FROM.plus(Duration.ofMinutes(10));
    static final Instant TO = FROM.plus(Duration.ofMinutes(30));

    /** Results up to here before the end are compared: those behind depend on where the last records happen to end. */
    private static final Duration NOT_COMPARED = Duration.ofMinutes(3);

    /** What is decided of a minute more has everything of the time that is compared. */
    private static final Duration MARGIN = Duration.ofMinutes(1);

    private static final double SPEED = 150;

    /** With many more records a minute of tolerated differences between clocks must be more than the time of a poll. */
    private static final double SLOWER = 40;

    private static final double REAL_TIME = 1;

    private static final Duration GENEROUS = Duration.ofMinutes(5);
    /** Twenty of them, of some seconds each. */
    private static final Duration OF_RESTARTS = Duration.ofMinutes(10);

    private static final Set<Topic<?>> CLOCKS = Set.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES, Topic.PROBE_TIMINGS);

    /** At this speed a log has tenths of a second to reach the analysis before the samples of its decision do. */
    private static final Duration EARLIER = Duration.ofMinutes(8);

    /** Longer than most is kept in a state. */
    private static final Duration LONG = Duration.ofDays(200);

    private static final int MAX_DAYS = 20;

    /** In the exception of a job that will not fail on the same again. */
    private static final String NOTED = "it is skipped from now on";

    private final List<String> bystanders;
    private final SiteConfiguration site;
    private final List<PublishedRecord<?>> records = new ArrayList<>();
    private final Instant to;
    private final Path savepoints;
    private final LocalStack stack;
    private final double speed;
    private boolean mayFail;
    private volatile Instant published;
    private volatile long publishingSince;

    AttackedSite(Path folder) throws Exception {
        this(folder, false);
    }

    /** @param atLength true for many records, and all jobs: slower, and with an InfluxDB */
    AttackedSite(Path folder, boolean atLength) throws Exception {
        this(folder, atLength, Duration.between(FROM, TO));
    }

    AttackedSite(Path folder, boolean atLength, Duration span) throws Exception {
        this(
                folder,
                List.of(BYSTANDER),
                span,
                atLength ? SLOWER : SPEED,
                atLength ? EnumSet.allOf(LocalStack.Server.class) : EnumSet.of(LocalStack.Server.KAFKA),
                Duration.ofMinutes(12));
    }

    /** An hour, and minutes long after it, of all that there is, analysed by jobs that fail and restart. */
    static AttackedSite thatFails(Path folder) throws Exception {
        AttackedSite site = new AttackedSite(
                folder,
                List.of(BYSTANDER),
                Duration.ofHours(1),
                SPEED,
                EnumSet.of(LocalStack.Server.KAFKA, LocalStack.Server.INFLUXDB),
                Duration.ofMinutes(12));
        site.mayFail = true;
        return site;
    }

    /** An hour of two bystanders beside the file system that is attacked, with room for many records. */
    static AttackedSite forAnHour(Path folder) throws Exception {
        return new AttackedSite(
                folder,
                List.of(BYSTANDER, OTHER_BYSTANDER),
                Duration.ofHours(1),
                SLOWER,
                EnumSet.of(LocalStack.Server.KAFKA),
                Duration.ofMinutes(12));
    }

    /** Minutes of two bystanders beside the file system that is attacked, as fast as they pass. */
    static AttackedSite inRealTime(Path folder, Duration span, Duration contentionAfter) throws Exception {
        return new AttackedSite(
                folder,
                List.of(BYSTANDER, OTHER_BYSTANDER),
                span,
                REAL_TIME,
                EnumSet.of(LocalStack.Server.KAFKA),
                contentionAfter);
    }

    private AttackedSite(
            Path folder,
            List<String> bystanders,
            Duration span,
            double speed,
            Set<LocalStack.Server> servers,
            Duration contentionAfter)
            throws Exception {
        this.bystanders = bystanders;
        this.speed = speed;
        site = SiteConfiguration.calm(Stream.concat(bystanders.stream(), Stream.of(ATTACKED))
                        .map(name -> FileSystemModel.of(name, 4, 1))
                        .toArray(FileSystemModel[]::new))
                .withJobs(JobLoad.of(
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(40),
                        Duration.ofSeconds(120),
                        0.2,
                        bystanders.size()))
                .withFaults(List.of(SimulatedFault.contention(
                        BYSTANDER, DemandKind.READ, contentionAfter, Duration.ofMinutes(8), 4)))
                .withObservation(MonitoringSettings.EVERYTHING);
        to = FROM.plus(span);
        new SimulatedRecords(site, 11, FROM, to).forEachRemaining(records::add);
        savepoints = folder.resolve("savepoints");
        LocalStack.Settings settings = LocalStack.Settings.of("attacked");
        HomeFolder home = new HomeFolder(folder);
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        stack = LocalStack.start(settings, home, out, servers);
    }

    LocalStack stack() {
        return stack;
    }

    /**
     * What a live analysis makes of it.
     *
     * @param results its results
     * @param deadLetters what it refused
     * @param savepointBytes all of its state at the end, as it lies on disk
     */
    record Outcome(ContainerResults results, List<DeadLetter> deadLetters, long savepointBytes) {
        boolean hasAnswerTo(Attack attack) {
            return attack.isRefused()
                    && deadLetters.stream().anyMatch(letter -> {
                        String source = letter.getSource();
                        return attack.isAnsweredBy(source.substring(source.indexOf('.') + 1), letter.getReason());
                    });
        }
    }

    /**
     * @param name name of the attempt: prefix of its topics
     * @param attack puts its records among those of the site
     * @return what comes of it; no part of the analysis has failed meanwhile
     */
    Outcome analyse(String name, Consumer<Traffic> attack) throws Exception {
        String prefix = name + ".";
        stack.broker().createTopics(prefix, PARTITIONS, true);
        return stop(runToTheEnd(name, attack), prefix, record -> true);
    }

    /**
     * As {@link #analyse}, with an alerting job beside it until what goes on at the bystander is known to its people.
     *
     * @return what comes of both, without the results of the file system that is attacked: they name each server, and
     *     need not fit into memory; no part of the two jobs has failed meanwhile
     */
    Outcome analyseAndAlert(String name, Consumer<Traffic> attack, AlertReceiver people) throws Exception {
        String prefix = name + ".";
        stack.broker().createTopics(prefix, PARTITIONS, true);
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(PARTITIONS);
        people.buildJob(env, stack.broker().connection(prefix));
        LocalJob alerting = stack.flink().submit(name + " alerting", env);
        LocalJob analysis = runToTheEnd(name, attack);
        awaitTakenIn(alerting, prefix, "alerting", List.of(Topic.COLLECTOR_HEALTH));
        people.awaitContention(GENEROUS);
        assertThat(alerting.lastFailure()).as("what made alerting fail").isEmpty();
        alerting.stop(savepoints);
        return stop(analysis, prefix, record -> !isOfAttacked(record));
    }

    /**
     * As {@link #analyse}, of an analysis that is made to fail, and restarts. Long after the time of the site it goes on for
     * some minutes a day, so that all that was to come in between does: event time stands still after a restart until more
     * records come.
     *
     * @param isEnough asked after each of these days
     */
    Outcome analyseThatFails(String name, Analysis build, Consumer<Traffic> more, BooleanSupplier isEnough)
            throws Exception {
        String prefix = name + ".";
        stack.broker().createTopics(prefix, PARTITIONS, true);
        LocalJob analysis = submit(name, build);
        try {
            Traffic traffic = new Traffic(prefix, records, ATTACKED, ATTACKED_FROM);
            more.accept(traffic);
            publish(traffic.messages(), FROM.minus(earlier()));
            awaitTakenIn(analysis, prefix, AnalysisJob.NAME, CLOCKS);
            goOnLater(analysis, prefix, isEnough);
            return stop(analysis, prefix, record -> true);
        } finally {
            analysis.cancel();
        }
    }

    private void goOnLater(LocalJob analysis, String prefix, BooleanSupplier isEnough) throws Exception {
        boolean enough = false;
        for (int day = 0; day < MAX_DAYS && !enough; day++) {
            enough = isEnough.getAsBoolean();
            Instant later = FROM.plus(LONG).plus(Duration.ofDays(day));
            List<PublishedRecord<?>> then = new ArrayList<>();
            new SimulatedRecords(site, 12 + day, later, later.plus(EARLIER)).forEachRemaining(then::add);
            publish(new Traffic(prefix, then, ATTACKED, later).messages(), later.minus(earlier()));
            awaitTakenIn(analysis, prefix, AnalysisJob.NAME, CLOCKS);
        }
    }

    private LocalJob runToTheEnd(String name, Consumer<Traffic> attack) throws Exception {
        return runToTheEnd(name, AnalysisJob::build, attack);
    }

    private LocalJob runToTheEnd(String name, Analysis build, Consumer<Traffic> attack) throws Exception {
        String prefix = name + ".";
        LocalJob analysis = submit(name, build);
        Traffic traffic = new Traffic(prefix, records, ATTACKED, ATTACKED_FROM);
        attack.accept(traffic);
        publish(traffic.messages(), FROM.minus(earlier()));
        awaitDone(analysis, prefix);
        return analysis;
    }

    /** A job that is cancelled may leave a transaction open, and its dead letters unread. */
    private Outcome stop(LocalJob analysis, String prefix, Predicate<SpecificRecord> wanted) throws Exception {
        Path savepoint = savepoints.resolve(prefix + "savepoint");
        analysis.stop(savepoint);
        return outcome(prefix, wanted, bytesIn(savepoint));
    }

    private static boolean isOfAttacked(SpecificRecord record) {
        var field = record.getSchema().getField("fileSystem");
        return field != null && ATTACKED.equals(record.get(field.pos()));
    }

    private static long bytesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /**
     * The analysis is ended in the middle, all its state is lost, and another one takes its place.
     *
     * @param name name of the attempt: prefix of its topics
     * @param after when it ends, after the begin of the site's records
     * @param next builds the other one
     * @return what comes of both
     */
    Outcome analyseWithoutItsState(String name, Duration after, Analysis next) throws Exception {
        String prefix = name + ".";
        stack.broker().createTopics(prefix, PARTITIONS, true);
        LocalJob lost = submit(name, AnalysisJob::build);
        Traffic traffic = new Traffic(prefix, records, ATTACKED, ATTACKED_FROM);
        Instant end = FROM.plus(after);
        publish(
                traffic.messages().stream()
                        .filter(message -> publishedAt(message).isBefore(end))
                        .toList(),
                FROM.minus(earlier()));
        awaitTakenIn(lost, prefix, AnalysisJob.NAME, CLOCKS);
        lost.cancel();
        LocalJob analysis = submit(name + "-next", next, prefix);
        publish(
                traffic.messages().stream()
                        .filter(message -> !publishedAt(message).isBefore(end))
                        .toList(),
                end);
        awaitDone(analysis, prefix);
        return stop(analysis, prefix, record -> true);
    }

    /** How an analysis is built. */
    interface Analysis {
        void build(StreamExecutionEnvironment env, KafkaConnection kafka, AnalysisConfiguration configuration)
                throws Exception;
    }

    private LocalJob submit(String name, Analysis build) throws Exception {
        return submit(name, build, name + ".");
    }

    private LocalJob submit(String name, Analysis build, String prefix) throws Exception {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(PARTITIONS);
        build.build(env, stack.broker().connection(prefix), AnalysisConfiguration.defaults(site.catalogue()));
        return stack.flink().submit(name, env);
    }

    private Outcome outcome(String prefix, Predicate<SpecificRecord> wanted, long savepointBytes) throws Exception {
        new TopicReader<>(
                        stack.broker().bootstrapServers(),
                        Topic.DEAD_LETTERS.in(prefix),
                        IsolationLevel.READ_COMMITTED,
                        stack.broker().clientProperties())
                .awaitTransactions(GENEROUS);
        ContainerResults results = ContainerResults.read(
                stack.broker().bootstrapServers(),
                prefix,
                to.minus(NOT_COMPARED),
                stack.broker().clientProperties(),
                wanted);
        return new Outcome(results, deadLetters(prefix), savepointBytes);
    }

    private List<DeadLetter> deadLetters(String prefix) throws InterruptedException {
        List<DeadLetter> refused = new ArrayList<>();
        TopicReader<DeadLetter> letters = new TopicReader<>(
                stack.broker().bootstrapServers(),
                Topic.DEAD_LETTERS.in(prefix),
                IsolationLevel.READ_COMMITTED,
                stack.broker().clientProperties());
        letters.readAll(refused::add);
        return refused;
    }

    /** @return what a job that read what an attempt left, {@link #read}, has refused */
    List<DeadLetter> deadLetters(String attempt, String job) throws InterruptedException {
        return deadLetters(attempt + ".").stream()
                .filter(letter -> letter.getComponent().equals("job " + job))
                .toList();
    }

    /**
     * Has another job read what an attempt left in the topics.
     *
     * @param attempt name of the attempt
     * @param job name of the job, which its consumer group ends with
     * @param graph builds it
     * @param isDone whether it has done all that it is to do
     * @param topics topics that are read to their end; none that is written in transactions, for their marks are not read
     */
    void read(
            String attempt,
            String job,
            BiConsumer<StreamExecutionEnvironment, KafkaConnection> graph,
            Callable<Boolean> isDone,
            Topic<?>... topics)
            throws Exception {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(PARTITIONS);
        graph.accept(env, stack.broker().connection(attempt + "."));
        LocalJob running = stack.flink().submit(attempt + " " + job, env);
        try {
            awaitTakenIn(running, attempt + ".", job, List.of(topics));
            await().alias(attempt + " of " + job)
                    .atMost(GENEROUS)
                    .pollInterval(Duration.ofMillis(500))
                    .until(isDone);
            requireNoFailure(running);
        } finally {
            running.cancel();
        }
    }

    private void awaitDone(LocalJob analysis, String prefix) throws Exception {
        awaitTakenIn(analysis, prefix, AnalysisJob.NAME, CLOCKS);
        awaitDecided(analysis, Topic.SERVER_RATES, prefix);
        awaitDecided(analysis, Topic.SLOWDOWNS, prefix);
    }

    private void publish(List<Traffic.Message> some, Instant from) throws Exception {
        List<Traffic.Message> messages = new ArrayList<>(some);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        long begin = System.nanoTime();
        published = from;
        publishingSince = begin;
        messages.sort((one, other) -> publishedAt(one).compareTo(publishedAt(other)));
        Properties soon = stack.broker().clientProperties();
        soon.put("linger.ms", 5);
        soon.put("max.request.size", Topic.MAX_RECORD_BYTES);
        try (KafkaProducer<byte[], byte[]> producer =
                OrderedProducer.create(stack.broker().bootstrapServers(), soon)) {
            for (Traffic.Message message : messages) {
                double due =
                        begin + Duration.between(from, publishedAt(message)).toNanos() / speed;
                LockSupport.parkNanos((long) due - System.nanoTime());
                sent.add(producer.send(message.record()));
            }
            for (int i = 0; i < sent.size(); i++) {
                messages.get(i).delivered().accept(sent.get(i).get());
            }
        }
    }

    private Duration earlier() {
        return speed == REAL_TIME ? Duration.ZERO : EARLIER;
    }

    /** @return the time of the site that its records have come to; only while they are published */
    Instant now() {
        return published.plusNanos((long) ((System.nanoTime() - publishingSince) * speed));
    }

    private Instant publishedAt(Traffic.Message message) {
        String topic = message.record().topic();
        boolean isClock = CLOCKS.stream().anyMatch(clock -> topic.endsWith("." + clock.name()));
        return isClock ? message.at() : message.at().minus(earlier());
    }

    /** The offsets of a checkpoint are committed when all that was read before it has gone through. */
    private void awaitTakenIn(LocalJob job, String prefix, String name, Collection<Topic<?>> topics) throws Exception {
        try (Admin admin = Admin.create(stack.broker().adminProperties())) {
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (Topic<?> topic : topics) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    ends.put(new TopicPartition(topic.in(prefix).name(), partition), OffsetSpec.latest());
                }
            }
            var latest = admin.listOffsets(ends).all().get();
            await().atMost(mayFail ? OF_RESTARTS : GENEROUS)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> {
                        requireNoFailure(job);
                        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(prefix + name)
                                .partitionsToOffsetAndMetadata()
                                .get();
                        return latest.entrySet().stream()
                                .filter(end -> end.getValue().offset() > 0)
                                .allMatch(end -> committed.get(end.getKey()) != null
                                        && committed.get(end.getKey()).offset()
                                                == end.getValue().offset());
                    });
        }
    }

    /** A partition that was behind holds event time for some looks at its end: read is not yet decided. */
    private <T extends SpecificRecord> void awaitDecided(LocalJob analysis, Topic<T> topic, String prefix) {
        TopicReader<T> reader = new TopicReader<>(
                stack.broker().bootstrapServers(),
                topic.in(prefix),
                IsolationLevel.READ_COMMITTED,
                stack.broker().clientProperties());
        long target = to.minus(NOT_COMPARED).plus(MARGIN).toEpochMilli();
        Map<String, Long> newest = new HashMap<>();
        await().atMost(GENEROUS).pollInterval(Duration.ofMillis(500)).until(() -> {
            requireNoFailure(analysis);
            reader.readAll(record -> newest.merge(
                    (String)
                            record.get(record.getSchema().getField("fileSystem").pos()),
                    topic.timestamp().applyAsLong(record),
                    Math::max));
            return bystanders.stream().allMatch(bystander -> newest.getOrDefault(bystander, Long.MIN_VALUE) >= target);
        });
    }

    private void requireNoFailure(LocalJob job) throws InterruptedException {
        if (mayFail) {
            assertThat(job.status().isTerminalState())
                    .as("%s has failed for good", job.name())
                    .isFalse();
            assertThat(job.lastFailure().map(ExceptionUtils::stringifyException).orElse(NOTED))
                    .as("what made %s fail", job.name())
                    .contains(NOTED);
        } else {
            assertThat(job.lastFailure()).as("what made %s fail", job.name()).isEmpty();
        }
    }

    @Override
    public void close() {
        stack.close();
    }
}
