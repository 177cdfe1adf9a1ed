package io.barograph.jobs.analysis;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.topics.DeadLetters;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Keeps the records of the file systems that the catalogue has; of a summary that has other ones, too, {@link
 * io.barograph.runs.operators.CoverageWorkflow} takes those of the catalogue. Records of others are counted, and each other
 * name is a dead letter once an hour, of the records' time.
 *
 * <p>Memory: at most {@value #MAX_NAMES} other names an hour; those beyond are counted, and not named.
 */
final class KnownFileSystemFunction<T extends SpecificRecord> extends ProcessFunction<T, T> {
    static final OutputTag<DeadLetter> UNKNOWN =
            new OutputTag<>("unknown-file-systems", AvroFormat.typeOf(DeadLetter.class));
    static final int MAX_NAMES = 1_000;

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final String FILE_SYSTEM = "fileSystem";

    private final String topicName;
    private final FileSystemCatalogue catalogue;
    private transient Topic<T> topic;
    private transient Set<String> named;
    private transient long hourOfNames;
    private transient int position;
    private transient Counter unknown;

    /** @param catalogue file systems that are analysed; at least one */
    KnownFileSystemFunction(Topic<T> topic, FileSystemCatalogue catalogue) {
        this.topicName = topic.name();
        this.catalogue = catalogue;
    }

    @Override
    public void open(OpenContext context) {
        topic = Topic.named(topicName);
        named = new HashSet<>();
        Schema.Field field = SpecificData.get().getSchema(topic.type()).getField(FILE_SYSTEM);
        position = field == null ? -1 : field.pos();
        unknown = getRuntimeContext().getMetricGroup().counter("recordsOfUnknownFileSystems");
    }

    @Override
    public void processElement(T record, Context context, Collector<T> out) {
        if (record instanceof JobSummary summary) {
            for (FileSystemUse use : summary.getFileSystems()) {
                isKnown(use.getFileSystem(), record, context);
            }
            out.collect(record);
        } else if (isKnown((String) record.get(position), record, context)) {
            out.collect(record);
        }
    }

    private boolean isKnown(String fileSystem, T record, Context context) {
        if (catalogue.knows(fileSystem)) {
            return true;
        }
        unknown.inc();
        long time = topic.timestamp().applyAsLong(record);
        long hour = Math.floorDiv(time, HOUR);
        if (hour > hourOfNames) {
            hourOfNames = hour;
            named.clear();
        }
        if (named.size() < MAX_NAMES && named.add(fileSystem)) {
            context.output(UNKNOWN, letter(fileSystem, time));
        }
        return false;
    }

    private DeadLetter letter(String fileSystem, long time) {
        String nearest = catalogue
                .nearest(fileSystem)
                .map(near -> ", the nearest is " + near)
                .orElse("");
        return DeadLetters.of(
                topicName,
                "file system " + fileSystem,
                "job " + AnalysisJob.NAME,
                "the configuration has no file system or alias \"" + fileSystem + "\"" + nearest
                        + "; what comes of it is not analysed until it stands under fileSystems. Named once an hour",
                Instant.ofEpochMilli(time));
    }
}
