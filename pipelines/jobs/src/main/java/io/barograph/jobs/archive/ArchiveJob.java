package io.barograph.jobs.archive;

import io.barograph.flink.JobArguments;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.TopicAccess;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.file.CodecFactory;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.FileCompactStrategy;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/**
 * Input topics in, Avro object-container files out, exactly once. One source and one sink serve all topics: the folder
 * of a file is that of its records ({@link ArchiveLayout}), and the schema that of their topic.
 *
 * <p>A writer closes its files with each checkpoint, so that a catch-up over days holds no more files open than one
 * checkpoint interval brings. They stay hidden until those of {@link ArchiveConfiguration#fileSpan} are put together.
 * What waits for that is in the state of the job, beyond the offsets committed to Kafka: a restart must begin from a
 * checkpoint, or it leaves these records out.
 */
public final class ArchiveJob {
    /** Files of one hour are put together earlier when they are this long. */
    static final long MAX_COMPACTED_BYTES = 16L << 20;

    private static final String NAME = "archive";

    /** What its account must be allowed to do. */
    public static final TopicAccess ACCESS =
            new TopicAccess(NAME, topics(), List.of(Topic.DEAD_LETTERS), List.of(Topic.QUARANTINE));

    private ArchiveJob() {}

    /**
     * Builds the graph.
     *
     * @param env environment to build the graph in; its checkpoint interval must be set
     * @param configuration what to read and where to write
     */
    public static void build(StreamExecutionEnvironment env, ArchiveConfiguration configuration) {
        TopicStreams topics = new TopicStreams(env, configuration.kafka(), NAME, configuration.bounded());
        SingleOutputStreamOperator<ArchivedRecord> records = topics.readRaw(topics(), true)
                .process(
                        new ArchiveFunction(configuration.kafka().topicPrefix(), "job " + NAME, topics.quarantine()),
                        ArchivedRecord.TYPE)
                .name("decode topics")
                .uid(NAME + "-decode");
        records.sinkTo(sink(env, configuration)).name("write files").uid(NAME + "-files");
        topics.write(records.getSideOutput(DecodeFunction.REFUSED), Topic.DEAD_LETTERS);
    }

    private static List<Topic<?>> topics() {
        List<Topic<?>> archived = new ArrayList<>();
        ArchivedTopic.ALL.forEach(topic -> archived.add(topic.topic()));
        return archived;
    }

    private static FileSink<ArchivedRecord> sink(StreamExecutionEnvironment env, ArchiveConfiguration configuration) {
        Duration interval = Duration.ofMillis(env.getCheckpointConfig().getCheckpointInterval());
        long checkpoints = Math.max(1, configuration.fileSpan().dividedBy(interval));
        return FileSink.forBulkFormat(new Path(configuration.folder()), ArchiveBulkWriter::new)
                .withBucketAssigner(new ArchiveBucketAssigner())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withOutputFileConfig(OutputFileConfig.builder()
                        .withPartSuffix(ArchiveLayout.SUFFIX)
                        .build())
                .enableCompact(
                        FileCompactStrategy.Builder.newBuilder()
                                .enableCompactionOnCheckpoint(Math.toIntExact(checkpoints))
                                .setSizeThreshold(MAX_COMPACTED_BYTES)
                                .build(),
                        new ArchiveCompactor())
                .build();
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args {@code --config FILE}
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        JobArguments arguments = JobArguments.parse(args);
        StreamExecutionEnvironment env = JobArguments.environment();
        KafkaConnection kafka = KafkaConnection.of(arguments.configuration());
        ACCESS.require(kafka);
        build(env, ArchiveConfiguration.of(arguments.configuration(), kafka, arguments.bounded()));
        env.execute(NAME);
    }

    /** The folder of a record; a late one goes to the hour that it belongs to. */
    static final class ArchiveBucketAssigner implements BucketAssigner<ArchivedRecord, String> {
        @Override
        public String getBucketId(ArchivedRecord element, Context context) {
            return ArchiveLayout.folder(element.topic(), element.fileSystem(), element.time());
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    /** A file as it grows between two checkpoints; its first record says of which topic. */
    static final class ArchiveBulkWriter implements BulkWriter<ArchivedRecord> {
        private final FSDataOutputStream out;
        private ArchiveFileWriter writer;

        ArchiveBulkWriter(FSDataOutputStream out) {
            this.out = out;
        }

        @Override
        public void addElement(ArchivedRecord element) throws IOException {
            if (writer == null) {
                // Read once more when files are put together, so it is made small quickly rather than well.
                writer = new ArchiveFileWriter(
                        ArchivedTopic.named(element.topic()), Map.of(), CodecFactory.deflateCodec(1), out);
            }
            writer.append(element);
        }

        @Override
        public void flush() throws IOException {
            if (writer != null) {
                writer.flush();
            }
        }

        @Override
        public void finish() throws IOException {
            flush();
        }
    }
}
