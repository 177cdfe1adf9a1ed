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
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.util.Collector;

/**
 * Turns the samples of one server into increments of its counters and their corrections, and follows by which trend a
 * target fills.
 *
 * <p>A sample that came behind the watermark counts at the event time that it came at: what it finds there does not depend
 * on how far the watermark goes at once. One that came later than {@link WeatherPolicy#kept} is left out and counted; what
 * its counter says is in the difference after it.
 *
 * <p>State per server: its readings of the kept history (8 bytes a sample and 8 more per counter), the late samples that
 * wait, of no longer a time, and, of a target, 5.4 kB for two trends; none of a host, and none once the server has been
 * silent for as long as {@link WeatherPolicy#forgetSilentServers}.
 */
final class ServerIncrements {
    private static final BinaryType<RecentCounterSamples> READINGS = new FormatHolder(ServerIncrements.class)
            .typeOf(
                    RecentCounterSamples.class,
                    2,
                    RecentCounterSamples::writeTo,
                    RecentCounterSamples::readFrom,
                    RecentCounterSamples::copy);

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;

    private final WeatherPolicy policy;
    private final FileSystemCatalogue catalogue;
    private final ValueState<RecentCounterSamples> readings;
    private final MapState<Long, ServerHourSpace> hours;
    private final ValueState<ServerTrends> trends;
    private final ValueState<Long> spaceLatest;
    private final LateElements<ServerMeasurement> late;
    private final Counter duplicates;
    private final Counter tooOld;
    private final Counter faults;

    /** @param runtime of the operator, whose states these are */
    ServerIncrements(WeatherPolicy policy, FileSystemCatalogue catalogue, RuntimeContext runtime) {
        this.policy = policy;
        this.catalogue = catalogue;
        readings = runtime.getState(new ValueStateDescriptor<>("readings", READINGS));
        hours = runtime.getMapState(new MapStateDescriptor<>("space", Types.LONG, ServerHourSpace.TYPE));
        trends = runtime.getState(new ValueStateDescriptor<>("trends", ServerTrends.TYPE));
        spaceLatest = runtime.getState(new ValueStateDescriptor<>("space-latest", Types.LONG));
        MetricGroup metrics = runtime.getMetricGroup().addGroup("rates");
        duplicates = metrics.counter("duplicateSamples");
        tooOld = metrics.counter("samplesOlderThanHistory");
        faults = metrics.counter("intervalsAtFault");
        late = new LateElements<>(
                runtime,
                ServerMeasurement.TYPE,
                ServerMeasurement::arrivedAt,
                sample -> sample.arrivedAt() - sample.time() > policy.kept().toMillis(),
                tooOld);
    }

    /** Of a host only gauges are known: they go on at once. */
    void add(KeyedBatch<ServerMeasurement> samples, TimerService timers, Collector<ServerUpdate> out) throws Exception {
        List<ServerMeasurement> ofTargets = new ArrayList<>(samples.elements().size());
        for (ServerMeasurement sample : samples) {
            if (sample.role() == ServerRole.DATA || sample.role() == ServerRole.METADATA) {
                ofTargets.add(sample);
                ServerUpdate ofHost = sample.ofHost();
                if (ofHost != null) {
                    out.collect(ofHost);
                }
            } else {
                out.collect(ServerUpdate.of(sample, List.of()));
            }
        }
        if (!ofTargets.isEmpty()) {
            List<ServerMeasurement> inTime = late.hold(ofTargets, timers);
            boolean all = inTime.size() == samples.elements().size();
            count(
                    all ? samples : inTime,
                    timers.currentWatermark(),
                    timers,
                    out); // the batch knows where it has come to
        }
    }

    private void countArrived(long time, TimerService timers, Collector<ServerUpdate> out) throws Exception {
        List<ServerMeasurement> arrived = late.arrivedAt(time);
        if (!arrived.isEmpty()) {
            arrived.sort(Comparator.comparingLong(ServerMeasurement::time));
            count(arrived, time, timers, out);
        }
    }

    private void count(Iterable<ServerMeasurement> samples, long now, TimerService timers, Collector<ServerUpdate> out)
            throws Exception {
        Hours ofSamples = new Hours(timers, now);
        CounterBounds bounds = null;
        RecentCounterSamples known = null;
        for (ServerMeasurement sample : samples) {
            if (sample.hasOnlySpace()) {
                noteSpace(sample, ofSamples, out);
                continue;
            }
            if (known == null) {
                known = known(now);
                bounds = CounterBounds.ofServer(
                        catalogue.orDefault(sample.fileSystem()).serverBytesPerSecond());
            }
            count(sample, bounds, known, ofSamples, out);
        }
        if (known != null) {
            readings.update(known);
        }
        ofSamples.keep();
    }

    private void noteSpace(ServerMeasurement sample, Hours ofSamples, Collector<ServerUpdate> out) throws Exception {
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

    private void count(
            ServerMeasurement sample,
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
        private final TimerService timers;
        private final long now;
        private long hour = Long.MIN_VALUE;
        private ServerHourSpace latest;
        private boolean changed;

        Hours(TimerService timers, long now) {
            this.timers = timers;
            this.now = now;
        }

        void note(ServerMeasurement sample) throws Exception {
            if (Math.floorDiv(sample.time(), HOUR) != hour) {
                keep();
                hour = Math.floorDiv(sample.time(), HOUR);
                latest = hours.get(hour);
            }
            if (latest == null && !isFirstOfItsHour(sample)) {
                return;
            }
            ServerHourSpace space = new ServerHourSpace(sample.role(), sample.server(), sample.time(), sample.gauges());
            if (latest == null || space.isBetterThan(latest)) {
                latest = space;
                changed = true;
            }
        }

        /** False if the trend of that hour is known already. */
        private boolean isFirstOfItsHour(ServerMeasurement sample) {
            long interval = intervalMillis(sample.fileSystem());
            timers.registerEventTimeTimer(
                    (hour + 1) * HOUR + interval + policy.forgetSilentServers().toMillis());
            if (trendAt(hour, interval) <= now) {
                return false;
            }
            timers.registerEventTimeTimer(trendAt(hour, interval));
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

    void onTimer(
            long time,
            String fileSystem,
            TimerService timers,
            Collector<ServerUpdate> out,
            Consumer<TargetTrend> rising)
            throws Exception {
        long interval = intervalMillis(fileSystem);
        long hour = Math.floorDiv(time - interval, HOUR) - 1;
        ServerHourSpace space = hours.get(hour);
        if (space != null && trendAt(hour, interval) == time) {
            hours.remove(hour);
            if (space.gauges().knowsSpace()) {
                rising.accept(trend(fileSystem, (hour + 1) * HOUR, space));
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
        countArrived(time, timers, out);
    }

    private TargetTrend trend(String fileSystem, long hourEnd, ServerHourSpace space) throws Exception {
        ServerTrends known = trends.value();
        if (known == null) {
            known = new ServerTrends();
        }
        known.observe(space);
        trends.update(known);
        return new TargetTrend(
                fileSystem,
                space.role(),
                space.server(),
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
