package io.barograph.runs.operators;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.history.CounterSample;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Keeps the byte and operation counters of data servers (OST, NSD); other servers carry no traffic of files. */
final class SelectDataServers implements FlatMapFunction<ServerSample, DataServerSample> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(ServerSample sample, Collector<DataServerSample> out) {
        boolean dataServer = sample.getKind() == ServerKind.OST || sample.getKind() == ServerKind.NSD;
        if (!dataServer || sample.getReadBytes() == null || sample.getWriteBytes() == null) {
            return;
        }
        out.collect(new DataServerSample(
                sample.getFileSystem(),
                ServerNames.withinFileSystem(sample.getServer()),
                new CounterSample(
                        sample.getTime().toEpochMilli(),
                        LateArrivalTime.knownAt(sample.getPublishedAt(), sample.getArrivedAt()),
                        sample.getReadBytes(),
                        sample.getWriteBytes(),
                        orNotReported(sample.getReadOperations()),
                        orNotReported(sample.getWriteOperations()))));
    }

    private static long orNotReported(Long counter) {
        return counter == null ? CounterSample.NOT_REPORTED : counter;
    }
}
