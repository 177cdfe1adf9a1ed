package io.barograph.cli.replay;

import io.barograph.schemas.JobWeather;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What came out of a replay.
 *
 * @param weather decisions and imported history, in the order of their event time and key
 */
record ReplayResult(Path folder, Map<String, Long> counts, List<JobWeather> weather) {
    ReplayResult in(Path other) {
        return new ReplayResult(other, counts, weather);
    }

    long of(String topic) {
        return counts.getOrDefault(topic, 0L);
    }
}
