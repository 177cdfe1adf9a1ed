package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All probe operations at one moment.
 *
 * @param failure why nothing is known; empty if the database has answered
 */
public record SlowdownSnapshot(Instant time, List<Operation> operations, String failure)
        implements DatabaseResult<SlowdownSnapshot> {
    public static final SlowdownSnapshot NOTHING = new SlowdownSnapshot(Instant.EPOCH, List.of(), "");
    private static final InfluxRow NO_ROW = new InfluxRow("", Map.of(), Map.of());

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

    @Override
    public SlowdownSnapshot unknown(Instant now, String reason) {
        return new SlowdownSnapshot(now, List.of(), reason);
    }

    /** Asks the database. */
    public static SlowdownSnapshot ask(WeatherQueries store, Instant now) throws IOException, InterruptedException {
        Map<List<String>, List<TimePoint>> minutes = new HashMap<>();
        for (InfluxRow row : store.slowdowns(now)) {
            minutes.computeIfAbsent(operation(row), key -> new ArrayList<>())
                    .add(new TimePoint(InfluxRowReader.time(row), InfluxRowReader.known(row, "slowdown")));
        }
        Map<List<String>, InfluxRow> tenMinutes = new HashMap<>();
        store.tenMinutes(now).forEach(row -> tenMinutes.put(operation(row), row));
        Map<List<String>, InfluxRow> live = new HashMap<>();
        store.liveSlowdowns(now).forEach(row -> live.put(operation(row), row));
        return new SlowdownSnapshot(
                now,
                Stream.of(minutes, tenMinutes, live)
                        .flatMap(known -> known.keySet().stream())
                        .distinct()
                        .sorted(Comparator.comparing(key -> String.join("/", key)))
                        .map(key -> operation(
                                key,
                                live.getOrDefault(key, NO_ROW),
                                tenMinutes.getOrDefault(key, NO_ROW),
                                minutes.getOrDefault(key, List.of())))
                        .toList(),
                "");
    }

    private static List<String> operation(InfluxRow row) {
        return List.of(InfluxRowReader.tag(row, "fs"), InfluxRowReader.tag(row, "operation"));
    }

    private static Operation operation(
            List<String> key, InfluxRow live, InfluxRow tenMinutes, List<TimePoint> minutes) {
        return new Operation(
                key.get(0),
                key.get(1),
                InfluxRowReader.known(live, "slowdown"),
                InfluxRowReader.known(live, "median_s"),
                InfluxRowReader.known(live, "expected_s"),
                InfluxRowReader.known(tenMinutes, "slowdown"),
                InfluxRowReader.known(tenMinutes, "slowdown_p95"),
                tenMinutes.values().isEmpty()
                        ? null
                        : (Long) (InfluxRowReader.count(tenMinutes, "timeouts")
                                + InfluxRowReader.count(tenMinutes, "broken")),
                InfluxRowReader.text(tenMinutes, "baseline"),
                minutes);
    }
}
