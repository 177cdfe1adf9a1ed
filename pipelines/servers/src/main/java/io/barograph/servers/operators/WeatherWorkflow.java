package io.barograph.servers.operators;

import io.barograph.flink.batches.BatchedStreams;
import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Rates, volumes and workload character of every file system (docs/weather.md). */
public final class WeatherWorkflow {
    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;

    private WeatherWorkflow() {}

    /**
     * @param servers what is made of the samples of all servers
     * @param catalogue file systems with their sampling intervals and expected servers
     * @param policy how long corrections are taken, and settings of the workload character
     * @return the weather; of a corrected span again, with the next revision
     * @throws IllegalArgumentException if a sampling interval fits into no calendar
     */
    public static WeatherResults weather(ServersStage servers, FileSystemCatalogue catalogue, WeatherPolicy policy) {
        catalogue.fileSystems().forEach(WeatherWorkflow::checkInterval);
        SingleOutputStreamOperator<ServerRates> rates = BatchedStreams.byKey(
                        BatchedStreams.gather(
                                servers.updates(),
                                ServerUpdate::fileSystem,
                                ServerUpdate.TYPE.format(),
                                "weather-updates-of-file-systems"),
                        ServerUpdate::fileSystem)
                .connect(servers.trends().keyBy(TargetTrend::fileSystem, Types.STRING))
                .transform(
                        "rates of each file system",
                        AvroFormat.typeOf(ServerRates.class),
                        new AttributingCoOperator<>(new FileSystemRatesFunction(policy, catalogue)))
                .uid("weather-file-system-rates");
        DataStream<KeyedBatch<IntervalTransfers>> transfers = BatchedStreams.gather(
                rates.getSideOutput(FileSystemRatesFunction.OBSERVATIONS),
                IntervalTransfers::fileSystem,
                IntervalTransfers.TYPE.format(),
                "weather-observations-of-file-systems");
        // they are where their file system is: no exchange
        SingleOutputStreamOperator<ServerRates> periods = DataStreamUtils.reinterpretAsKeyedStream(
                        transfers, batch -> batch.first().fileSystem(), Types.STRING)
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
