package io.barograph.servers.operators;

import io.barograph.schemas.ServerRates;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * What the workflow gives.
 *
 * @param rates weather of each interval and minute of each file system
 * @param periods volumes and character of each hour, day and month
 */
public record WeatherResults(DataStream<ServerRates> rates, DataStream<ServerRates> periods) {
    public List<DataStream<ServerRates>> all() {
        return List.of(rates, periods);
    }
}
