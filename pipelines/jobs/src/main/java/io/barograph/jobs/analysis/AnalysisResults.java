package io.barograph.jobs.analysis;

import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;

public final class AnalysisResults {
    private final List<Result<?>> results = new ArrayList<>();

    /**
     * One of them.
     *
     * @param streams its records, one stream of each operator that makes some: a union of them would keep what takes
     *     them from being chained to these operators
     */
    public record Result<T extends SpecificRecord>(Topic<T> topic, List<DataStream<T>> streams) {
        public Result {
            streams = List.copyOf(streams);
        }
    }

    <T extends SpecificRecord> void add(Topic<T> topic, DataStream<T> records) {
        add(topic, List.of(records));
    }

    <T extends SpecificRecord> void add(Topic<T> topic, List<DataStream<T>> streams) {
        results.add(new Result<>(topic, streams));
    }

    @SuppressWarnings("unchecked") // results of a topic are of its type
    <T extends SpecificRecord> void addTo(Topic<T> topic, DataStream<T> more) {
        results.replaceAll(result -> {
            if (!result.topic().equals(topic)) {
                return result;
            }
            List<DataStream<T>> streams = new ArrayList<>(((Result<T>) result).streams());
            streams.add(more);
            return new Result<>(topic, streams);
        });
    }

    AnalysisResults of(Set<AnalysisPart> parts) {
        AnalysisResults some = new AnalysisResults();
        results.stream()
                .filter(result -> parts.stream().anyMatch(part -> part.results().contains(result.topic())))
                .forEach(some.results::add);
        return some;
    }

    /** @return all of them, the dead letters last: what is too large of the others is among them */
    public List<Result<?>> all() {
        List<Result<?>> all = new ArrayList<>(results);
        all.sort(Comparator.comparing((Result<?> result) -> result.topic().equals(Topic.DEAD_LETTERS)));
        return List.copyOf(all);
    }
}
