package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.coverage.Concurrency;
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
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
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
 * <p>State: some 100 bytes per job, and 50 per job and hour that it ran, for 7 days after its end; a job whose end never
 * comes is forgotten 7 days after its last event.
 */
final class ConcurrencyFunction extends KeyedCoProcessFunction<String, JobWeather, JobEvent, JobWeather> {
    private static final long serialVersionUID = 1L;

    /** Key of the one site. */
    static final String SITE = "site";

    private final HistoryPolicy policy;
    private transient MapState<String, BatchJob> jobs;
    private transient MapState<String, List<String>> runsOfJob;
    private transient MapState<Long, List<String>> ranInHour;
    private transient MapState<String, Long> running;
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
        ranInHour = runtime.getMapState(new MapStateDescriptor<>("ran-in-hour", Types.LONG, Types.LIST(Types.STRING)));
        running = runtime.getMapState(new MapStateDescriptor<>("running", Types.STRING, Types.LONG));
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
        BatchJob known = jobs.get(key);
        BatchJob now = (known == null ? BatchJob.unknown(idInLogs) : known).with(event);
        jobs.put(key, now);
        if (known == null) {
            add(runsOfJob, idInLogs, key);
        }
        long hour = HistoryPolicy.hourOf(event.getTime().toEpochMilli());
        if (now.hasStarted() && now.hasEnded()) {
            running.remove(key);
            for (long h = HistoryPolicy.hourOf(now.from()); h <= HistoryPolicy.hourOf(now.to()); h++) {
                List<String> ofHour = ranInHour.get(h);
                if (ofHour == null || !ofHour.contains(key)) {
                    add(ranInHour, h, key);
                    context.timerService().registerEventTimeTimer(policy.forgetHour(h));
                }
            }
        } else if (now.hasStarted()) {
            running.put(key, now.from());
        }
        Long lastHour = lastHours.get(key);
        if (lastHour == null || lastHour < hour) {
            lastHours.put(key, hour);
            add(forgetAfterHour, hour, key);
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
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
        TreeSet<String> candidates = new TreeSet<>();
        for (long hour = HistoryPolicy.hourOf(from); hour <= HistoryPolicy.hourOf(to); hour++) {
            candidates.addAll(listOrNew(ranInHour.get(hour)));
        }
        running.keys().forEach(candidates::add);
        List<Concurrency.Job> spans = new ArrayList<>();
        for (String key : candidates) {
            BatchJob job = jobs.get(key);
            if (job != null && job.hasStarted()) {
                spans.add(job.span());
            }
        }
        Concurrency concurrency = Concurrency.of(spans, from, to);
        if (own == null && concurrency.jobs() == 0) {
            return weather;
        }
        Map<String, Double> metrics = new TreeMap<>(weather.getMetrics());
        JobWeather.Builder result = JobWeather.newBuilder(weather);
        if (own != null && !own.state().isEmpty()) {
            result.setJobState(own.state());
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
        ranInHour.remove(hour);
        List<String> candidates = forgetAfterHour.get(hour);
        if (candidates == null) {
            return;
        }
        forgetAfterHour.remove(hour);
        for (String key : candidates) {
            Long lastHour = lastHours.get(key);
            BatchJob job = jobs.get(key);
            if (job == null || lastHour > hour) {
                continue;
            }
            jobs.remove(key);
            running.remove(key);
            lastHours.remove(key);
            List<String> others = listOrNew(runsOfJob.get(job.jobId()));
            others.remove(key);
            if (others.isEmpty()) {
                runsOfJob.remove(job.jobId());
            } else {
                runsOfJob.put(job.jobId(), others);
            }
        }
    }

    private static <K> void add(MapState<K, List<String>> state, K at, String key) throws Exception {
        List<String> more = listOrNew(state.get(at));
        more.add(key);
        state.put(at, more);
    }

    private static <T> List<T> listOrNew(List<T> known) {
        return known == null ? new ArrayList<>() : new ArrayList<>(known);
    }
}
