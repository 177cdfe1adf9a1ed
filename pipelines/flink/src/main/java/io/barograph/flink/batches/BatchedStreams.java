package io.barograph.flink.batches;

import io.barograph.flink.state.BinaryFormat;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.util.function.SerializableFunction;

/** Streams whose elements go to the operators of their keys in batches. */
public final class BatchedStreams {
    private BatchedStreams() {}

    /**
     * Gathers where the elements are. A key's elements keep their order; those of different keys do not, which they would
     * not behind an exchange either.
     */
    public static <T> DataStream<KeyedBatch<T>> gather(
            DataStream<T> elements, KeySelector<T, String> key, BinaryFormat<T> format, String uid) {
        return gather(elements, key, format, gathered -> gathered, uid);
    }

    /**
     * @param combine makes fewer elements that say the same of those of one key, before they are passed on; it gives one at
     *     least
     */
    public static <T> DataStream<KeyedBatch<T>> gather(
            DataStream<T> elements,
            KeySelector<T, String> key,
            BinaryFormat<T> format,
            SerializableFunction<List<T>, List<T>> combine,
            String uid) {
        return elements.transform("gather", KeyedBatch.typeOf(format), new BatchOperator<>(key, combine))
                .uid(uid)
                .setParallelism(elements.getParallelism());
    }

    public static <T> KeyedStream<KeyedBatch<T>, String> byKey(
            DataStream<KeyedBatch<T>> batches, KeySelector<T, String> key) {
        return batches.keyBy(batch -> key.getKey(batch.first()), Types.STRING);
    }
}
