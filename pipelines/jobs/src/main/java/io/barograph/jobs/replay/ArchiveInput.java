package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.jobs.archive.ArchiveFile;
import io.barograph.jobs.archive.ArchiveFileReader;
import io.barograph.jobs.archive.DamagedArchiveException;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.core.fs.Path;

/**
 * What one file of the archive holds of a scope. Where the file is damaged its records end, with a dead letter.
 *
 * @param until by partition, the first offset that is read elsewhere; records from there on are left out here
 * @param skipped records that are refused, since they made the live analysis fail
 * @param late records that came to the live analysis behind its watermark
 */
public record ArchiveInput(
        ArchiveFile file, ReplayScope scope, Map<Integer, Long> until, SkippedRecords skipped, LateArrivals late)
        implements ReplayInput {
    private static final String OTHER_TIME = "its time is not within those of the file's header";

    public ArchiveInput {
        until = new TreeMap<>(until);
    }

    @Override
    public long from() {
        return file.from();
    }

    @Override
    public boolean holdsWindow() {
        return !file.topic().equals(Topic.JOB_WEATHER.name())
                && file.to() >= scope.from()
                && file.from() <= scope.readTo();
    }

    @Override
    public ReplayRecords open() {
        return new Records();
    }

    private final class Records implements ReplayRecords {
        private final Topic<SpecificRecord> topic = Topic.named(file.topic());
        private final RecordAdmission<SpecificRecord> admission = RecordAdmission.of(topic.type());
        private ArchiveFileReader reader;
        private long last = file.from();
        private boolean ended;

        @Override
        public ReplayedRecord next() throws IOException {
            try {
                return ended ? null : read();
            } catch (DamagedArchiveException e) {
                ended = true;
                return ReplayedRecord.refused(e.path(), e.reason(), last);
            }
        }

        private ReplayedRecord read() throws IOException {
            if (reader == null) {
                reader = ArchiveFileReader.open(new Path(file.path()));
            }
            while (true) {
                ArchiveFileReader.Entry entry = reader.next();
                if (entry == null) {
                    ended = true;
                    return null;
                }
                long time = topic.timestamp().applyAsLong(entry.datum());
                if (time < file.from() || time > file.to()) {
                    return refused(entry, OTHER_TIME);
                }
                Long elsewhere = until.get(entry.partition());
                if (scope.reads(file.topic(), time)
                        && scope.reads(entry.datum())
                        && (elsewhere == null || entry.offset() < elsewhere)) {
                    String refusal = admission.refusal(entry.datum(), time);
                    if (refusal != null) {
                        return refused(entry, refusal);
                    }
                    last = Math.max(last, time);
                    String reason = skipped.reason(topic, entry.datum());
                    LateArrivalTime.stamp(entry.datum(), arrivedAt(entry, time));
                    ReplayedRecord record =
                            new ReplayedRecord(file.topic(), entry.partition(), entry.offset(), time, entry.datum());
                    return reason != null ? record.refused(reason) : record;
                }
            }
        }

        /** Where nobody knows what came late, a record that lies behind others did: it counts from where it lies. */
        private long arrivedAt(ArchiveFileReader.Entry entry, long time) {
            if (late.areKnown()) {
                return late.of(file.topic(), entry.partition()).applyAsLong(entry.offset(), time);
            }
            long reached = last - LateArrivalTime.OUT_OF_ORDERNESS.toMillis() - 1;
            return time <= reached ? reached + 1 : LateArrivalTime.IN_TIME;
        }

        private ReplayedRecord refused(ArchiveFileReader.Entry entry, String reason) {
            return ReplayedRecord.refused(
                    file.path() + ": " + file.topic() + "-" + entry.partition() + "@" + entry.offset(), reason, last);
        }

        @Override
        public void close() throws IOException {
            ended = true;
            if (reader != null) {
                reader.close();
            }
        }
    }
}
