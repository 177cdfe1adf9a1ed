package io.barograph.schemas;

import java.nio.charset.StandardCharsets;
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
 * @param <T> record type
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

    /** One sample of one server. */
    public static final Topic<ServerSample> SERVER_SAMPLES = new Topic<>(
            "server-samples",
            ServerSample.class,
            sample -> sample.getFileSystem() + "/" + sample.getServer(),
            sample -> sample.getTime().toEpochMilli());

    /** One poll of the job statistics of one server. */
    public static final Topic<JobSamples> JOB_SAMPLES = new Topic<>(
            "job-samples",
            JobSamples.class,
            samples -> samples.getFileSystem() + "/" + samples.getServer(),
            samples -> samples.getTime().toEpochMilli());

    /** One operation of one probe. */
    public static final Topic<ProbeTiming> PROBE_TIMINGS = new Topic<>(
            "probe-timings",
            ProbeTiming.class,
            timing -> timing.getFileSystem() + "/" + timing.getOperation(),
            timing -> timing.getTime().toEpochMilli());

    /** One phase of one benchmark run. */
    public static final Topic<BenchmarkRun> BENCHMARK_RUNS = new Topic<>(
            "benchmark-runs",
            BenchmarkRun.class,
            run -> run.getFileSystem() + "/" + run.getBenchmark(),
            run -> run.getEndTime().toEpochMilli());

    /** One run as Darshan saw it. */
    public static final Topic<JobSummary> JOB_SUMMARIES =
            new Topic<>("job-summaries", JobSummary.class, JobSummary::getJobId, summary -> summary.getCollectedAt()
                    .toEpochMilli());

    /** Start, end or state of one batch job. */
    public static final Topic<JobEvent> JOB_EVENTS =
            new Topic<>("job-events", JobEvent.class, JobEvent::getJobId, event -> event.getTime()
                    .toEpochMilli());

    /** What operators declare of a file system. */
    public static final Topic<SiteEvent> SITE_EVENTS =
            new Topic<>("site-events", SiteEvent.class, SiteEvent::getFileSystem, event -> event.getRecordedAt()
                    .toEpochMilli());

    /** Counters of one collector. */
    public static final Topic<CollectorHealth> COLLECTOR_HEALTH = new Topic<>(
            "collector-health",
            CollectorHealth.class,
            health -> health.getHost() + "/" + health.getCollector(),
            health -> health.getTime().toEpochMilli());

    /** Weather of one file system in one span of time. */
    public static final Topic<ServerRates> SERVER_RATES =
            new Topic<>("server-rates", ServerRates.class, ServerRates::getFileSystem, rates -> rates.getObservedTo()
                    .toEpochMilli());

    /** Coverage factors and weather of one run on one file system. */
    public static final Topic<JobWeather> JOB_WEATHER = new Topic<>(
            "job-weather",
            JobWeather.class,
            weather -> weather.getJobId() + "/" + weather.getStartTime() + "/" + weather.getExecutable() + "/"
                    + weather.getFileSystem(),
            weather -> weather.getDecidedAt().toEpochMilli());

    /** Share of one job in the traffic of one file system in one minute. */
    public static final Topic<LiveCoverage> LIVE_COVERAGE = new Topic<>(
            "live-coverage",
            LiveCoverage.class,
            live -> live.getFileSystem() + "/" + live.getJobId(),
            live -> live.getDecidedAt().toEpochMilli());

    /** The jobs that loaded servers of one file system most in one minute. */
    public static final Topic<TopTalkers> TOP_TALKERS = new Topic<>(
            "top-talkers",
            TopTalkers.class,
            talkers -> talkers.getFileSystem() + "/" + talkers.getRole()
                    + (talkers.getServer() == null ? "" : "/" + talkers.getServer()),
            talkers -> talkers.getDecidedAt().toEpochMilli());

    /** Load, harm, slowness and lack of space of file systems, and what they cost. */
    public static final Topic<ContentionEvent> CONTENTION_EVENTS = new Topic<>(
            "contention-events", ContentionEvent.class, ContentionEvent::getFileSystem, event -> event.getDecidedAt()
                    .toEpochMilli());

    /** Verdicts on runs, and shifts of climates. */
    public static final Topic<Anomaly> ANOMALIES = new Topic<>(
            "anomalies",
            Anomaly.class,
            anomaly -> anomaly.getMotif() == null
                    ? anomaly.getFileSystem() + "/" + anomaly.getJobId()
                    : anomaly.getMotif(),
            anomaly -> anomaly.getDecidedAt().toEpochMilli());
    /** Timings of operations beside what they usually are. */
    public static final Topic<Slowdown> SLOWDOWNS = new Topic<>(
            "slowdowns",
            Slowdown.class,
            slowdown -> slowdown.getFileSystem() + "/" + slowdown.getOperation(),
            slowdown -> slowdown.getDecidedAt().toEpochMilli());

    /** How far the evidence of one file system reaches on one day. */
    public static final Topic<EvidenceReach> EVIDENCE = new Topic<>(
            "evidence", EvidenceReach.class, EvidenceReach::getFileSystem, evidence -> evidence.getDecidedAt()
                    .toEpochMilli());

    /** What was sent of alerts, and what could not be. */
    public static final Topic<Alert> ALERTS = new Topic<>(
            "alerts", Alert.class, Alert::getKey, alert -> alert.getSentAt().toEpochMilli());

    /** What people tell alerting; compacted, so that the last word on each alert and silence is kept. */
    public static final Topic<AlertInstruction> ALERT_INSTRUCTIONS = new Topic<>(
            "alert-instructions", AlertInstruction.class, AlertInstruction::getKey, instruction -> instruction
                    .getRecordedAt()
                    .toEpochMilli());

    /** Inputs that were refused, with the reason. */
    public static final Topic<DeadLetter> DEAD_LETTERS =
            new Topic<>("dead-letters", DeadLetter.class, DeadLetter::getSource, letter -> letter.getTime()
                    .toEpochMilli());

    /** Records that made a job fail; compacted, so that none of them is forgotten. */
    public static final Topic<QuarantinedRecord> QUARANTINE =
            new Topic<>("quarantine", QuarantinedRecord.class, QuarantinedRecord::getKey, quarantined -> quarantined
                    .getLastFailure()
                    .toEpochMilli());

    /** Which input records came to the live analysis behind its watermark, and when. */
    public static final Topic<LateRecords> LATE_RECORDS = new Topic<>(
            "late-records",
            LateRecords.class,
            late -> late.getTopic() + "/" + late.getPartition(),
            late -> late.getArrivedAt().toEpochMilli());

    /** All topics: what collectors write, then what jobs write, then the refused. */
    public static final List<Topic<?>> CATALOGUE = List.of(
            SERVER_SAMPLES,
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
            SERVER_SAMPLES,
            JOB_SAMPLES,
            PROBE_TIMINGS,
            BENCHMARK_RUNS,
            JOB_SUMMARIES,
            JOB_EVENTS,
            SITE_EVENTS,
            COLLECTOR_HEALTH);

    /**
     * @param name name of a topic of the catalogue
     * @param <T> record type, which the caller knows from the name
     * @return the topic
     */
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

    /** @return its key as bytes */
    public byte[] keyBytes(T record) {
        return key.apply(record).getBytes(StandardCharsets.UTF_8);
    }
}
