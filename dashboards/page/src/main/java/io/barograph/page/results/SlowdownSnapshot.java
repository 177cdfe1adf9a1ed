package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * All probe operations at one moment.
 *
 * @param failure why nothing is known; empty if the database has answered
 */
public record SlowdownSnapshot(Instant time, List<Operation> operations, String failure)
        implements DatabaseResult<SlowdownSnapshot> {
    /**
     * One operation on one file system; what is null is not known.
     *
     * @param medianSeconds median duration of the last 30 s
     * @param tenMinutes slowdown of the latest ten minutes
     * @param failed time-outs and failed operations of the latest ten minutes
     * @param baseline how firm what is usual is; empty if not known
     */
    public record Operation(
            String fileSystem,
            String operation,
            Double live,
            Double medianSeconds,
            Double expectedSeconds,
            Double tenMinutes,
            Double tail,
            Long failed,
            String baseline,
            List<TimePoint> minutes) {}

    public static SlowdownSnapshot unasked(Instant now) {
        return new SlowdownSnapshot(now, List.of(), "InfluxDB has not been asked yet");
    }

    @Override
    public SlowdownSnapshot unknown(Instant now, String reason) {
        return new SlowdownSnapshot(now, List.of(), reason);
    }

    public static SlowdownSnapshot ask(WeatherQueries store, Instant now) throws InterruptedException {
        TreeMap<String, Parts> parts = new TreeMap<>();
        try {
            for (InfluxRow row : store.slowdowns(now)) {
                of(row, parts)
                        .minutes
                        .add(new TimePoint(InfluxRowReader.time(row), InfluxRowReader.known(row, "slowdown")));
            }
            store.tenMinutes(now).forEach(row -> of(row, parts).tenMinutes = row);
            store.liveSlowdowns(now).forEach(row -> of(row, parts).live = row);
        } catch (IOException e) {
            return new SlowdownSnapshot(now, List.of(), "InfluxDB does not answer: " + e.getMessage());
        }
        return new SlowdownSnapshot(
                now, parts.values().stream().map(Parts::operation).toList(), "");
    }

    private static Parts of(InfluxRow row, TreeMap<String, Parts> parts) {
        String fileSystem = InfluxRowReader.tag(row, "fs");
        String operation = InfluxRowReader.tag(row, "operation");
        return parts.computeIfAbsent(fileSystem + "/" + operation, key -> new Parts(fileSystem, operation));
    }

    /** What has been read of one operation. */
    private static final class Parts {
        private final String fileSystem;
        private final String name;
        private final List<TimePoint> minutes = new ArrayList<>();
        private InfluxRow tenMinutes;
        private InfluxRow live;

        Parts(String fileSystem, String name) {
            this.fileSystem = fileSystem;
            this.name = name;
        }

        Operation operation() {
            return new Operation(
                    fileSystem,
                    name,
                    live == null ? null : InfluxRowReader.known(live, "slowdown"),
                    live == null ? null : InfluxRowReader.known(live, "median_s"),
                    live == null ? null : InfluxRowReader.known(live, "expected_s"),
                    tenMinutes == null ? null : InfluxRowReader.known(tenMinutes, "slowdown"),
                    tenMinutes == null ? null : InfluxRowReader.known(tenMinutes, "slowdown_p95"),
                    tenMinutes == null
                            ? null
                            : (Long) (InfluxRowReader.count(tenMinutes, "timeouts")
                                    + InfluxRowReader.count(tenMinutes, "broken")),
                    tenMinutes == null ? "" : InfluxRowReader.text(tenMinutes, "baseline"),
                    minutes);
        }
    }
}
