package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRole;
import io.barograph.servers.rates.FillTrend;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.util.Collector;

/**
 * Hands on what the samples of one server add to the rates, and follows by which trend a target fills.
 *
 * <p>State per server: of a target, 5.4 kB for two trends; none of a host, and none once the server has been silent for as
 * long as {@link WeatherPolicy#forgetSilentServers}.
 */
final class ServerIncrements {
    private static final long HOUR = 3_600_000;

    private final WeatherPolicy policy;
    private final FileSystemCatalogue catalogue;
    private final MapState<Long, ServerHourSpace> hours;
    private final ValueState<ServerTrends> trends;
    private final ValueState<Long> latestSample;

    /** @param runtime of the operator, whose states {@code space}, {@code trends} and {@code latest} these are */
    ServerIncrements(WeatherPolicy policy, FileSystemCatalogue catalogue, RuntimeContext runtime) {
        this.policy = policy;
        this.catalogue = catalogue;
        hours = runtime.getMapState(new MapStateDescriptor<>("space", Types.LONG, ServerHourSpace.TYPE));
        trends = runtime.getState(new ValueStateDescriptor<>("trends", ServerTrends.TYPE));
        latestSample = runtime.getState(new ValueStateDescriptor<>("latest", Types.LONG));
    }

    /** @param now event time that the samples count at */
    Batch open(TimerService timers, long now, Collector<ServerUpdate> out) {
        return new Batch(timers, now, out);
    }

    /** What a batch of samples adds, and the space that they say, by the hour. */
    final class Batch {
        private final TimerService timers;
        private final long now;
        private final Collector<ServerUpdate> out;
        private long latestOfTarget = Long.MIN_VALUE;
        private long hour = Long.MIN_VALUE;
        private ServerHourSpace space;
        private boolean changed;

        private Batch(TimerService timers, long now, Collector<ServerUpdate> out) {
            this.timers = timers;
            this.now = now;
            this.out = out;
        }

        /**
         * Of a host only gauges are known: they go on as they are.
         *
         * @param counted what became of its counters; null if it has none
         */
        void add(ServerMeasurement sample, KeyedCounters.Counted counted) throws Exception {
            boolean isTarget = sample.role() == ServerRole.DATA || sample.role() == ServerRole.METADATA;
            if (!isTarget) {
                out.collect(ServerUpdate.of(sample, List.of()));
                return;
            }
            ServerUpdate ofHost = sample.ofHost();
            if (ofHost != null) {
                out.collect(ofHost);
            }
            if (counted == null || counted.isNew()) {
                latestOfTarget = Math.max(latestOfTarget, sample.time());
                note(sample);
                out.collect(ServerUpdate.of(sample, counted == null ? List.of() : counted.increments()));
            }
        }

        private void note(ServerMeasurement sample) throws Exception {
            if (Math.floorDiv(sample.time(), HOUR) != hour) {
                keepSpace();
                hour = Math.floorDiv(sample.time(), HOUR);
                space = hours.get(hour);
            }
            if (space == null && !isFirstOfItsHour(sample)) {
                return;
            }
            ServerHourSpace ofSample =
                    new ServerHourSpace(sample.role(), sample.server(), sample.time(), sample.gauges());
            if (space == null || ofSample.isBetterThan(space)) {
                space = ofSample;
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

        private void keepSpace() throws Exception {
            if (changed) {
                hours.put(hour, space);
                changed = false;
            }
        }

        void keep() throws Exception {
            keepSpace();
            if (latestOfTarget > Long.MIN_VALUE) {
                Long latest = latestSample.value();
                latestSample.update(latest == null ? latestOfTarget : Math.max(latest, latestOfTarget));
            }
        }
    }

    private static long trendAt(long hour, long interval) {
        return (hour + 1) * HOUR + interval;
    }

    private long intervalMillis(String fileSystem) {
        return catalogue.orDefault(fileSystem).samplingInterval().toMillis();
    }

    void onTimer(long time, String fileSystem, Consumer<TargetTrend> rising) throws Exception {
        long interval = intervalMillis(fileSystem);
        long hour = Math.floorDiv(time - interval, HOUR) - 1;
        ServerHourSpace space = trendAt(hour, interval) == time ? hours.get(hour) : null;
        if (space != null) {
            hours.remove(hour);
            if (space.gauges().knowsSpace()) {
                rising.accept(trend(fileSystem, (hour + 1) * HOUR, space));
            }
        }
        long forgotten = policy.forgetSilentServers().toMillis();
        if (Math.floorMod(time - interval - forgotten, HOUR) != 0) {
            return;
        }
        Long latest = latestSample.value();
        if (latest != null && latest < time - forgotten) {
            latestSample.clear();
            hours.clear();
            trends.clear();
        }
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
        static final BinaryType<ServerTrends> TYPE =
                DelegatingFormat.mutableTypeOf(ServerTrends.class, 1, ServerTrends::write, ServerTrends::read);

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
    }
}
