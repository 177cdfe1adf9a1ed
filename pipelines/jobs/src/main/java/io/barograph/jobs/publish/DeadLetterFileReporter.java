package io.barograph.jobs.publish;

import io.barograph.influxdb.RejectedLineReporter;
import io.barograph.jobs.replay.RecordFile;
import io.barograph.jobs.replay.ResultFiles;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;

/** Puts lines that InfluxDB refuses beside the other dead letters of a replay. */
final class DeadLetterFileReporter implements RejectedLineReporter {
    private static final long serialVersionUID = 1L;

    private final String folder;
    private final String source;
    private final String origin;
    private transient RecordFile.Writer<DeadLetter> file;

    /**
     * @param results files of the replay
     * @param source topic that the lines are made from
     * @param origin server and database that refuse them
     */
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
    public void report(String line, String reason) throws IOException {
        file.write(RefusedLine.letter(source, origin, line, reason));
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
