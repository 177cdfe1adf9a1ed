package io.barograph.runtime;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** All samples of a pass, with the questions that tests ask. */
public record SampleList(List<ServerSample> all) {
    /** Time and name of a server. */
    public record SampleKey(Instant time, String server) {}

    /**
     * @param samples a pass
     * @return its samples
     */
    public static SampleList of(Iterator<ServerSample> samples) {
        List<ServerSample> all = new ArrayList<>();
        samples.forEachRemaining(all::add);
        return new SampleList(List.copyOf(all));
    }

    /** @return the samples of one kind */
    public SampleList kind(ServerKind kind) {
        return new SampleList(
                all.stream().filter(sample -> sample.getKind() == kind).toList());
    }

    /** @return the samples by time and server */
    public Map<SampleKey, ServerSample> byKey() {
        Map<SampleKey, ServerSample> byKey = new HashMap<>();
        for (ServerSample sample : all) {
            ServerSample other = byKey.put(new SampleKey(sample.getTime(), sample.getServer()), sample);
            if (other != null) {
                throw new AssertionError("twice: " + sample);
            }
        }
        return byKey;
    }

    /** @return the differences of a counter by server and closing time, resets not considered */
    public Map<String, Map<Instant, Long>> differences(Function<ServerSample, Long> counter) {
        Map<String, Map<Instant, Long>> differences = new TreeMap<>();
        Map<String, Long> previous = new TreeMap<>();
        for (ServerSample sample : all) {
            Long value = counter.apply(sample);
            if (value == null) {
                continue;
            }
            Long before = previous.put(sample.getServer(), value);
            if (before != null) {
                differences
                        .computeIfAbsent(sample.getServer(), unused -> new TreeMap<>())
                        .put(sample.getTime(), value - before);
            }
        }
        return differences;
    }

    /** @return sum of all differences of a counter by server */
    public Map<String, Long> volumes(Function<ServerSample, Long> counter) {
        Map<String, Long> volumes = new TreeMap<>();
        differences(counter)
                .forEach((server, differences) -> volumes.put(
                        server,
                        differences.values().stream().mapToLong(Long::longValue).sum()));
        return volumes;
    }
}
