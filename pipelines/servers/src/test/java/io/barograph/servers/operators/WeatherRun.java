package io.barograph.servers.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** The weather of some samples, through the whole workflow on a real, small cluster. */
final class WeatherRun {
    private final List<ServerRates> records;

    private WeatherRun(List<ServerRates> records) {
        this.records = records;
    }

    static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        return configuration;
    }

    static WatermarkStrategy<ServerSample> watermarks() {
        return WatermarkStrategy.<ServerSample>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                .withTimestampAssigner((sample, ignored) -> sample.getTime().toEpochMilli());
    }

    static WeatherRun of(List<ServerSample> samples, FileSystemCatalogue catalogue, WeatherPolicy policy)
            throws Exception {
        StreamExecutionEnvironment env = WorkflowCluster.environment(2, configuration());
        env.getConfig().setAutoWatermarkInterval(1);
        DataStream<ServerSample> stream = env.fromData(samples, AvroFormat.typeOf(ServerSample.class))
                .uid("samples")
                .assignTimestampsAndWatermarks(watermarks())
                .uid("watermarks");
        WeatherResults weather = WeatherWorkflow.weather(
                ServersStage.ofRates(stream, catalogue, policy, HistoryPolicy.DEFAULT), catalogue, policy);
        return new WeatherRun(collect(weather.rates().union(weather.periods())));
    }

    static List<ServerRates> collect(DataStream<ServerRates> weather) throws Exception {
        List<ServerRates> records = new ArrayList<>();
        try (CloseableIterator<ServerRates> collected = weather.executeAndCollect("weather")) {
            collected.forEachRemaining(records::add);
        }
        return records;
    }

    /** All records, in an order of their own. */
    List<ServerRates> sorted() {
        return records.stream()
                .sorted(Comparator.comparing(ServerRates::getFileSystem)
                        .thenComparing(ServerRates::getSpan)
                        .thenComparing(ServerRates::getDirection)
                        .thenComparing(ServerRates::getFrom)
                        .thenComparing(ServerRates::getRevision))
                .toList();
    }

    /** The latest revision of each span by its start. */
    SortedMap<Long, ServerRates> latest(Span span, TrafficDirection direction) {
        SortedMap<Long, ServerRates> latest = new TreeMap<>();
        for (ServerRates rates : sorted()) {
            if (rates.getSpan() == span && rates.getDirection() == direction) {
                latest.put(rates.getFrom().toEpochMilli(), rates);
            }
        }
        return latest;
    }

    SortedMap<Long, ServerRates> latest(Span span) {
        return latest(span, TrafficDirection.TOTAL);
    }
}
