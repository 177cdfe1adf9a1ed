package io.barograph.jobs.publish;

import io.barograph.flink.topics.ResultTarget;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.PointConverter;
import io.barograph.influxdb.RejectedLineReporter;
import io.barograph.jobs.replay.RecordFile;
import io.barograph.jobs.replay.ResultFiles;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Writes the results of a replay to InfluxDB as they come, under its name. */
public final class ReplayPublisher implements ResultTarget {
    private final ResultPoints points;
    private final InfluxDbConfig influxDb;
    private final ResultFiles refused;

    /**
     * @param influxDb where points go; all of them to the database itself
     * @param replay name of the replay, which becomes the tag {@code replay}
     * @param refused where dead letters of what InfluxDB refuses go
     */
    public ReplayPublisher(InfluxDbConfig influxDb, String replay, ResultFiles refused) {
        this.points = new ResultPoints("", replay);
        this.influxDb = influxDb;
        this.refused = refused;
    }

    @Override
    public <T extends SpecificRecord> void write(List<DataStream<T>> streams, Topic<T> topic) {
        PointConverter<T> converter = points.of(topic);
        if (converter == null) {
            return;
        }
        streams.stream()
                .reduce(DataStream::union)
                .orElseThrow()
                .keyBy(new TopicKey<>(topic))
                .sinkTo(new InfluxDbSink<>(
                        influxDb,
                        converter,
                        new DeadLetterFileReporter(refused, topic.name(), influxDb.url() + " " + influxDb.database())))
                .name("publish " + topic.name())
                .uid("replay-" + topic.name() + "-influxdb");
    }

    /** Puts lines that InfluxDB refuses beside the other dead letters of a replay. */
    static final class DeadLetterFileReporter implements RejectedLineReporter {
        private final String folder;
        private final String source;
        private final String origin;
        private transient RecordFile.Writer<DeadLetter> file;

        DeadLetterFileReporter(ResultFiles results, String source, String origin) {
            this.folder = results.folder().toString();
            this.source = source;
            this.origin = origin;
        }

        @Override
        public void open() throws IOException {
            // one for each subtask, which it does not know
            file = new ResultFiles(Path.of(folder))
                    .writer(Topic.DEAD_LETTERS, "refused-" + source + "-" + UUID.randomUUID());
        }

        @Override
        public void report(String rejected, Long timestamp, String reason) throws IOException {
            file.write(RefusedLine.letter(source, origin, rejected, timestamp, reason));
        }

        @Override
        public void flush() {
            // the file is read when the job has come to its end
        }

        @Override
        public void close() throws IOException {
            if (file != null) {
                file.close();
            }
        }
    }
}
