package io.barograph.slowdown.operators;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.slowdown.BenchmarkMonth;
import io.barograph.slowdown.TimingHistogram;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Average / best of identical benchmark runs by month. Keyed by file system, benchmark, phase and configuration. A run
 * that failed has no duration and is only counted.
 *
 * <p>State: 16 bytes a run, of the newest {@value #MONTHS} months; nothing when there has been no run for so long.
 */
final class BenchmarkMonthFunction extends KeyedProcessFunction<String, BenchmarkRun, Slowdown> {
    static final int MONTHS = 24;

    /** As long as {@value #MONTHS} months. */
    private static final long KEPT = MONTHS * 31L * BaselineState.DAY;

    private transient MapState<Long, BenchmarkMonth> months;
    private transient ValueState<Long> silentSince;
    private transient Counter failed;
    private transient Counter duplicates;

    static String identity(BenchmarkRun run) {
        return String.join("\u001f", run.getFileSystem(), run.getBenchmark(), run.getPhase(), run.getConfiguration());
    }

    @Override
    public void open(OpenContext context) {
        months = getRuntimeContext().getMapState(new MapStateDescriptor<>("months", Types.LONG, SlowdownFormats.MONTH));
        silentSince = getRuntimeContext().getState(new ValueStateDescriptor<>("silentSince", Types.LONG));
        failed = getRuntimeContext().getMetricGroup().counter("failedBenchmarkRuns");
        duplicates = getRuntimeContext().getMetricGroup().counter("duplicateBenchmarkRuns");
    }

    @Override
    public void processElement(BenchmarkRun run, Context context, Collector<Slowdown> out) throws Exception {
        Double seconds = run.getSeconds();
        if (run.getError() != null || seconds == null || !Double.isFinite(seconds) || seconds <= 0) {
            failed.inc();
            return;
        }
        LocalDate first =
                LocalDate.ofInstant(run.getStartTime(), ZoneOffset.UTC).withDayOfMonth(1);
        long month = first.toEpochDay();
        BenchmarkMonth known = months.get(month);
        BenchmarkMonth now = known == null ? new BenchmarkMonth() : known;
        // Repetitions within one run may share its start.
        if (!now.add(ChronoUnit.MICROS.between(Instant.EPOCH, run.getStartTime()) + run.getIteration(), seconds)) {
            duplicates.inc();
            return;
        }
        months.put(month, now);
        keep(run, context.timerService());
        if (known == null) {
            forgetOldest();
        }
        TimingHistogram timings = now.timings();
        Slowdown record = SlowdownRecords.ofMonth(
                new RecordSpan(
                        run.getFileSystem(),
                        run.getBenchmark() + "/" + run.getPhase(),
                        SlowdownKind.BENCHMARK_MONTH,
                        month * BaselineState.DAY,
                        first.plusMonths(1).toEpochDay() * BaselineState.DAY,
                        run.getEndTime().toEpochMilli()),
                timings,
                timings.min());
        record.setConfiguration(run.getConfiguration());
        record.setAverageBestRatio(now.averageBestRatio());
        out.collect(record);
    }

    /** From the run on; of one that is imported later, from then on: others of its month may follow. */
    private void keep(BenchmarkRun run, TimerService timers) throws Exception {
        long ended = run.getEndTime().toEpochMilli();
        long watermark = timers.currentWatermark();
        long now = watermark == Long.MAX_VALUE ? ended : Math.max(ended, watermark);
        long day = (Math.floorDiv(now, BaselineState.DAY) + 1) * BaselineState.DAY;
        Long known = silentSince.value();
        if (known == null || day > known) {
            silentSince.update(day);
            timers.registerEventTimeTimer(day + KEPT);
        }
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<Slowdown> out) throws Exception {
        Long since = silentSince.value();
        if (since != null && since + KEPT <= time) {
            months.clear();
            silentSince.clear();
        }
    }

    private void forgetOldest() throws Exception {
        int size = 0;
        long oldest = Long.MAX_VALUE;
        for (long month : months.keys()) {
            size++;
            oldest = Math.min(oldest, month);
        }
        if (size > MONTHS) {
            months.remove(oldest);
        }
    }
}
