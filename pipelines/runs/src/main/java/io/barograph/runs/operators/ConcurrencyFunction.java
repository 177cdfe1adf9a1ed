package io.barograph.runs.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.runs.ConcurrentJobs;
import io.barograph.runs.JobHour;
import io.barograph.runs.JobMinutes;
import io.barograph.runs.JobTimeline;
import io.barograph.runs.JobTimelineIndex;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.operators.MapStateBlocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Adds to each decision what the scheduler knows: the state of the run's job, its radius, and the jobs that ran with it.
 * Results leave in the order of their decisions and identity. One key for the whole site.
 *
 * <p>A job counts from its start to its end; one whose end is not known runs on. Events may be missing, doubled or out of
 * order: the earliest start and the latest end of a job count. A job without a start is not counted. A decision knows the
 * events that were published before it.
 *
 * <p>An edge of a run that lies more than 6 h before the decision is answered by the minute. A decision on a run of a job
 * whose last event is older knows state and radius of that job if it is the first one, within a day.
 *
 * <p>State: 2.9 kB an hour for 7 days, and some 200 bytes for each job of which the scheduler spoke in the last 6 h, that
 * runs, or that has no decision a day after its end; a job whose end never comes is forgotten 7 days after its last event.
 * Of the other jobs of 7 days 8 bytes each, so that an event that comes once more counts no job twice.
 */
final class ConcurrencyFunction extends KeyedCoProcessFunction<String, JobWeather, JobEvent, JobWeather> {
    /** Key of the one site. */
    static final String SITE = "site";

    /** A job without a log is decided a day after its end. */
    private static final long TIMEOUT_HOURS =
            MissingLogFunction.TIMEOUT / Duration.ofHours(1).toMillis();

    /** An event that is published later than that after its time, as of an import, counts from then on. */
    private static final long LATEST = Duration.ofMinutes(2).toMillis();

    private final HistoryPolicy policy;
    private transient MapState<String, BatchJob> jobs;
    private transient MapState<String, List<String>> runsOfJob;
    private transient MapState<Long, JobHour> hours;
    private transient MapState<Long, JobMinutes> minutes;
    private transient ValueState<JobTimelineIndex> index;
    private transient MapState<String, Long> lastHours;
    private transient MapState<Long, List<String>> forgetAfterHour;
    private transient MapState<String, Boolean> decided;
    private transient MapState<Long, long[]> closed;
    private transient MapState<Long, List<JobWeather>> waiting;
    private transient MapState<Long, List<JobEvent>> arriving;
    private transient Counter repeated;
    private transient Counter implausible;

    ConcurrencyFunction(HistoryPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.STRING, BatchJob.TYPE));
        runsOfJob =
                runtime.getMapState(new MapStateDescriptor<>("runs-of-job", Types.STRING, Types.LIST(Types.STRING)));
        hours = runtime.getMapState(new MapStateDescriptor<>("job-hours", Types.LONG, JobFormats.HOURS));
        minutes = runtime.getMapState(new MapStateDescriptor<>("job-minutes", Types.LONG, JobFormats.MINUTES));
        index = runtime.getState(new ValueStateDescriptor<>("job-index", JobFormats.INDEX));
        lastHours = runtime.getMapState(new MapStateDescriptor<>("last-hours", Types.STRING, Types.LONG));
        forgetAfterHour = runtime.getMapState(
                new MapStateDescriptor<>("forget-after-hour", Types.LONG, Types.LIST(Types.STRING)));
        decided = runtime.getMapState(new MapStateDescriptor<>("decided", Types.STRING, Types.BOOLEAN));
        closed = runtime.getMapState(new MapStateDescriptor<>("closed", Types.LONG, NameFingerprints.TYPE));
        repeated = runtime.getMetricGroup().counter("eventsOfClosedJobs");
        implausible = runtime.getMetricGroup().counter("decisionsAmongTooManyNodes");
        arriving = runtime.getMapState(
                new MapStateDescriptor<>("arriving", Types.LONG, Types.LIST(AvroFormat.typeOf(JobEvent.class))));
        waiting = runtime.getMapState(
                new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(AvroFormat.typeOf(JobWeather.class))));
    }

    @Override
    public void processElement1(JobWeather weather, Context context, Collector<JobWeather> out) throws Exception {
        long time = weather.getDecidedAt().toEpochMilli();
        StateLists.add(waiting, time, weather);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void processElement2(JobEvent event, Context context, Collector<JobWeather> out) throws Exception {
        long known = knownAt(event);
        if (known <= context.timerService().currentWatermark()) {
            take(event, context);
            return;
        }
        StateLists.add(arriving, known, event);
        context.timerService().registerEventTimeTimer(known);
    }

    /** Whether an event counts for a decision is a matter of its publication, not of the way that it took. */
    private static long knownAt(JobEvent event) {
        long time = event.getTime().toEpochMilli();
        return Math.max(time, Math.min(event.getPublishedAt().toEpochMilli(), time + LATEST));
    }

    private void take(JobEvent event, Context context) throws Exception {
        String idInLogs = BatchJob.idInLogs(event);
        String key = idInLogs + '#' + event.getRestarts();
        BatchJob before = jobs.get(key);
        long hour = HistoryPolicy.hourOf(event.getTime().toEpochMilli());
        if (before == null && isClosed(key, hour)) {
            repeated.inc();
            return;
        }
        BatchJob now = (before == null ? BatchJob.unknown(idInLogs) : before).with(event);
        jobs.put(key, now);
        if (before == null) {
            StateLists.add(runsOfJob, idInLogs, key);
        }
        JobTimelineIndex known = indexOrNew();
        timeline(known).replace(before == null ? null : before.span(), now.span());
        index.update(known);
        forgetLater(now.from(), context);
        forgetLater(now.to(), context);
        Long lastHour = lastHours.get(key);
        if (lastHour == null || lastHour < hour) {
            lastHours.put(key, hour);
            StateLists.add(forgetAfterHour, hour, key);
            context.timerService().registerEventTimeTimer(policy.forgetMinutesOf(hour));
            context.timerService().registerEventTimeTimer(policy.forgetMinutesOf(hour + TIMEOUT_HOURS));
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
        }
    }

    /** Closed jobs lie at the hour of their last event, so that nothing new needs to be compared with them. */
    private boolean isClosed(String key, long hourOfEvent) throws Exception {
        long fingerprint = NameFingerprints.of(key);
        for (long lastHour : closed.keys()) {
            if (lastHour >= hourOfEvent && Arrays.binarySearch(closed.get(lastHour), fingerprint) >= 0) {
                return true;
            }
        }
        return false;
    }

    private void forgetLater(long time, Context context) {
        if (time != BatchJob.NOT_KNOWN) {
            long hour = HistoryPolicy.hourOf(time);
            context.timerService().registerEventTimeTimer(policy.forgetMinutesOf(hour));
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JobWeather> out) throws Exception {
        for (JobEvent event : StateLists.remove(arriving, time)) {
            take(event, context);
        }
        List<JobWeather> ready = StateLists.remove(waiting, time);
        ready.sort(Comparator.comparing(JobWeather::getJobId)
                .thenComparing(JobWeather::getStartTime)
                .thenComparing(JobWeather::getExecutable)
                .thenComparing(JobWeather::getFileSystem)
                .thenComparing(JobWeather::getRevision));
        for (JobWeather weather : ready) {
            out.collect(withScheduler(weather));
        }
        long folded = policy.hourWhoseMinutesAreForgottenAt(time);
        if (folded != HistoryPolicy.NO_HOUR) {
            fold(folded);
            close(folded, false);
            close(folded - TIMEOUT_HOURS, true);
        }
        long hour = policy.hourForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            forget(hour);
        }
    }

    private void fold(long hour) throws Exception {
        JobTimelineIndex known = index.value();
        if (known != null) {
            timeline(known).foldHour(hour);
            index.update(known);
        }
    }

    /** Forgets those jobs of which the scheduler spoke last in an hour, but for the sums: of them all is known. */
    private void close(long hour, boolean undecidedToo) throws Exception {
        List<String> stay = new ArrayList<>();
        List<String> go = new ArrayList<>();
        for (String key : StateLists.get(forgetAfterHour, hour)) {
            BatchJob job = jobs.get(key);
            if (job == null || lastHours.get(key) > hour) {
                continue;
            }
            boolean isOver = job.hasEnded() && (undecidedToo || decided.contains(key));
            (isOver ? go : stay).add(key);
        }
        for (String key : go) {
            remove(key);
        }
        if (!go.isEmpty()) {
            long[] others = closed.get(hour);
            LongStream fingerprints = go.stream().mapToLong(NameFingerprints::of);
            closed.put(
                    hour,
                    LongStream.concat(others == null ? LongStream.empty() : Arrays.stream(others), fingerprints)
                            .sorted()
                            .toArray());
        }
        if (stay.isEmpty()) {
            forgetAfterHour.remove(hour);
        } else {
            forgetAfterHour.put(hour, stay);
        }
    }

    private JobWeather withScheduler(JobWeather weather) throws Exception {
        long from = weather.getStartTime().toEpochMilli();
        long to = weather.getEndTime().toEpochMilli();
        String ownKey = ownKey(weather.getJobId(), from);
        BatchJob own = ownKey == null ? null : jobs.get(ownKey);
        if (own != null && !decided.contains(ownKey)) {
            decided.put(ownKey, true);
        }
        long fineSince = weather.getDecidedAt().minus(policy.fine()).toEpochMilli();
        ConcurrentJobs concurrency = timeline(indexOrNew()).between(from, to, fineSince);
        if (own == null && concurrency.jobs() == 0) {
            return weather;
        }
        Map<String, Double> metrics = new TreeMap<>(weather.getMetrics());
        JobWeather.Builder result = JobWeather.newBuilder(weather);
        if (own != null && !own.state().isEmpty()) {
            result.setJobState(own.state());
        }
        if (own != null && own.nodes() > 0) {
            metrics.putIfAbsent(WeatherMetric.JOB_NODES.metricName(), (double) own.nodes());
        }
        if (own != null && own.radius() != null) {
            metrics.put(WeatherMetric.JOB_RADIUS_MIN.metricName(), own.radius().min());
            metrics.put(WeatherMetric.JOB_RADIUS_MEAN.metricName(), own.radius().mean());
            metrics.put(WeatherMetric.JOB_RADIUS_MAX.metricName(), own.radius().max());
        }
        if (concurrency.jobs() > 0) {
            result.setConcurrentJobs(concurrency.jobs());
            metrics.put(WeatherMetric.CONCURRENT_JOBS.metricName(), (double) concurrency.jobs());
        }
        if (concurrency.jobs() > 0 && !concurrency.hasPlausibleNodes()) {
            implausible.inc();
        } else if (concurrency.jobs() > 0) {
            result.setConcurrentNodes((int) concurrency.nodes()).setConcurrentNodeHours(concurrency.nodeHours());
            metrics.put(WeatherMetric.CONCURRENT_NODES.metricName(), (double) concurrency.nodes());
            metrics.put(WeatherMetric.CONCURRENT_NODE_HOURS.metricName(), concurrency.nodeHours());
            int nodes = weather.getNodes() == null ? own == null ? 0 : own.nodes() : weather.getNodes();
            Double coverage = nodes > 0 ? concurrency.coverage(nodes, from, to) : null;
            if (coverage != null) {
                result.setCfNodehrs(coverage);
                metrics.put(WeatherMetric.CF_NODEHRS.metricName(), coverage);
            }
        }
        return result.setMetrics(metrics).build();
    }

    /** Of the runs of a requeued job the last one that started before the run did. */
    private String ownKey(String jobId, long from) throws Exception {
        String own = null;
        long latest = Long.MIN_VALUE;
        for (String key : StateLists.get(runsOfJob, jobId)) {
            BatchJob job = jobs.get(key);
            if (job != null && job.from() <= from && (own == null || job.from() > latest)) {
                own = key;
                latest = job.from();
            }
        }
        return own;
    }

    private void forget(long hour) throws Exception {
        JobTimelineIndex known = indexOrNew();
        JobTimeline timeline = timeline(known);
        timeline.forgetHour(hour);
        for (String key : StateLists.remove(forgetAfterHour, hour)) {
            Long lastHour = lastHours.get(key);
            BatchJob job = jobs.get(key);
            if (job == null || lastHour > hour) {
                continue;
            }
            timeline.replace(job.span(), null);
            remove(key);
        }
        closed.remove(hour);
        if (known.isEmpty()) {
            index.clear();
        } else {
            index.update(known);
        }
    }

    private void remove(String key) throws Exception {
        BatchJob job = jobs.get(key);
        jobs.remove(key);
        lastHours.remove(key);
        decided.remove(key);
        List<String> others = StateLists.get(runsOfJob, job.jobId());
        others.remove(key);
        if (others.isEmpty()) {
            runsOfJob.remove(job.jobId());
        } else {
            runsOfJob.put(job.jobId(), others);
        }
    }

    private JobTimelineIndex indexOrNew() throws Exception {
        JobTimelineIndex known = index.value();
        return known == null ? new JobTimelineIndex() : known;
    }

    private JobTimeline timeline(JobTimelineIndex known) {
        return new JobTimeline(new MapStateBlocks<>(hours), new MapStateBlocks<>(minutes), known);
    }

    /** Binary forms of the timeline of batch jobs. */
    static final class JobFormats {
        private static final FormatHolder HOLDER = new FormatHolder(JobFormats.class);

        static final BinaryType<JobHour> HOURS =
                HOLDER.mutableTypeOf(JobHour.class, 2, JobHour::writeTo, JobHour::readFrom);
        static final BinaryType<JobMinutes> MINUTES =
                HOLDER.mutableTypeOf(JobMinutes.class, 1, JobMinutes::writeTo, JobMinutes::readFrom);
        static final BinaryType<JobTimelineIndex> INDEX =
                HOLDER.mutableTypeOf(JobTimelineIndex.class, 2, JobTimelineIndex::writeTo, JobTimelineIndex::readFrom);

        private JobFormats() {}
    }
}
