package io.barograph.flink.topics;

import io.barograph.schemas.Topic;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Where the results of an analysis go. */
@FunctionalInterface
public interface ResultTarget {
    /** @param streams records of a topic, one stream of each operator that makes some; at least one */
    <T extends SpecificRecord> void write(List<DataStream<T>> streams, Topic<T> topic);
}
