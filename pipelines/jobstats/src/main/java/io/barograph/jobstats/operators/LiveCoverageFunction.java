package io.barograph.jobstats.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.jobstats.FileSystemMinute;
import io.barograph.jobstats.JobIdentity;
import io.barograph.jobstats.JobMinute;
import io.barograph.jobstats.JobTraffic;
import io.barograph.jobstats.LiveJob;
import io.barograph.jobstats.LiveShare;
import io.barograph.jobstats.MinuteBoundaryTraffic;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.ServerTotals;
import io.barograph.jobstats.TargetRole;
import io.barograph.jobstats.TotalsHour;
import io.barograph.jobstats.TrafficCurve;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemKind;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits the minutes of one file system: the share of each job and the top talkers. Keeps what each job moved, and adds
 * to every decision what job statistics say of its run. Keyed by file system; decisions leave at their own time, in the
 * order of identity.
 *
 * <p>A minute is emitted once. What becomes known of it later (a server that was away, a poll published late) counts for
 * the runs that are decided after that, and changes no minute.
 *
 * <p>State: per job some 500 bytes and 40 more for each of its at most 256 slots of traffic, until 48 h after its last traffic;
 * 2.5 kB an hour of the last 48 h; the jobs of each server in the minute that is open; 60 bytes per server; the decisions
 * that wait.
 */
final class LiveCoverageFunction extends KeyedCoProcessFunction<String, ServerMinuteUpdate, JobWeather, JobWeather> {
    private static final Logger LOG = LoggerFactory.getLogger(LiveCoverageFunction.class);

    static final OutputTag<LiveCoverage> COVERAGE =
            new OutputTag<>("live-coverage", AvroFormat.typeOf(LiveCoverage.class));
    static final OutputTag<TopTalkers> TALKERS = new OutputTag<>("top-talkers", AvroFormat.typeOf(TopTalkers.class));
    static final OutputTag<TopTalkers> BUSY_SERVERS =
            new OutputTag<>("busy-servers", AvroFormat.typeOf(TopTalkers.class));

    /** Busy servers of a role and minute whose jobs are given out. */
    private static final int MAX_BUSY = 64;

    private static final long TIMEOUT_MILLIS = Duration.ofMinutes(5).toMillis();

    private static final String NO_POLLS =
            "no server tells of jobs, so there is no live coverage; run the collector lustre-jobstats on the servers";
    private static final String NO_JOBS =
            "the servers answer but have no entry of any job (job_stats are off), so there is no live coverage; set"
                    + " jobid_var with lctl set_param -P, for instance to SLURM_JOB_ID";

    private final FileSystemCatalogue catalogue;
    private final long latenessMillis;
    private transient ValueState<LiveServers> servers;
    private transient ServerReportTimes heard;
    private transient OpenMinutes openMinutes;
    private transient MapState<Long, TotalsHour> hours;
    private transient MapState<String, LiveJob> jobs;
    private transient MapState<Long, List<JobWeather>> waiting;

    LiveCoverageFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.latenessMillis = policy.lateness().toMillis();
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        servers = runtime.getState(new ValueStateDescriptor<>("servers", LiveServers.TYPE));
        heard = new ServerReportTimes(runtime);
        openMinutes = new OpenMinutes(runtime);
        hours = runtime.getMapState(new MapStateDescriptor<>("hours", Types.LONG, LiveFormats.TOTALS_HOUR));
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.STRING, LiveFormats.LIVE_JOB));
        waiting = runtime.getMapState(
                new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(AvroFormat.typeOf(JobWeather.class))));
    }

    @Override
    public void processElement1(ServerMinuteUpdate update, Context context, Collector<JobWeather> out)
            throws Exception {
        LiveServers known = serversOrNew();
        known.note(update);
        heard.note(update);
        context.timerService()
                .registerEventTimeTimer(
                        LiveTimes.endOfHour(ServerMinute.beginOf(update.minute())) + LiveTimes.REMEMBER_JOBS);
        if (update.minute() <= known.emittedTo()) {
            servers.update(known);
            correct(update);
            return;
        }
        openMinutes.add(update);
        known.openMinutes().add(update.minute());
        servers.update(known);
        context.timerService()
                .registerEventTimeTimer(LiveTimes.emittedAt(update.minute(), known.intervalMillis(), latenessMillis));
    }

    private void correct(ServerMinuteUpdate update) throws Exception {
        ServerMinute sums = update.sums();
        boolean isOst = update.role() == TargetRole.OST;
        addTotals(update.minute(), new ServerTotals(sums.server(), isOst ? -sums.coveredMillis() : 0, 0));
        for (Map.Entry<JobIdentity, JobTraffic> entry : sums.jobs().entrySet()) {
            LiveJob job = jobs.get(entry.getKey().id());
            LiveJob now = job == null ? new LiveJob() : job;
            now.correct(update.minute(), entry.getValue());
            jobs.put(entry.getKey().id(), now);
        }
    }

    @Override
    public void processElement2(JobWeather weather, Context context, Collector<JobWeather> out) throws Exception {
        long time = weather.getDecidedAt().toEpochMilli();
        List<JobWeather> known = waiting.get(time);
        List<JobWeather> more = known == null ? new ArrayList<>(1) : new ArrayList<>(known);
        more.add(weather);
        waiting.put(time, more);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<JobWeather> out) throws Exception {
        LiveServers known = serversOrNew();
        emit(time, known, context);
        if (known.isAskedAt(time)) {
            sayIfOff(time, known, context);
        }
        List<JobWeather> ready = waiting.get(time);
        if (ready != null) {
            List<JobWeather> inOrder = new ArrayList<>(ready);
            inOrder.sort(Comparator.comparing(JobWeather::getJobId)
                    .thenComparing(JobWeather::getStartTime)
                    .thenComparing(JobWeather::getExecutable)
                    .thenComparing(JobWeather::getRevision));
            for (JobWeather weather : inOrder) {
                out.collect(withJobStatistics(weather, known));
                askWhetherOff(weather, known, context);
            }
            waiting.remove(time);
        }
        servers.update(known);
        if (Math.floorMod(time, LiveTimes.HOUR) == 0) {
            forget(time, known);
        }
    }

    /** A minute that no poll reaches beyond is not over: the recording ended, or the servers are silent. */
    private void emit(long time, LiveServers known, OnTimerContext context) throws Exception {
        TreeSet<Long> due = new TreeSet<>();
        for (long minute : known.openMinutes()) {
            if (LiveTimes.emittedAt(minute, known.intervalMillis(), latenessMillis) <= time
                    && ServerMinute.beginOf(minute + 1) <= known.polledUntil()) {
                due.add(minute);
            }
        }
        for (Map.Entry<Long, FileSystemMinute> minute :
                openMinutes.take(due, heard).entrySet()) {
            emit(minute.getKey(), minute.getValue(), time, known, context);
        }
    }

    private void emit(long minute, FileSystemMinute sums, long time, LiveServers known, OnTimerContext context)
            throws Exception {
        Set<String> osts = heard.expected(TargetRole.OST, minute);
        Set<String> mdts = heard.expected(TargetRole.MDT, minute);
        LiveRecords records = new LiveRecords(context.getCurrentKey(), minute, time, sums, osts, mdts);
        addTotals(
                minute,
                new ServerTotals(
                        sums.total(), sums.missingMillis(TargetRole.OST, osts), osts.size() * ServerMinute.MINUTE));
        MinuteBoundaryTraffic atBegin = known.openAtEndOf(minute - 1);
        JobTraffic most = sums.most();
        for (JobMinute each : sums.jobs()) {
            LiveJob job = jobs.get(each.job().id());
            LiveJob now = job == null ? new LiveJob() : job;
            now.emit(minute, each, atBegin, most);
            long settled = LiveTimes.settledBefore(minute);
            if (now.settledUntil() < settled) {
                now.settle(settled, totals(now.settledUntil(), settled));
            }
            now.compareWith(totals(now.settledUntil(), minute + 1));
            jobs.put(each.job().id(), now);
            context.output(COVERAGE, records.coverage(each, now));
        }
        for (TargetRole role : TargetRole.values()) {
            if (!sums.servers(role).isEmpty()) {
                context.output(TALKERS, records.talkers(role));
                String dominant = sums.dominant(role);
                if (dominant != null) {
                    context.output(TALKERS, records.talkers(role, dominant));
                }
                for (String server : sums.busy(role, MAX_BUSY)) {
                    context.output(BUSY_SERVERS, records.talkers(role, server));
                }
            }
        }
        known.emit(minute, sums.crossing());
    }

    private JobWeather withJobStatistics(JobWeather weather, LiveServers known) throws Exception {
        LiveJob job = job(weather);
        if (job == null) {
            return weather;
        }
        Map<String, Double> metrics = new TreeMap<>(weather.getMetrics());
        long start = Math.floorDiv(weather.getStartTime().toEpochMilli(), ServerMinute.MINUTE);
        long end = -Math.floorDiv(-weather.getEndTime().toEpochMilli(), ServerMinute.MINUTE);
        TrafficCurve curve = job.curve();
        if (end <= known.emittedTo() + 1) {
            JobTraffic all = curve.moved(curve.slotUntil(start), curve.slotFrom(end));
            put(metrics, WeatherMetric.JOB_STATISTICS_READ_BYTES, (double) all.readBytes());
            put(metrics, WeatherMetric.JOB_STATISTICS_WRITE_BYTES, (double) all.writeBytes());
            put(metrics, WeatherMetric.JOB_STATISTICS_METADATA_OPERATIONS, (double) all.metadataOperations());
        }
        long firstWhole = -Math.floorDiv(-weather.getStartTime().toEpochMilli(), ServerMinute.MINUTE);
        long afterLast = Math.floorDiv(weather.getEndTime().toEpochMilli(), ServerMinute.MINUTE);
        long from = curve.slotFrom(firstWhole);
        long to = curve.slotUntil(Math.min(afterLast, known.emittedTo() + 1));
        int osts = curve.osts(from, to);
        if (osts == 0) { // in these minutes another run of the job may have been at work, too
            osts = curve.osts(curve.slotUntil(start), curve.slotFrom(end));
        }
        if (osts > 0) {
            put(metrics, WeatherMetric.JOB_STATISTICS_OSTS, osts);
        }
        Double live = from < to ? LiveShare.ofRun(curve.moved(from, to), totals(from, to), to - from) : null;
        if (live != null) {
            put(metrics, WeatherMetric.CF_LIVE, live);
            if (weather.getCfBwFs() != null) {
                put(metrics, WeatherMetric.CF_LIVE_DIFFERENCE, weather.getCfBwFs() - live);
            }
        }
        return JobWeather.newBuilder(weather).setMetrics(metrics).build();
    }

    private LiveJob job(JobWeather weather) throws Exception {
        LiveJob job = jobs.get(JobIdentity.numberOf(weather.getJobId()));
        if (job == null && weather.getUser() != null && !weather.getExecutable().isEmpty()) {
            return jobs.get(JobIdentity.idOfProgram(weather.getExecutable(), weather.getUser()));
        }
        return job;
    }

    private static void put(Map<String, Double> metrics, WeatherMetric metric, double value) {
        metrics.put(metric.metricName(), value);
    }

    /**
     * Asks once, when the first run is decided, whether servers tell of jobs. GPFS has no job statistics. The answer waits
     * for some minutes of event time, because polls and decisions arrive by different paths.
     */
    private void askWhetherOff(JobWeather weather, LiveServers known, OnTimerContext context) {
        long at = context.timestamp() + TIMEOUT_MILLIS;
        if (catalogue.orDefault(weather.getFileSystem()).kind() != FileSystemKind.GPFS
                && known.askWhetherOff(weather.getStartTime().toEpochMilli(), at)) {
            context.timerService().registerEventTimeTimer(at);
        }
    }

    private void sayIfOff(long time, LiveServers known, OnTimerContext context) {
        if (known.isPolled() && known.knowsJobs()) {
            return;
        }
        known.sayThatOff();
        String remark = known.isPolled() ? NO_JOBS : NO_POLLS;
        LOG.warn("file system {}, {}: {}", context.getCurrentKey(), Instant.ofEpochMilli(time), remark);
        context.output(COVERAGE, LiveRecords.withoutJobStatistics(context.getCurrentKey(), time, remark));
    }

    private void addTotals(long minute, ServerTotals totals) throws Exception {
        long number = Math.floorDiv(minute, TotalsHour.MINUTES);
        TotalsHour known = hours.get(number);
        TotalsHour hour = known == null ? new TotalsHour() : known;
        hour.add(Math.floorMod(minute, TotalsHour.MINUTES), totals);
        hours.put(number, hour);
    }

    private ServerTotals totals(long from, long to) throws Exception {
        ServerTotals sum = ServerTotals.NONE;
        for (long number = Math.floorDiv(from, TotalsHour.MINUTES); number * TotalsHour.MINUTES < to; number++) {
            TotalsHour hour = hours.get(number);
            if (hour != null) {
                long begin = number * TotalsHour.MINUTES;
                sum = sum.plus(
                        hour.between((int) Math.max(0, from - begin), (int) Math.min(TotalsHour.MINUTES, to - begin)));
            }
        }
        return sum;
    }

    private LiveServers serversOrNew() throws Exception {
        return servers.value() == null ? new LiveServers() : servers.value();
    }

    private void forget(long time, LiveServers known) throws Exception {
        long before = Math.floorDiv(time - LiveTimes.REMEMBER_JOBS, ServerMinute.MINUTE);
        List<Long> oldHours = new ArrayList<>();
        for (long hour : hours.keys()) {
            if ((hour + 1) * TotalsHour.MINUTES <= before) {
                oldHours.add(hour);
            }
        }
        for (long hour : oldHours) {
            hours.remove(hour);
        }
        List<String> oldJobs = new ArrayList<>();
        for (Map.Entry<String, LiveJob> job : jobs.entries()) {
            if (job.getValue().lastMinute() < before) {
                oldJobs.add(job.getKey());
            }
        }
        for (String job : oldJobs) {
            jobs.remove(job);
        }
        SortedSet<Long> neverGivenOut = known.openMinutes().headSet(before);
        openMinutes.take(neverGivenOut, heard);
        neverGivenOut.clear();
        if (!heard.forgetBefore(before)) {
            known.forgetJobs();
        }
        servers.update(known);
    }

    /**
     * What the servers of a file system reported of the minutes that are not emitted yet: a small state of its own for each
     * server and minute, so that what one of them shows costs the same however many there are.
     */
    static final class OpenMinutes {
        private final MapState<String, ServerMinuteUpdate> reported;

        OpenMinutes(RuntimeContext runtime) {
            reported = runtime.getMapState(new MapStateDescriptor<>("reported", Types.STRING, ServerMinuteUpdate.TYPE));
        }

        void add(ServerMinuteUpdate update) throws Exception {
            String key = key(update.minute(), update.role(), update.server());
            ServerMinuteUpdate known = reported.get(key);
            if (known == null) {
                reported.put(key, update);
                return;
            }
            ServerMinute both = known.sums().plus(update.sums());
            reported.put(key, known.with(both));
        }

        private static String key(long minute, TargetRole role, String server) {
            return minute + "/" + role + "/" + server;
        }

        /**
         * While decisions lag behind polls, hours of minutes are open: what lies in others is not touched.
         *
         * @param servers all that reported something of these minutes, and others
         * @return their sums; they are forgotten here
         */
        SortedMap<Long, FileSystemMinute> take(SortedSet<Long> minutes, ServerReportTimes servers) throws Exception {
            SortedMap<Long, FileSystemMinute> taken = new TreeMap<>();
            if (minutes.isEmpty()) {
                return taken;
            }
            for (TargetRole role : TargetRole.values()) {
                for (String server : servers.servers(role)) {
                    for (long minute : minutes) {
                        String key = key(minute, role, server);
                        ServerMinuteUpdate update = reported.get(key);
                        if (update != null) {
                            taken.computeIfAbsent(minute, unused -> new FileSystemMinute())
                                    .put(role, server, update.sums());
                            reported.remove(key);
                        }
                    }
                }
            }
            return taken;
        }
    }
}
