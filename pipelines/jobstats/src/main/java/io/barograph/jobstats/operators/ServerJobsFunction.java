package io.barograph.jobstats.operators;

import io.barograph.jobstats.ServerJobs;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TargetRole;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Turns the polls of one server into what each job moved in each minute. Keyed by file system, kind and server.
 *
 * <p>A poll waits until event time has passed its instant by the lateness, so that polls are counted in the order of
 * time; one that was published later than that is counted when event time reaches its publication. Which polls count for a
 * minute depends on these two times alone.
 *
 * <p>State per server: its job statistics ({@link ServerJobs}, at most 8,192 entries), the polls of 30 s, the jobs of the
 * two or three minutes that are open; none once the server has been silent for 6 h.
 */
final class ServerJobsFunction extends KeyedProcessFunction<String, JobStatisticsPoll, ServerMinuteUpdate> {
    private static final String KEY_SEPARATOR = "\u0000";

    private final FileSystemCatalogue catalogue;
    private final long latenessMillis;
    private transient ValueState<ServerJobs> jobs;
    private transient ValueState<Integer> interval;
    private transient MapState<Long, List<JobStatisticsPoll>> waiting;
    private transient MapState<Long, ServerMinute> minutes;
    private transient Counter late;
    private transient Counter outOfOrder;

    ServerJobsFunction(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.latenessMillis = policy.lateness().toMillis();
    }

    static String key(JobStatisticsPoll poll) {
        return poll.fileSystem() + KEY_SEPARATOR + poll.role() + KEY_SEPARATOR + poll.server();
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        jobs = runtime.getState(new ValueStateDescriptor<>("jobs", LiveFormats.SERVER_JOBS));
        interval = runtime.getState(new ValueStateDescriptor<>("interval", Types.INT));
        waiting = runtime.getMapState(
                new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(JobStatisticsPoll.TYPE)));
        minutes = runtime.getMapState(new MapStateDescriptor<>("minutes", Types.LONG, LiveFormats.SERVER_MINUTE));
        MetricGroup metrics = runtime.getMetricGroup();
        late = metrics.counter("lateJobPolls");
        outOfOrder = metrics.counter("jobPollsOlderThanOneCounted");
    }

    @Override
    public void processElement(JobStatisticsPoll poll, Context context, Collector<ServerMinuteUpdate> out)
            throws Exception {
        long time = poll.poll().time();
        if (poll.knownAt() - time > latenessMillis) {
            late.inc();
            if (poll.knownAt() - time > LiveTimes.REMEMBER_ENTRIES) {
                return;
            }
        }
        long turn = Math.max(time + latenessMillis, poll.knownAt());
        List<JobStatisticsPoll> known = waiting.get(turn);
        List<JobStatisticsPoll> more = known == null ? new ArrayList<>(1) : new ArrayList<>(known);
        more.add(poll);
        waiting.put(turn, more);
        context.timerService().registerEventTimeTimer(turn);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerMinuteUpdate> out) throws Exception {
        TreeMap<Long, ServerMinute> open = new TreeMap<>();
        for (Map.Entry<Long, ServerMinute> minute : minutes.entries()) {
            open.put(minute.getKey(), minute.getValue());
        }
        List<JobStatisticsPoll> polls = waiting.get(time);
        if (polls != null) {
            waiting.remove(time);
            count(polls, open, context);
        }
        emit(time, open, context.getCurrentKey(), out);
        if (Math.floorMod(time, LiveTimes.HOUR) == 0) {
            forget(time);
        }
    }

    /** @param open the minutes of the state */
    private void count(List<JobStatisticsPoll> polls, Map<Long, ServerMinute> open, OnTimerContext context)
            throws Exception {
        List<JobStatisticsPoll> inOrder = new ArrayList<>(polls);
        inOrder.sort(Comparator.comparingLong(each -> each.poll().time()));
        ServerJobs known = jobs.value() == null ? new ServerJobs(LiveTimes.REMEMBER_ENTRIES) : jobs.value();
        String fileSystem = context.getCurrentKey().split(KEY_SEPARATOR, 2)[0];
        CounterBounds bounds =
                CounterBounds.ofServer(catalogue.orDefault(fileSystem).serverBytesPerSecond());
        Set<Long> changed = new TreeSet<>();
        for (JobStatisticsPoll each : inOrder) {
            ServerJobs.Outcome outcome = known.insert(
                    each.poll(),
                    bounds,
                    movement -> ServerMinute.spread(movement, LiveTimes.toleranceOf(each.intervalMillis()), minute -> {
                        changed.add(minute);
                        return open.computeIfAbsent(minute, unused -> new ServerMinute());
                    }));
            if (outcome == ServerJobs.Outcome.OUT_OF_ORDER) {
                outOfOrder.inc();
                continue;
            }
            interval.update(each.intervalMillis());
            context.timerService()
                    .registerEventTimeTimer(LiveTimes.endOfHour(each.poll().time()) + LiveTimes.REMEMBER_ENTRIES);
        }
        jobs.update(known);
        for (long minute : changed) {
            minutes.put(minute, open.get(minute));
            context.timerService()
                    .registerEventTimeTimer(LiveTimes.emittedAt(minute, interval.value(), latenessMillis));
        }
    }

    private void emit(long time, Map<Long, ServerMinute> open, String key, Collector<ServerMinuteUpdate> out)
            throws Exception {
        for (Map.Entry<Long, ServerMinute> minute : open.entrySet()) {
            if (LiveTimes.emittedAt(minute.getKey(), interval.value(), latenessMillis) <= time) {
                minutes.remove(minute.getKey());
                String[] names = key.split(KEY_SEPARATOR, 3);
                out.collect(new ServerMinuteUpdate(
                        names[0],
                        TargetRole.valueOf(names[1]),
                        names[2],
                        interval.value(),
                        jobs.value().latest(),
                        minute.getKey(),
                        minute.getValue()));
            }
        }
    }

    private void forget(long time) throws Exception {
        ServerJobs known = jobs.value();
        if (known == null) {
            return;
        }
        if (known.latest() < time - LiveTimes.REMEMBER_ENTRIES && minutes.isEmpty()) {
            jobs.clear();
            interval.clear();
        } else {
            known.forget();
            jobs.update(known);
        }
    }
}
