package io.barograph.schemas;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic with its key, record type and record timestamp, declared once.
 *
 * @param name topic name; an installation or replay puts its own prefix before it ({@link #in})
 * @param timestamp Kafka timestamp of a record, milliseconds since the epoch: the time of a sample, the collection time
 *     of a summary, the decision time of a result
 */
public record Topic<T extends SpecificRecord>(
        String name, Class<T> type, Function<T, String> key, ToLongFunction<T> timestamp) {
    /**
     * Bytes of the largest record that is written. The weather of an interval is one record, some 90 bytes for each server
     * of the file system before it is compressed.
     */
    public static final int MAX_RECORD_BYTES = 16 << 20;

    /**
     * By how much the timestamp of a record may be ahead of the broker's clock in a live input topic, milliseconds
     * ({@code message.timestamp.after.max.ms}): a clock that is further ahead is refused by the broker.
     */
    public static final long MAX_AHEAD_MILLIS = 30_000;

    /** One poll of the servers of one file system. */
    public static final Topic<ServerPoll> SERVER_POLLS = topic(
            "server-polls",
            ServerPoll.class,
            poll -> poll.getFileSystem() + "/" + poll.getCollector() + "/" + poll.getHost() + "/" + poll.getPart(),
            ServerPoll::getTime);

    /** One poll of the job statistics of one server. */
    public static final Topic<JobSamples> JOB_SAMPLES = topic(
            "job-samples",
            JobSamples.class,
            samples -> samples.getFileSystem() + "/" + samples.getServer(),
            JobSamples::getTime);

    public static final Topic<ProbeTiming> PROBE_TIMINGS = topic(
            "probe-timings",
            ProbeTiming.class,
            timing -> timing.getFileSystem() + "/" + timing.getOperation(),
            ProbeTiming::getTime);

    public static final Topic<BenchmarkRun> BENCHMARK_RUNS = topic(
            "benchmark-runs",
            BenchmarkRun.class,
            run -> run.getFileSystem() + "/" + run.getBenchmark(),
            BenchmarkRun::getEndTime);

    /** One run as Darshan saw it. */
    public static final Topic<JobSummary> JOB_SUMMARIES =
            topic("job-summaries", JobSummary.class, JobSummary::getJobId, JobSummary::getCollectedAt);

    /** Start, end or state of one job of the scheduler. */
    public static final Topic<JobEvent> JOB_EVENTS =
            topic("job-events", JobEvent.class, JobEvent::getJobId, JobEvent::getTime);

    /** What operators declare of a file system. */
    public static final Topic<SiteEvent> SITE_EVENTS =
            topic("site-events", SiteEvent.class, SiteEvent::getFileSystem, SiteEvent::getRecordedAt);

    public static final Topic<CollectorHealth> COLLECTOR_HEALTH = topic(
            "collector-health",
            CollectorHealth.class,
            health -> health.getHost() + "/" + health.getCollector(),
            CollectorHealth::getTime);

    /** Weather of one file system in one span of time. */
    public static final Topic<ServerRates> SERVER_RATES =
            topic("server-rates", ServerRates.class, ServerRates::getFileSystem, ServerRates::getObservedTo);

    /** Coverage factors and weather of one run on one file system. */
    public static final Topic<JobWeather> JOB_WEATHER = topic(
            "job-weather",
            JobWeather.class,
            weather -> weather.getJobId() + "/" + weather.getStartTime() + "/" + weather.getExecutable() + "/"
                    + weather.getFileSystem(),
            JobWeather::getDecidedAt);

    /** Share of one job in the traffic of one file system in one minute. */
    public static final Topic<LiveCoverage> LIVE_COVERAGE = topic(
            "live-coverage",
            LiveCoverage.class,
            live -> live.getFileSystem() + "/" + live.getJobId(),
            LiveCoverage::getDecidedAt);

    /** The jobs that loaded servers of one file system most in one minute. */
    public static final Topic<TopTalkers> TOP_TALKERS = topic(
            "top-talkers",
            TopTalkers.class,
            talkers -> talkers.getFileSystem() + "/" + talkers.getRole()
                    + (talkers.getServer() == null ? "" : "/" + talkers.getServer()),
            TopTalkers::getDecidedAt);

    /** Load, harm, slowness and lack of space of file systems, and what they cost. */
    public static final Topic<ContentionEvent> CONTENTION_EVENTS = topic(
            "contention-events", ContentionEvent.class, ContentionEvent::getFileSystem, ContentionEvent::getDecidedAt);

    /** Verdicts on runs, and shifts of climates. */
    public static final Topic<Anomaly> ANOMALIES = topic(
            "anomalies",
            Anomaly.class,
            anomaly -> anomaly.getMotif() == null
                    ? anomaly.getFileSystem() + "/" + anomaly.getJobId()
                    : anomaly.getMotif(),
            Anomaly::getDecidedAt);

    /** Timings of operations beside what they usually are. */
    public static final Topic<Slowdown> SLOWDOWNS = topic(
            "slowdowns",
            Slowdown.class,
            slowdown -> slowdown.getFileSystem() + "/" + slowdown.getOperation(),
            Slowdown::getDecidedAt);

    /** How far the evidence of one file system reaches on one day. */
    public static final Topic<EvidenceReach> EVIDENCE =
            topic("evidence", EvidenceReach.class, EvidenceReach::getFileSystem, EvidenceReach::getDecidedAt);

    /** What was sent of alerts, and what could not be. */
    public static final Topic<Alert> ALERTS = topic("alerts", Alert.class, Alert::getKey, Alert::getSentAt);

    /** Instructions of people to alerting; compacted, so that the last word on each alert and silence is kept. */
    public static final Topic<AlertInstruction> ALERT_INSTRUCTIONS = topic(
            "alert-instructions", AlertInstruction.class, AlertInstruction::getKey, AlertInstruction::getRecordedAt);

    /** Inputs that were refused, with the reason. */
    public static final Topic<DeadLetter> DEAD_LETTERS =
            topic("dead-letters", DeadLetter.class, DeadLetter::getSource, DeadLetter::getTime);

    /** Records that made a job fail; compacted, so that none of them is forgotten. */
    public static final Topic<QuarantinedRecord> QUARANTINE =
            topic("quarantine", QuarantinedRecord.class, QuarantinedRecord::getKey, QuarantinedRecord::getLastFailure);

    /** Which input records came to the live analysis behind its watermark, and when. */
    public static final Topic<LateRecords> LATE_RECORDS = topic(
            "late-records",
            LateRecords.class,
            late -> late.getTopic() + "/" + late.getPartition(),
            LateRecords::getArrivedAt);

    /** All topics: what collectors write, then what jobs write, then the refused. */
    public static final List<Topic<?>> CATALOGUE = List.of(
            SERVER_POLLS,
            JOB_SAMPLES,
            PROBE_TIMINGS,
            BENCHMARK_RUNS,
            JOB_SUMMARIES,
            JOB_EVENTS,
            SITE_EVENTS,
            COLLECTOR_HEALTH,
            SERVER_RATES,
            JOB_WEATHER,
            LIVE_COVERAGE,
            TOP_TALKERS,
            CONTENTION_EVENTS,
            ANOMALIES,
            SLOWDOWNS,
            EVIDENCE,
            ALERTS,
            ALERT_INSTRUCTIONS,
            QUARANTINE,
            LATE_RECORDS,
            DEAD_LETTERS);

    /** Topics that collectors write as things happen. */
    public static final List<Topic<?>> LIVE_INPUTS = List.of(
            SERVER_POLLS,
            JOB_SAMPLES,
            PROBE_TIMINGS,
            BENCHMARK_RUNS,
            JOB_SUMMARIES,
            JOB_EVENTS,
            SITE_EVENTS,
            COLLECTOR_HEALTH);

    private static <T extends SpecificRecord> Topic<T> topic(
            String name, Class<T> type, Function<T, String> key, Function<T, Instant> time) {
        return new Topic<>(name, type, key, record -> time.apply(record).toEpochMilli());
    }

    /** @param <T> record type, which the caller knows from the name */
    @SuppressWarnings("unchecked") // the caller knows the record type of the topic it names
    public static <T extends SpecificRecord> Topic<T> named(String name) {
        return (Topic<T>) CATALOGUE.stream()
                .filter(topic -> topic.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic " + name + " in the catalogue"));
    }

    /** @return true if only the last record of each key is kept, but for ever */
    public boolean isCompacted() {
        return type == AlertInstruction.class || type == QuarantinedRecord.class;
    }

    /**
     * @param prefix prefix of the topics of one installation or replay; may be empty
     * @return the same topic under that prefix
     */
    public Topic<T> in(String prefix) {
        return new Topic<>(prefix + name, type, key, timestamp);
    }

    public byte[] keyBytes(T record) {
        return key.apply(record).getBytes(StandardCharsets.UTF_8);
    }
}
