package io.barograph.servers.operators;

import io.barograph.flink.batches.BatchOperator;
import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.StreamFlatMap;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** The operators of the workflow, each with its real state and timers, one after the other in the calling thread. */
final class WeatherPipeline implements AutoCloseable {
    private final OneInputStreamOperatorTestHarness<ServerSample, ServerMeasurement> select;
    private final OneInputStreamOperatorTestHarness<ServerMeasurement, KeyedBatch<ServerMeasurement>> measurements;
    private final KeyedTwoInputStreamOperatorTestHarness<
                    String, KeyedBatch<ServerMeasurement>, ServersStage.NoQuestion, ServerUpdate>
            servers;
    private final OneInputStreamOperatorTestHarness<ServerUpdate, KeyedBatch<ServerUpdate>> updates;
    private final KeyedTwoInputStreamOperatorTestHarness<String, KeyedBatch<ServerUpdate>, TargetTrend, ServerRates>
            rates;
    private final OneInputStreamOperatorTestHarness<IntervalTransfers, KeyedBatch<IntervalTransfers>> observations;
    private final KeyedOneInputStreamOperatorTestHarness<String, KeyedBatch<IntervalTransfers>, ServerRates> periods;
    private final Consumer<ServerRates> out;

    private static final int MAX_STATE = 1 << 30;

    /** The state of all operators. */
    record Snapshot(OperatorSubtaskState servers, OperatorSubtaskState rates, OperatorSubtaskState periods) {
        long bytes() {
            return servers.getStateSize() + rates.getStateSize() + periods.getStateSize();
        }
    }

    WeatherPipeline(FileSystemCatalogue catalogue, WeatherPolicy policy, Snapshot restored, Consumer<ServerRates> out)
            throws Exception {
        this.out = out;
        select = new OneInputStreamOperatorTestHarness<>(new StreamFlatMap<>(new SelectServerMeasurements()));
        select.setup(serializer(ServerMeasurement.TYPE));
        select.open();
        measurements = gather(ServerMeasurement::key, ServerMeasurement.TYPE.format());
        servers = new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(
                        new ServerFunction<>(catalogue, policy, HistoryPolicy.DEFAULT, null, ServersStage.NO_ANSWERS)),
                samples -> samples.first().key(),
                ServersStage.NoQuestion::key,
                Types.STRING);
        start(servers, ServerUpdate.TYPE, restored == null ? null : restored.servers);
        updates = gather(ServerUpdate::fileSystem, ServerUpdate.TYPE.format());
        rates = new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new FileSystemRatesFunction(policy, catalogue)),
                changes -> changes.first().fileSystem(),
                TargetTrend::fileSystem,
                Types.STRING);
        start(rates, AvroFormat.typeOf(ServerRates.class), restored == null ? null : restored.rates);
        observations = gather(IntervalTransfers::fileSystem, IntervalTransfers.TYPE.format());
        periods = new KeyedOneInputStreamOperatorTestHarness<>(
                new KeyedProcessOperator<>(new PeriodFunction(policy, catalogue)),
                moved -> moved.first().fileSystem(),
                Types.STRING);
        start(periods, AvroFormat.typeOf(ServerRates.class), restored == null ? null : restored.periods);
    }

    private static <T> OneInputStreamOperatorTestHarness<T, KeyedBatch<T>> gather(
            KeySelector<T, String> key, BinaryFormat<T> format) throws Exception {
        OneInputStreamOperatorTestHarness<T, KeyedBatch<T>> harness =
                new OneInputStreamOperatorTestHarness<>(new BatchOperator<>(key, elements -> elements));
        harness.setup(serializer(KeyedBatch.typeOf(format)));
        harness.open();
        return harness;
    }

    private static <T> org.apache.flink.api.common.typeutils.TypeSerializer<T> serializer(BinaryType<T> type) {
        return type.createSerializer(new SerializerConfigImpl());
    }

    private static <T> void start(
            AbstractStreamOperatorTestHarness<T> harness, BinaryType<T> type, OperatorSubtaskState restored)
            throws Exception {
        harness.setCheckpointStorage(new JobManagerCheckpointStorage(MAX_STATE));
        harness.setup(serializer(type));
        if (restored != null) {
            harness.initializeState(restored);
        }
        harness.open();
    }

    /** The weather of samples in the order given; event time is 10 s behind the latest of them, and ends at the end. */
    static List<ServerRates> weather(List<ServerSample> arriving, WeatherPolicy policy) throws Exception {
        List<ServerRates> records = new ArrayList<>();
        try (WeatherPipeline pipeline = new WeatherPipeline(WeatherSite.CATALOGUE, policy, null, records::add)) {
            pipeline.process(arriving);
            pipeline.watermark(Long.MAX_VALUE);
            pipeline.requireEmpty();
        }
        return records;
    }

    void process(List<ServerSample> arriving) throws Exception {
        long latest = Long.MIN_VALUE;
        for (ServerSample sample : arriving) {
            process(sample);
            if (sample.getTime().toEpochMilli() > latest) {
                latest = sample.getTime().toEpochMilli();
                watermark(latest - WeatherSite.OUT_OF_ORDERNESS.toMillis() - 1);
            }
        }
    }

    void process(ServerSample sample) throws Exception {
        select.processElement(sample, sample.getTime().toEpochMilli());
        drain(
                select.getOutput(),
                (ServerMeasurement measurement) -> measurements.processElement(measurement, measurement.time()));
    }

    void watermark(long time) throws Exception {
        measurements.processWatermark(time);
        forward();
        servers.processBothWatermarks(new Watermark(time));
        forward();
        updates.processWatermark(time);
        forward();
        rates.processBothWatermarks(new Watermark(time));
        forward();
        observations.processWatermark(time);
        forward();
        periods.processWatermark(time);
        forward();
    }

    /** Something that takes a record. */
    private interface Receiver<T> {
        void take(T record) throws Exception;
    }

    private void forward() throws Exception {
        drain(measurements.getOutput(), (KeyedBatch<ServerMeasurement> batch) -> servers.processElement1(batch, 0));
        drain(servers.getOutput(), (ServerUpdate update) -> updates.processElement(update, update.time()));
        drain(updates.getOutput(), (KeyedBatch<ServerUpdate> batch) -> rates.processElement1(batch, 0));
        drainSide(servers, ServerFunction.TRENDS, trend -> rates.processElement2(trend, trend.hourEnd()));
        drain(rates.getOutput(), out::accept);
        drainSide(
                rates,
                FileSystemRatesFunction.OBSERVATIONS,
                moved -> observations.processElement(moved, moved.label()));
        drain(observations.getOutput(), (KeyedBatch<IntervalTransfers> batch) -> periods.processElement(batch, 0));
        drain(periods.getOutput(), out::accept);
    }

    @SuppressWarnings("unchecked") // the harness mixes records and watermarks
    private static <T> void drain(Queue<Object> output, Receiver<T> receiver) throws Exception {
        for (Object element = output.poll(); element != null; element = output.poll()) {
            if (element instanceof StreamRecord<?> record) {
                receiver.take((T) record.getValue());
            }
        }
    }

    private static <T> void drainSide(
            AbstractStreamOperatorTestHarness<?> harness, OutputTag<T> tag, Receiver<T> receiver) throws Exception {
        Queue<StreamRecord<T>> output = harness.getSideOutput(tag);
        for (StreamRecord<T> record = poll(output); record != null; record = poll(output)) {
            receiver.take(record.getValue());
        }
    }

    private static <T> StreamRecord<T> poll(Queue<StreamRecord<T>> output) {
        return output == null ? null : output.poll();
    }

    Snapshot snapshot() throws Exception {
        measurements.prepareSnapshotPreBarrier(1);
        forward();
        updates.prepareSnapshotPreBarrier(1);
        forward();
        observations.prepareSnapshotPreBarrier(1);
        forward();
        return new Snapshot(servers.snapshot(1, 1), rates.snapshot(1, 1), periods.snapshot(1, 1));
    }

    void requireEmpty() {
        for (int left : new int[] {
            servers.numKeyedStateEntries(), servers.numEventTimeTimers(),
            rates.numKeyedStateEntries(), rates.numEventTimeTimers(),
            periods.numKeyedStateEntries(), periods.numEventTimeTimers()
        }) {
            if (left != 0) {
                throw new AssertionError("state or timers are left over: servers " + servers.numKeyedStateEntries()
                        + ", " + servers.numEventTimeTimers() + "; rates " + rates.numKeyedStateEntries() + ", "
                        + rates.numEventTimeTimers() + "; periods " + periods.numKeyedStateEntries() + ", "
                        + periods.numEventTimeTimers());
            }
        }
    }

    @Override
    public void close() throws Exception {
        select.close();
        measurements.close();
        servers.close();
        updates.close();
        rates.close();
        observations.close();
        periods.close();
    }
}
