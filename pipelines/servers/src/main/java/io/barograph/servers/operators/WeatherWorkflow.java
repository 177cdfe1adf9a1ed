package io.barograph.servers.operators;

import io.barograph.flink.batches.Batches;
import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Rates, volumes and workload character of every file system (docs/weather.md). */
public final class WeatherWorkflow {
    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;

    private WeatherWorkflow() {}

    /**
     * @param samples samples of all servers, with event time and watermarks
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param policy how long corrections are taken, and settings of the workload character
     * @return the weather; of a corrected span again, with the next revision
     * @throws IllegalArgumentException if a sampling interval fits into no calendar
     */
    public static WeatherResults weather(
            DataStream<ServerSample> samples, FileSystemCatalogue catalogue, WeatherPolicy policy) {
        catalogue.fileSystems().forEach(WeatherWorkflow::checkInterval);
        DataStream<ServerMeasurement> measurements = samples.flatMap(new SelectMeasurements())
                .returns(ServerMeasurement.TYPE)
                .name("select measurements")
                .uid("weather-select-measurements")
                .setParallelism(samples.getParallelism());
        SingleOutputStreamOperator<ServerUpdate> updates = Batches.byKey(
                        Batches.gather(
                                measurements,
                                ServerMeasurement::key,
                                new ServerMeasurement.Format(),
                                "weather-measurements-of-servers"),
                        ServerMeasurement::key)
                .transform(
                        "increments of each server",
                        ServerUpdate.TYPE,
                        new AttributingOperator<>(new ServerIncrementFunction(policy, catalogue)))
                .uid("weather-server-increments");
        SingleOutputStreamOperator<ServerRates> rates = Batches.byKey(
                        Batches.gather(
                                updates,
                                ServerUpdate::fileSystem,
                                new ServerUpdate.Format(),
                                "weather-updates-of-file-systems"),
                        ServerUpdate::fileSystem)
                .connect(updates.getSideOutput(ServerIncrementFunction.TRENDS)
                        .keyBy(TargetTrend::fileSystem, Types.STRING))
                .transform(
                        "rates of each file system",
                        AvroFormat.typeOf(ServerRates.class),
                        new AttributingCoOperator<>(new FileSystemRatesFunction(policy, catalogue)))
                .uid("weather-file-system-rates");
        SingleOutputStreamOperator<ServerRates> periods = Batches.byKey(
                        Batches.gather(
                                rates.getSideOutput(FileSystemRatesFunction.OBSERVATIONS),
                                Observations::fileSystem,
                                new Observations.Format(),
                                "weather-observations-of-file-systems"),
                        Observations::fileSystem)
                .transform(
                        "volumes and character of each file system",
                        AvroFormat.typeOf(ServerRates.class),
                        new AttributingOperator<>(new PeriodFunction(policy, catalogue)))
                .uid("weather-periods");
        return new WeatherResults(rates, periods);
    }

    private static void checkInterval(FileSystem fileSystem) {
        long interval = fileSystem.samplingInterval().toMillis();
        if (MINUTE % interval != 0 && (interval % MINUTE != 0 || DAY % interval != 0)) {
            throw new IllegalArgumentException("file system " + fileSystem.name() + ": samplingInterval "
                    + fileSystem.samplingInterval() + " divides neither a minute nor, in whole minutes, a day;"
                    + " minutes and days could not be made of it");
        }
    }
}
