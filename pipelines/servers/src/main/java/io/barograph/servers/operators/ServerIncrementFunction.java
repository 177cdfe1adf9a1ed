package io.barograph.servers.operators;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.batches.LateElements;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.state.DelegatingFormat.FormatHolder;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRole;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.rates.CounterIncrement;
import io.barograph.servers.rates.FillTrend;
import io.barograph.servers.rates.RecentCounterSamples;
import io.barograph.servers.rates.ServerCounterSample;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
import org.apache.flink.util.OutputTag;

/**
 * Turns the samples of one server into increments of its counters and their corrections, and follows by which trend a
 * target fills. Keyed by file system, role and server.
 *
 * <p>A sample that came behind the watermark counts at the event time that it came at: what it finds there does not depend
 * on how far the watermark goes at once. One that came later than {@link WeatherPolicy#kept} is left out and counted; what
 * its counter says is in the difference after it.
 *
 * <p>State per server: its readings of the kept history (8 bytes a sample and 8 more per counter), the late samples that
 * wait, of no longer a time, and, of a target, 5.4 kB for two trends; none of a host, and none once the server has been
 * silent for as long as {@link WeatherPolicy#forgetSilentServers}.
 */
final class ServerIncrementFunction
        extends KeyedProcessFunction<String, KeyedBatch<WeatherServerSample>, ServerUpdate> {
    private static final BinaryType<RecentCounterSamples> READINGS = new FormatHolder(ServerIncrementFunction.class)
            .typeOf(
                    RecentCounterSamples.class,
                    1,
                    RecentCounterSamples::writeTo,
                    RecentCounterSamples::readFrom,
                    RecentCounterSamples::copy);

    static final OutputTag<TargetTrend> TRENDS = new OutputTag<>("target-trends", TargetTrend.TYPE);

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private final WeatherPolicy policy;
    private final FileSystemCatalogue catalogue;
    private transient ValueState<RecentCounterSamples> readings;
    private transient MapState<Long, ServerHourSpace> hours;
    private transient ValueState<ServerTrends> trends;
    private transient ValueState<Long> spaceLatest;
    private transient LateElements<WeatherServerSample> late;
    private transient Counter duplicates;
    private transient Counter tooOld;
    private transient Counter faults;

    ServerIncrementFunction(WeatherPolicy policy, FileSystemCatalogue catalogue) {
        this.policy = policy;
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        readings = getRuntimeContext().getState(new ValueStateDescriptor<>("readings", READINGS));
        hours = getRuntimeContext().getMapState(new MapStateDescriptor<>("hours", Types.LONG, ServerHourSpace.TYPE));
        trends = getRuntimeContext().getState(new ValueStateDescriptor<>("trends", ServerTrends.TYPE));
        spaceLatest = getRuntimeContext().getState(new ValueStateDescriptor<>("space-latest", Types.LONG));
        MetricGroup metrics = getRuntimeContext().getMetricGroup();
        duplicates = metrics.counter("duplicateSamples");
        tooOld = metrics.counter("samplesOlderThanHistory");
        late = new LateElements<>(
                getRuntimeContext(),
                WeatherServerSample.TYPE,
                WeatherServerSample::arrivedAt,
                sample -> sample.arrivedAt() - sample.time() > policy.kept().toMillis(),
                tooOld);
        faults = metrics.counter("intervalsAtFault");
    }

    @Override
    public void processElement(KeyedBatch<WeatherServerSample> samples, Context context, Collector<ServerUpdate> out)
            throws Exception {
        ServerRole role = samples.first().role();
        if (role == ServerRole.DATA_HOST || role == ServerRole.METADATA_HOST) {
            for (WeatherServerSample sample : samples) {
                out.collect(ServerUpdate.of(sample, List.of()));
            }
            return;
        }
        List<WeatherServerSample> inTime = late.hold(samples.elements(), context.timerService());
        count(inTime, context.timerService().currentWatermark(), context, out);
    }

    private void countArrived(long time, Context context, Collector<ServerUpdate> out) throws Exception {
        List<WeatherServerSample> arrived = late.arrivedAt(time);
        if (!arrived.isEmpty()) {
            arrived.sort(Comparator.comparingLong(WeatherServerSample::time));
            count(arrived, time, context, out);
        }
    }

    private void count(List<WeatherServerSample> samples, long now, Context context, Collector<ServerUpdate> out)
            throws Exception {
        Hours ofSamples = new Hours(context, now);
        CounterBounds bounds = boundsOf(samples);
        RecentCounterSamples known = null;
        for (WeatherServerSample sample : samples) {
            if (sample.hasOnlySpace()) {
                noteSpace(sample, ofSamples, out);
                continue;
            }
            if (known == null) {
                known = known(now);
            }
            count(sample, bounds, known, ofSamples, out);
        }
        if (known != null) {
            readings.update(known);
        }
        ofSamples.keep();
    }

    private void noteSpace(WeatherServerSample sample, Hours ofSamples, Collector<ServerUpdate> out) throws Exception {
        Long latest = spaceLatest.value();
        spaceLatest.update(latest == null ? sample.time() : Math.max(latest, sample.time()));
        ofSamples.note(sample);
        out.collect(ServerUpdate.of(sample, List.of()));
    }

    private RecentCounterSamples known(long now) throws Exception {
        RecentCounterSamples known = readings.value() == null ? new RecentCounterSamples() : readings.value();
        if (now > Long.MIN_VALUE + policy.kept().toMillis()) {
            // by the minute: forgetting moves all that is kept
            known.forgetBefore(Math.floorDiv(now - policy.kept().toMillis(), MINUTE) * MINUTE);
        }
        return known;
    }

    private CounterBounds boundsOf(List<WeatherServerSample> samples) {
        return samples.isEmpty()
                ? CounterBounds.DEFAULT
                : CounterBounds.ofServer(
                        catalogue.orDefault(samples.get(0).fileSystem()).serverBytesPerSecond());
    }

    private void count(
            WeatherServerSample sample,
            CounterBounds bounds,
            RecentCounterSamples known,
            Hours ofSamples,
            Collector<ServerUpdate> out)
            throws Exception {
        List<CounterIncrement> increments = new ArrayList<>(1);
        switch (known.insert(new ServerCounterSample(sample.time(), sample.counters()), bounds, increments::add)) {
            case DUPLICATE -> duplicates.inc();
            case TOO_OLD -> tooOld.inc();
            case COUNTED -> {
                ofSamples.note(sample);
                for (CounterIncrement increment : increments) {
                    if (increment.fault() && increment.sign() > 0) {
                        faults.inc();
                    }
                }
                out.collect(ServerUpdate.of(sample, increments));
            }
        }
    }

    /** The space that the samples of a batch tell of, by the hour. */
    private final class Hours {
        private final Context context;
        private final long now;
        private long hour = Long.MIN_VALUE;
        private ServerHourSpace latest;
        private boolean changed;

        Hours(Context context, long now) {
            this.context = context;
            this.now = now;
        }

        void note(WeatherServerSample sample) throws Exception {
            if (Math.floorDiv(sample.time(), HOUR) != hour) {
                keep();
                hour = Math.floorDiv(sample.time(), HOUR);
                latest = hours.get(hour);
            }
            if (latest == null && !isFirstOfItsHour(sample)) {
                return;
            }
            ServerHourSpace space = new ServerHourSpace(sample.time(), sample.gauges());
            if (latest == null || space.isBetterThan(latest)) {
                latest = space;
                changed = true;
            }
        }

        /** False if the trend of that hour is known already. */
        private boolean isFirstOfItsHour(WeatherServerSample sample) {
            long interval = intervalMillis(sample.fileSystem());
            context.timerService()
                    .registerEventTimeTimer((hour + 1) * HOUR
                            + interval
                            + policy.forgetSilentServers().toMillis());
            if (trendAt(hour, interval) <= now) {
                return false;
            }
            context.timerService().registerEventTimeTimer(trendAt(hour, interval));
            return true;
        }

        void keep() throws Exception {
            if (changed) {
                hours.put(hour, latest);
                changed = false;
            }
        }
    }

    private static long trendAt(long hour, long interval) {
        return (hour + 1) * HOUR + interval;
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    @Override
    public void onTimer(long time, OnTimerContext context, Collector<ServerUpdate> out) throws Exception {
        String[] key = context.getCurrentKey().split(WeatherServerSample.KEY_SEPARATOR, 3);
        long interval = intervalMillis(key[0]);
        long hour = Math.floorDiv(time - interval, HOUR) - 1;
        ServerHourSpace space = hours.get(hour);
        if (space != null && trendAt(hour, interval) == time) {
            hours.remove(hour);
            if (space.gauges().knowsSpace()) {
                context.output(TRENDS, trend(key, (hour + 1) * HOUR, space));
            }
        }
        RecentCounterSamples known = readings.value();
        long silentSince = time - policy.forgetSilentServers().toMillis();
        boolean isSilent = known == null || known.latest() < silentSince;
        if (isSilent && known != null) {
            readings.clear();
        }
        Long latestSpace = spaceLatest.value();
        if (isSilent && (latestSpace == null || latestSpace < silentSince)) {
            spaceLatest.clear();
            hours.clear();
            trends.clear();
        }
        countArrived(time, context, out);
    }

    private TargetTrend trend(String[] key, long hourEnd, ServerHourSpace space) throws Exception {
        ServerTrends known = trends.value();
        if (known == null) {
            known = new ServerTrends();
        }
        known.observe(space);
        trends.update(known);
        return new TargetTrend(
                key[0],
                RoleCode.role(Integer.parseInt(key[1])),
                key[2],
                hourEnd,
                known.daysUntilBytesFull(),
                known.daysUntilInodesFull());
    }

    static final class ServerTrends {
        static final BinaryType<ServerTrends> TYPE = DelegatingFormat.typeOf(
                ServerTrends.class, 1, ServerTrends::write, ServerTrends::read, ServerTrends::copyOf);

        /** Targets are called full from here on: allocation and performance suffer before the last byte is taken. */
        private static final double FULL = 0.9;

        private final FillTrend bytes;
        private final FillTrend inodes;

        ServerTrends() {
            this(new FillTrend(), new FillTrend());
        }

        private ServerTrends(FillTrend bytes, FillTrend inodes) {
            this.bytes = bytes;
            this.inodes = inodes;
        }

        void observe(ServerHourSpace space) {
            if (!Double.isNaN(space.gauges().usedBytes())) {
                bytes.observe(space.time(), space.gauges().usedBytes());
            }
            if (!Double.isNaN(space.gauges().usedInodes())) {
                inodes.observe(space.time(), space.gauges().usedInodes());
            }
        }

        double daysUntilBytesFull() {
            return bytes.daysUntil(FULL).orElse(Double.NaN);
        }

        double daysUntilInodesFull() {
            return inodes.daysUntil(FULL).orElse(Double.NaN);
        }

        private static void write(ServerTrends value, DataOutput out) throws IOException {
            value.bytes.writeTo(out);
            value.inodes.writeTo(out);
        }

        private static ServerTrends read(DataInput in) throws IOException {
            return new ServerTrends(FillTrend.readFrom(in), FillTrend.readFrom(in));
        }

        private static ServerTrends copyOf(ServerTrends value) {
            return new ServerTrends(value.bytes.copy(), value.inodes.copy());
        }
    }
}
