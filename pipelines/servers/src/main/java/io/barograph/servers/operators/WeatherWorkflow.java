package io.barograph.servers.operators;

import io.barograph.flink.batches.BatchedStreams;
import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.CatalogueFileSystem;
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
        DataStream<WeatherServerSample> measurements = samples.flatMap(new SelectWeatherSamples())
                .returns(WeatherServerSample.TYPE)
                .name("select measurements")
                .uid("weather-select-measurements")
                .setParallelism(samples.getParallelism());
        SingleOutputStreamOperator<ServerUpdate> updates = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                measurements,
                                WeatherServerSample::key,
                                WeatherServerSample.TYPE.format(),
                                "weather-measurements-of-servers"),
                        WeatherServerSample::key)
                .transform(
                        "increments of each server",
                        ServerUpdate.TYPE,
                        new AttributingOperator<>(new ServerIncrementFunction(policy, catalogue)))
                .uid("weather-server-increments");
        SingleOutputStreamOperator<ServerRates> rates = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                updates,
                                ServerUpdate::fileSystem,
                                ServerUpdate.TYPE.format(),
                                "weather-updates-of-file-systems"),
                        ServerUpdate::fileSystem)
                .connect(updates.getSideOutput(ServerIncrementFunction.TRENDS)
                        .keyBy(TargetTrend::fileSystem, Types.STRING))
                .transform(
                        "rates of each file system",
                        AvroFormat.typeOf(ServerRates.class),
                        new AttributingCoOperator<>(new FileSystemRatesFunction(policy, catalogue)))
                .uid("weather-file-system-rates");
        SingleOutputStreamOperator<ServerRates> periods = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                rates.getSideOutput(FileSystemRatesFunction.OBSERVATIONS),
                                IntervalTransfers::fileSystem,
                                IntervalTransfers.TYPE.format(),
                                "weather-observations-of-file-systems"),
                        IntervalTransfers::fileSystem)
                .transform(
                        "volumes and character of each file system",
                        AvroFormat.typeOf(ServerRates.class),
                        new AttributingOperator<>(new PeriodFunction(policy, catalogue)))
                .uid("weather-periods");
        return new WeatherResults(rates, periods);
    }

    private static void checkInterval(CatalogueFileSystem fileSystem) {
        long interval = fileSystem.samplingInterval().toMillis();
        if (MINUTE % interval != 0 && (interval % MINUTE != 0 || DAY % interval != 0)) {
            throw new IllegalArgumentException("file system " + fileSystem.name() + ": samplingInterval "
                    + fileSystem.samplingInterval() + " divides neither a minute nor, in whole minutes, a day;"
                    + " minutes and days could not be made of it");
        }
    }
}
