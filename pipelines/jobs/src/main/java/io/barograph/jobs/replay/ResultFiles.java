package io.barograph.jobs.replay;

import io.barograph.flink.topics.ResultTarget;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Results of a replay in files of a folder, {@code TOPIC/STREAM-SUBTASK}. They are whole when the job has come to its end,
 * and nothing before: it is not started again from within.
 */
public record ResultFiles(Path folder) implements ResultTarget {
    private static final String NAME = "replay-files";

    @Override
    public <T extends SpecificRecord> void write(List<DataStream<T>> streams, Topic<T> topic) {
        for (int i = 0; i < streams.size(); i++) {
            streams.get(i)
                    .sinkTo(new FileSink<T>(
                            topic.name(), place(topic, Integer.toString(i)).toString()))
                    .name("keep " + topic.name())
                    .uid(NAME + "-" + topic.name() + "-" + i);
        }
    }

    /**
     * @param name name of who writes them; no other one's begins with it
     * @return a writer of records beside those of the job
     * @throws IOException if the file cannot be made
     */
    public <T extends SpecificRecord> RecordFile.Writer<T> writer(Topic<T> topic, String name) throws IOException {
        return new RecordFile.Writer<>(topic, place(topic, name));
    }

    private Path place(Topic<?> topic, String name) {
        return folder.resolve(topic.name()).resolve(name);
    }

    public <T extends SpecificRecord> void read(Topic<T> topic, Consumer<T> records) throws IOException {
        Path ofTopic = folder.resolve(topic.name());
        if (!Files.isDirectory(ofTopic)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> found = Files.list(ofTopic)) {
            files = found.sorted().toList();
        }
        for (Path file : files) {
            try (RecordFile.Reader<T> reader = new RecordFile.Reader<>(topic, file)) {
                for (T record = reader.next(); record != null; record = reader.next()) {
                    records.accept(record);
                }
            }
        }
    }

    private record FileSink<T extends SpecificRecord>(String topic, String place) implements Sink<T> {
        @Override
        public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
            int subtask = context.getTaskInfo().getIndexOfThisSubtask();
            return new FileWriter<>(new RecordFile.Writer<>(Topic.named(topic), Path.of(place + "-" + subtask)));
        }
    }

    private record FileWriter<T extends SpecificRecord>(RecordFile.Writer<T> file) implements SinkWriter<T> {
        @Override
        public void write(T record, Context context) throws IOException {
            file.write(record);
        }

        @Override
        public void flush(boolean endOfInput) {
            // the file is read when the job has come to its end
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
