package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.coverage.Concurrency;
import io.barograph.analytics.coverage.JobHour;
import io.barograph.analytics.coverage.JobTimeline;
import io.barograph.analytics.coverage.JobTimelineIndex;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.WeatherMetric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Adds to each decision what the scheduler knows: the state of the run's job, its radius, and the jobs that ran with it.
 * Results leave in the order of their decisions and identity. One key for the whole site.
 *
 * <p>A job counts from its start to its end; one whose end is not known runs on. Events may be missing, doubled or out of
 * order: the earliest start and the latest end of a job count. A job without a start is not counted.
 *
 * <p>State: some 200 bytes per job, for 7 days after its end, however long it ran; a job whose end never comes is
 * forgotten 7 days after its last event.
 */
final class ConcurrencyFunction extends KeyedCoProcessFunction<String, JobWeather, JobEvent, JobWeather> {
    private static final long serialVersionUID = 1L;

    /** Key of the one site. */
    static final String SITE = "site";

    private final HistoryPolicy policy;
    private transient MapState<String, BatchJob> jobs;
    private transient MapState<String, List<String>> runsOfJob;
    private transient MapState<Long, JobHour> hours;
    private transient ValueState<JobTimelineIndex> index;
    private transient MapState<String, Long> lastHours;
    private transient MapState<Long, List<String>> forgetAfterHour;
    private transient MapState<Long, List<JobWeather>> waiting;

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
        index = runtime.getState(new ValueStateDescriptor<>("job-index", JobFormats.INDEX));
        lastHours = runtime.getMapState(new MapStateDescriptor<>("last-hours", Types.STRING, Types.LONG));
        forgetAfterHour = runtime.getMapState(
                new MapStateDescriptor<>("forget-after-hour", Types.LONG, Types.LIST(Types.STRING)));
        waiting = runtime.getMapState(
                new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(AvroFormat.typeOf(JobWeather.class))));
    }

    @Override
    public void processElement1(JobWeather weather, Context context, Collector<JobWeather> out) throws Exception {
        long time = weather.getDecidedAt().toEpochMilli();
        List<JobWeather> more = listOrNew(waiting.get(time));
        more.add(weather);
        waiting.put(time, more);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void processElement2(JobEvent event, Context context, Collector<JobWeather> out) throws Exception {
        String idInLogs = BatchJob.idInLogs(event);
        String key = idInLogs + '#' + event.getRestarts();
        BatchJob before = jobs.get(key);
        BatchJob now = (before == null ? BatchJob.unknown(idInLogs) : before).with(event);
        jobs.put(key, now);
        if (before == null) {
            add(runsOfJob, idInLogs, key);
        }
        JobTimelineIndex known = indexOrNew();
        timeline(known).replace(before == null ? null : before.span(), now.span());
        index.update(known);
        forgetLater(now.from(), context);
        forgetLater(now.to(), context);
        long hour = HistoryPolicy.hourOf(event.getTime().toEpochMilli());
        Long lastHour = lastHours.get(key);
        if (lastHour == null || lastHour < hour) {
            lastHours.put(key, hour);
            add(forgetAfterHour, hour, key);
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
        }
    }

    private void forgetLater(long time, Context context) {
        if (time != BatchJob.NOT_KNOWN) {
            context.timerService().registerEventTimeTimer(policy.forgetHour(HistoryPolicy.hourOf(time)));
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JobWeather> out) throws Exception {
        List<JobWeather> ready = waiting.get(time);
        if (ready != null) {
            List<JobWeather> inOrder = new ArrayList<>(ready);
            inOrder.sort(Comparator.comparing(JobWeather::getJobId)
                    .thenComparing(JobWeather::getStartTime)
                    .thenComparing(JobWeather::getExecutable)
                    .thenComparing(JobWeather::getFileSystem)
                    .thenComparing(JobWeather::getRevision));
            for (JobWeather weather : inOrder) {
                out.collect(withScheduler(weather));
            }
            waiting.remove(time);
        }
        long hour = policy.hourForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR) {
            forget(hour);
        }
    }

    private JobWeather withScheduler(JobWeather weather) throws Exception {
        long from = weather.getStartTime().toEpochMilli();
        long to = weather.getEndTime().toEpochMilli();
        BatchJob own = ownJob(weather.getJobId(), from);
        Concurrency concurrency = timeline(indexOrNew()).between(from, to);
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
            result.setConcurrentJobs(concurrency.jobs())
                    .setConcurrentNodes(Math.toIntExact(concurrency.nodes()))
                    .setConcurrentNodeHours(concurrency.nodeHours());
            metrics.put(WeatherMetric.CONCURRENT_JOBS.metricName(), (double) concurrency.jobs());
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
    private BatchJob ownJob(String jobId, long from) throws Exception {
        BatchJob own = null;
        for (String key : listOrNew(runsOfJob.get(jobId))) {
            BatchJob job = jobs.get(key);
            if (job != null && job.from() <= from && (own == null || job.from() > own.from())) {
                own = job;
            }
        }
        return own;
    }

    private void forget(long hour) throws Exception {
        JobTimelineIndex known = indexOrNew();
        JobTimeline timeline = timeline(known);
        timeline.forgetHour(hour);
        List<String> candidates = listOrNew(forgetAfterHour.get(hour));
        forgetAfterHour.remove(hour);
        for (String key : candidates) {
            Long lastHour = lastHours.get(key);
            BatchJob job = jobs.get(key);
            if (job == null || lastHour > hour) {
                continue;
            }
            timeline.replace(job.span(), null);
            jobs.remove(key);
            lastHours.remove(key);
            List<String> others = listOrNew(runsOfJob.get(job.jobId()));
            others.remove(key);
            if (others.isEmpty()) {
                runsOfJob.remove(job.jobId());
            } else {
                runsOfJob.put(job.jobId(), others);
            }
        }
        if (known.isEmpty()) {
            index.clear();
        } else {
            index.update(known);
        }
    }

    private JobTimelineIndex indexOrNew() throws Exception {
        JobTimelineIndex known = index.value();
        return known == null ? new JobTimelineIndex() : known;
    }

    private JobTimeline timeline(JobTimelineIndex known) {
        return new JobTimeline(new MapStateBlocks<>(hours), known);
    }

    private static <K> void add(MapState<K, List<String>> state, K at, String key) throws Exception {
        List<String> known = state.get(at);
        List<String> more = known == null ? new ArrayList<>(1) : known;
        more.add(key);
        state.put(at, more);
    }

    private static <T> List<T> listOrNew(List<T> known) {
        return known == null ? new ArrayList<>() : new ArrayList<>(known);
    }
}
