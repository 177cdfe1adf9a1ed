package io.barograph.runs.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.runs.FileSystemMetrics;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.CapacityMetrics;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.counters.BlockStore;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.FileSystemHistory;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.SeriesHistory;
import io.barograph.servers.history.SeriesHour;
import io.barograph.servers.history.SeriesMinute;
import io.barograph.servers.history.SlotBlock;
import io.barograph.servers.history.TrafficChange;
import io.barograph.servers.history.WeatherSeriesNames;
import io.barograph.servers.history.WindowVolume;
import io.barograph.servers.operators.BatchState;
import io.barograph.servers.operators.CurveChange;
import io.barograph.servers.operators.HistoryFormats;
import io.barograph.servers.operators.MapStateBlocks;
import io.barograph.servers.operators.ServerSeriesUpdate;
import io.barograph.servers.operators.ServerTrafficSum;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Keeps the aggregate curve and the series of one file system and answers every run from them, at the event time of its
 * decision and, where samples were missing or the run names its servers, at that of its revision. Keyed by file system.
 *
 * <p>State per file system: of the curve 2.4 KiB a minute for 6 h and 2.4 KiB an hour for 7 days; of each series (two of
 * bytes, two of CPU use, one per kind of metadata operation) 240 bytes a minute for 6 h and 2.4 kB an hour for 7 days;
 * 240 bytes a minute and OSS for 6 h; some 50 bytes per target and ten minutes for 7 days; some 60 bytes per job id and
 * stretch of its logs for 7 days after the last of them; the runs that wait; 32 bytes for each that is asked at which
 * shifts of the clocks it is possible.
 */
final class FileSystemCurveFunction
        extends KeyedCoProcessFunction<String, KeyedBatch<CurveChange>, PendingRun, CurveResponse> {
    static final OutputTag<CoverageContribution> EVIDENCE = new OutputTag<>("evidence", CoverageContribution.TYPE);

    /** A capacity counts as known for this many stretches of ten minutes. */
    private static final int CAPACITY_SLOTS = 6;

    private static final long HOUR = 3_600_000;

    private final HistoryPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient MapState<Long, SlotBlock> minutes;
    private transient MapState<Long, SlotBlock> hours;
    private transient MapState<Long, SeriesMinute> seriesMinutes;
    private transient MapState<Long, SeriesHour> seriesHours;
    private transient MapState<Long, CapacitySlot> capacities;
    private transient MapState<String, JobLogs> jobs;
    private transient MapState<Long, List<String>> jobsByHour;
    private transient ValueState<FileSystemIndex> index;
    private transient ValueState<KnownServers> servers;
    private transient MapState<Long, Map<String, Long>> announced;
    private transient MapState<Long, List<PendingRun>> waiting;
    private transient CurveCoverageTotals evidence;

    FileSystemCurveFunction(HistoryPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        var runtime = getRuntimeContext();
        minutes = runtime.getMapState(new MapStateDescriptor<>("minutes", Types.LONG, HistoryFormats.SLOTS));
        hours = runtime.getMapState(new MapStateDescriptor<>("hours", Types.LONG, HistoryFormats.SLOTS));
        seriesMinutes = runtime.getMapState(
                new MapStateDescriptor<>("series-minutes", Types.LONG, HistoryFormats.SERIES_MINUTES));
        seriesHours =
                runtime.getMapState(new MapStateDescriptor<>("series-hours", Types.LONG, HistoryFormats.SERIES_HOURS));
        capacities = runtime.getMapState(new MapStateDescriptor<>("capacities", Types.LONG, CapacitySlot.TYPE));
        jobs = runtime.getMapState(new MapStateDescriptor<>("jobs", Types.STRING, JobLogs.TYPE));
        jobsByHour =
                runtime.getMapState(new MapStateDescriptor<>("jobs-by-hour", Types.LONG, Types.LIST(Types.STRING)));
        index = runtime.getState(new ValueStateDescriptor<>("index", FileSystemIndex.TYPE));
        servers = runtime.getState(new ValueStateDescriptor<>("servers", KnownServers.TYPE));
        announced = runtime.getMapState(
                new MapStateDescriptor<>("announced", Types.LONG, Types.MAP(Types.STRING, Types.LONG)));
        waiting = runtime.getMapState(new MapStateDescriptor<>("waiting", Types.LONG, Types.LIST(PendingRun.TYPE)));
        evidence = new CurveCoverageTotals(
                policy,
                runtime.getMapState(
                        new MapStateDescriptor<>("shift-questions", Types.LONG, Types.LIST(ClockShiftRequest.TYPE))));
    }

    @Override
    public void processElement1(KeyedBatch<CurveChange> changes, Context context, Collector<CurveResponse> out)
            throws Exception {
        FileSystemIndex known = indexOrNew();
        BatchState<SlotBlock> minutesOfBatch = new BatchState<>(minutes);
        BatchState<SlotBlock> hoursOfBatch = new BatchState<>(hours);
        BatchState<SeriesMinute> seriesMinutesOfBatch = new BatchState<>(seriesMinutes);
        BatchState<SeriesHour> seriesHoursOfBatch = new BatchState<>(seriesHours);
        BatchState<CapacitySlot> capacitiesOfBatch = new BatchState<>(capacities);
        long interval = intervalMillis(changes.first().fileSystem());
        FileSystemHistory history = new FileSystemHistory(policy, minutesOfBatch, hoursOfBatch, known.curve());
        SeriesHistory series =
                new SeriesHistory(policy, interval, seriesMinutesOfBatch, seriesHoursOfBatch, known.series());
        Map<Long, ServerTrafficSum> sums = new LinkedHashMap<>();
        for (CurveChange change : changes) {
            if (change.isInTimeTraffic()) {
                sums.computeIfAbsent(change.time(), label -> new ServerTrafficSum())
                        .add(change);
                continue;
            }
            note(change.time(), interval, known, context);
            if (change.change() == null) {
                add(change.measures(), series, capacitiesOfBatch);
            } else { // alone: a late sample may take back what another one said
                ServerTrafficSum ofServer = new ServerTrafficSum();
                ofServer.add(change);
                add(ofServer, change.time(), change.change().publishedAt(), history, series);
            }
        }
        sums.forEach((label, sum) -> {
            note(label, interval, known, context);
            add(sum, label, TrafficChange.IN_TIME, history, series);
        });
        minutesOfBatch.keep();
        hoursOfBatch.keep();
        seriesMinutesOfBatch.keep();
        seriesHoursOfBatch.keep();
        capacitiesOfBatch.keep();
        index.update(known);
        noteServers(changes.elements(), context);
    }

    /**
     * Each server is named once an hour, so that they need not be read for each batch. One whose first sample came late is
     * known from then on.
     */
    private void noteServers(List<CurveChange> changes, Context context) throws Exception {
        KnownServers known = null;
        Map<Long, Map<String, Long>> late = new TreeMap<>();
        for (CurveChange change : changes) {
            if (change.server().isEmpty()) {
                continue;
            }
            long hour = HistoryPolicy.hourOf(change.time());
            if (change.change() != null && change.change().publishedAt() != TrafficChange.IN_TIME) {
                late.computeIfAbsent(change.change().publishedAt(), unused -> new HashMap<>())
                        .merge(change.server(), hour, Math::min);
                continue;
            }
            known = known == null ? serversOrNew() : known;
            known.note(change.server(), hour);
        }
        if (known != null) {
            servers.update(known);
        }
        for (Map.Entry<Long, Map<String, Long>> each : late.entrySet()) {
            announce(each.getKey(), each.getValue(), context);
        }
    }

    private void announce(long time, Map<String, Long> hours, Context context) throws Exception {
        Map<String, Long> others = announced.get(time);
        Map<String, Long> all = others == null ? new HashMap<>() : new HashMap<>(others);
        hours.forEach((server, hour) -> all.merge(server, hour, Math::min));
        announced.put(time, all);
        context.timerService().registerEventTimeTimer(time);
    }

    private void noteAnnounced(long time) throws Exception {
        Map<String, Long> now = announced.get(time);
        if (now != null) {
            announced.remove(time);
            KnownServers known = serversOrNew();
            now.forEach(known::note);
            servers.update(known);
        }
    }

    private void note(long time, long interval, FileSystemIndex known, Context context) {
        keepForAWhile(HistoryPolicy.hourOf(Math.floorDiv(time, interval) * interval), known, context);
        keepForAWhile(HistoryPolicy.hourOf(time), known, context);
        known.noteTime(time);
    }

    private static void add(
            ServerTrafficSum sum, long label, long publishedAt, FileSystemHistory history, SeriesHistory series) {
        SampledTraffic traffic = sum.traffic();
        int samples = (int) traffic.samples();
        history.add(new TrafficChange(label, publishedAt, traffic));
        series.add(
                WeatherSeriesNames.READ_BYTES,
                label,
                publishedAt,
                traffic.readBytes(),
                samples,
                sum.largestReadBytes(),
                false);
        series.add(
                WeatherSeriesNames.WRITE_BYTES,
                label,
                publishedAt,
                traffic.writeBytes(),
                samples,
                sum.largestWriteBytes(),
                false);
    }

    private static void add(ServerSeriesUpdate measures, SeriesHistory series, BlockStore<CapacitySlot> capacities) {
        for (ServerSeriesUpdate.Value value : measures.values()) {
            series.add(
                    value.series(),
                    measures.time(),
                    TrafficChange.IN_TIME,
                    value.amount(),
                    value.samples(),
                    value.samples() > 0 ? value.amount() : Long.MIN_VALUE,
                    value.fineOnly());
        }
        if (measures.capacity() != null) {
            long slot = ServerSeriesUpdate.capacitySlot(measures.time());
            CapacitySlot block = capacities.get(slot);
            CapacitySlot now = block == null ? new CapacitySlot() : block;
            now.add(measures.target(), measures.capacity());
            capacities.put(slot, now);
        }
    }

    private void keepForAWhile(long hour, FileSystemIndex known, Context context) {
        if (known.noteHour(hour)) {
            context.timerService().registerEventTimeTimer(policy.forgetMinutesOf(hour));
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
            context.timerService()
                    .registerEventTimeTimer(evidence.trafficTakenAt(hour, intervalMillis(context.getCurrentKey())));
        }
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    private int dataServers(String fileSystem, KnownServers known, long byHour) {
        int expected = catalogue.orDefault(fileSystem).expectedServers();
        return expected > 0 ? expected : known.dataServers(byHour);
    }

    @Override
    public void processElement2(PendingRun run, Context context, Collector<CurveResponse> out) throws Exception {
        wait(run.decidedAt(), run, context);
    }

    private void wait(long time, PendingRun run, Context context) throws Exception {
        StateLists.add(waiting, time, run);
        context.timerService().registerEventTimeTimer(time);
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<CurveResponse> out) throws Exception {
        noteAnnounced(time);
        FileSystemIndex known = indexOrNew();
        List<PendingRun> runs = StateLists.get(waiting, time);
        runs.sort(Comparator.comparing(PendingRun::identity));
        for (PendingRun run : runs) {
            answer(time, run, known, context, out);
        }
        waiting.remove(time);
        giveEvidence(time, known, context);
        forget(time, known);
    }

    private void giveEvidence(long time, FileSystemIndex known, OnTimerContext context) throws Exception {
        String fileSystem = context.getCurrentKey();
        long interval = intervalMillis(fileSystem);
        FileSystemHistory history = history(known);
        KnownServers ofFileSystem = serversOrNew();
        Function<RunWindow, WindowVolume> curve = window -> history.volume(
                window, interval, dataServers(fileSystem, ofFileSystem, HistoryPolicy.hourOf(window.to())));
        CoverageContribution traffic = evidence.traffic(fileSystem, time, interval, curve);
        if (traffic != null) {
            context.output(EVIDENCE, traffic);
        }
        CoverageContribution shifts = evidence.shifts(fileSystem, time, interval, curve);
        if (shifts != null) {
            context.output(EVIDENCE, shifts);
        }
    }

    private void answer(long time, PendingRun run, FileSystemIndex known, Context context, Collector<CurveResponse> out)
            throws Exception {
        if (run.isWithoutLog() && known.latest() < run.decidedAt()) {
            // The input ended before the log had the time to come, or the servers are gone.
            return;
        }
        DecisionRevision revision = time == run.decidedAt() ? DecisionRevision.FIRST : DecisionRevision.SECOND;
        RunWindow window = run.window(revision, time);
        long byHour = HistoryPolicy.hourOf(window.to());
        KnownServers ofFileSystem = serversOrNew();
        int servers = dataServers(run.fileSystem(), ofFileSystem, byHour);
        FileSystemHistory history = history(known);
        RunVolumeSet volumes =
                RunVolumeSet.of(run, window, part -> history.volume(part, run.intervalMillis(), servers));
        JobLogs logs =
                revision == DecisionRevision.FIRST && !run.isWithoutLog() ? logsWith(run, window, context) : logs(run);
        WindowVolume ofJob = RunVolumeSet.ofStretches(
                logs.times(), window, part -> history.volume(part, run.intervalMillis(), servers));
        FileSystemResponse answer =
                new FileSystemResponse(logs.bytes(), ofJob, metrics(run, window, volumes.run(), known, ofFileSystem));
        out.collect(new CurveResponse(run, revision, volumes, answer));
        if (revision == DecisionRevision.FIRST) {
            evidence.ask(run, volumes.run(), window, context.timerService()::registerEventTimeTimer);
        }
        if (revision == DecisionRevision.FIRST
                && (run.namesServers() || volumes.run().missingSamples() > 0)) {
            wait(time + policy.revisionDelay().toMillis(), run, context);
        }
    }

    private Map<WeatherMetric, Double> metrics(
            PendingRun run, RunWindow window, WindowVolume volume, FileSystemIndex known, KnownServers ofFileSystem)
            throws Exception {
        long byHour = HistoryPolicy.hourOf(window.to());
        SeriesHistory series = series(known, run.intervalMillis());
        Map<WeatherMetric, Double> metrics = FileSystemMetrics.during(
                volume,
                series.answer(window),
                run.intervalMillis(),
                ofFileSystem.osses(byHour),
                ofFileSystem.mdses(byHour));
        Map<String, TargetUsage> targets = capacityAt(window.from());
        metrics.putAll(CapacityMetrics.of(targets.values(), window.from()));
        Set<String> hosts = new TreeSet<>();
        for (String server : run.servers()) {
            TargetUsage capacity = targets.get(server);
            hosts.add(capacity == null ? "" : capacity.host());
        }
        Map<WeatherMetric, Double> before = FileSystemMetrics.before(series.answer(run.before(window)), hosts);
        if (hosts.contains("")) {
            before.remove(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT);
        }
        metrics.putAll(before);
        return metrics;
    }

    /** The last known capacity of each target at an instant, not older than an hour. */
    private Map<String, TargetUsage> capacityAt(long time) throws Exception {
        Map<String, TargetUsage> found = new HashMap<>();
        long slot = ServerSeriesUpdate.capacitySlot(time);
        for (long earlier = slot; earlier > slot - CAPACITY_SLOTS; earlier--) {
            CapacitySlot block = capacities.get(earlier);
            if (block != null) {
                block.targets().forEach((target, capacity) -> {
                    if (capacity.time() <= time) {
                        found.putIfAbsent(target, capacity);
                    }
                });
            }
        }
        return new TreeMap<>(found);
    }

    private JobLogs logs(PendingRun run) throws Exception {
        JobLogs known = jobs.get(run.jobId());
        return known == null ? JobLogs.NONE : known;
    }

    private JobLogs logsWith(PendingRun run, RunWindow window, Context context) throws Exception {
        JobLogs known = logs(run);
        long hour = HistoryPolicy.hourOf(run.decidedAt());
        JobLogs now = new JobLogs(
                known.bytes() + run.use().bytes(),
                known.times().and(List.of(new DisjointIntervals.Stretch(window.from(), window.to()))),
                Math.max(hour, known.lastHour()));
        jobs.put(run.jobId(), now);
        if (now.lastHour() != known.lastHour()) {
            StateLists.add(jobsByHour, hour, run.jobId());
            context.timerService().registerEventTimeTimer(policy.forgetHour(hour));
        }
        return now;
    }

    private void forget(long time, FileSystemIndex known) throws Exception {
        boolean nothingKnown = index.value() == null;
        // Forgetting goes by the hour, whatever the sampling interval.
        SeriesHistory series = series(known, HOUR);
        long hour = policy.hourWhoseMinutesAreForgottenAt(time);
        if (hour != HistoryPolicy.NO_HOUR && !nothingKnown) {
            history(known).forgetMinutes(hour);
            series.forgetMinutes(hour);
            index.update(known);
        }
        hour = policy.hourForgottenAt(time);
        if (hour == HistoryPolicy.NO_HOUR) {
            return;
        }
        forgetJobs(hour);
        if (nothingKnown) {
            return;
        }
        history(known).forgetHour(hour);
        series.forgetHour(hour);
        for (long slot = ServerSeriesUpdate.capacitySlot(hour * HOUR);
                slot < ServerSeriesUpdate.capacitySlot((hour + 1) * HOUR);
                slot++) {
            capacities.remove(slot);
        }
        if (known.forgetHour(hour)) {
            index.clear();
            servers.clear();
        } else {
            index.update(known);
            KnownServers left = serversOrNew();
            left.forgetHour(hour);
            servers.update(left);
        }
    }

    private void forgetJobs(long hour) throws Exception {
        for (String jobId : StateLists.remove(jobsByHour, hour)) {
            JobLogs logs = jobs.get(jobId);
            if (logs != null && logs.lastHour() <= hour) {
                jobs.remove(jobId);
            }
        }
    }

    private FileSystemIndex indexOrNew() throws Exception {
        FileSystemIndex known = index.value();
        return known == null ? new FileSystemIndex() : known;
    }

    private KnownServers serversOrNew() throws Exception {
        KnownServers known = servers.value();
        return known == null ? new KnownServers() : known;
    }

    private FileSystemHistory history(FileSystemIndex known) {
        return new FileSystemHistory(policy, new MapStateBlocks<>(minutes), new MapStateBlocks<>(hours), known.curve());
    }

    private SeriesHistory series(FileSystemIndex known, long interval) {
        return new SeriesHistory(
                policy,
                interval,
                new MapStateBlocks<>(seriesMinutes),
                new MapStateBlocks<>(seriesHours),
                known.series());
    }
}
