package io.barograph.cli.replay;

import io.barograph.cli.export.JsonLines;
import io.barograph.jobs.replay.ResultFiles;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Writes results as {@code FOLDER/<topic>.jsonl}, in an order that does not depend on partitions or luck. */
record ReplayExport(ResultFiles results) {
    /**
     * @param folder where the file goes; made if it is not there
     * @return the records, by time, key and content
     */
    <T extends SpecificRecord> List<T> write(Topic<T> topic, Path folder) throws IOException {
        List<T> records = new ArrayList<>();
        results.read(topic, records::add);
        records.sort(Comparator.comparingLong(topic.timestamp())
                .thenComparing(topic.key())
                .thenComparing(JsonLines::line));
        try (JsonLines lines = JsonLines.to(folder.resolve(topic.name() + ".jsonl"))) {
            for (T record : records) {
                lines.write(record);
            }
        }
        return records;
    }
}
