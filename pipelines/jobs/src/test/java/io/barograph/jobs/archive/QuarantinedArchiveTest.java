package io.barograph.jobs.archive;

import static io.barograph.jobs.archive.ArchivedPolls.at;
import static io.barograph.jobs.archive.ArchivedPolls.poll;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.jobs.replay.ArchiveInput;
import io.barograph.jobs.replay.LateArrivals;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuarantinedArchiveTest {
    @TempDir
    private Path folder;

    private List<ReplayedRecord> replayed(SkippedRecords skipped) throws Exception {
        ArchiveFile file =
                new ArchiveInventory(folder.toUri()).contents().files().get(0);
        List<ReplayedRecord> records = new ArrayList<>();
        try (ReplayRecords held =
                new ArchiveInput(file, ReplayScope.EVERYTHING, Map.of(), skipped, LateArrivals.UNKNOWN).open()) {
            for (ReplayedRecord record = held.next(); record != null; record = held.next()) {
                records.add(record);
            }
        }
        return records;
    }

    /** Of the file and of what was sent again: what counts is the content, not the offset. */
    @Test
    void shouldRefuseARecordThatMadeAJobFailAndReplayAllOthers() throws Exception {
        ServerPoll offender = poll("scratch", 2, 5);
        ArchivedPolls.write(
                folder.resolve("server-polls/scratch/2018-02-09/08/a.avro"),
                List.of(
                        at(0, 10, poll("scratch", 1, 5)),
                        at(0, 11, offender),
                        at(0, 12, poll("scratch", 2, 10)),
                        at(0, 13, offender)));
        SkippedRecords skipped =
                new SkippedRecords(Map.of(RecordIdentity.of(Topic.SERVER_POLLS, offender), "made rates fail: NPE"));

        List<ReplayedRecord> whole = replayed(SkippedRecords.NONE);
        List<ReplayedRecord> others = replayed(skipped);

        assertThat(whole)
                .extracting(ReplayedRecord::record)
                .hasOnlyElementsOfType(ServerPoll.class)
                .hasSize(4);
        assertThat(others)
                .filteredOn(record -> record.record() instanceof ServerPoll)
                .isEqualTo(whole.stream()
                        .filter(record -> !record.record().equals(offender))
                        .toList());
        assertThat(others)
                .filteredOn(record -> record.record() instanceof DeadLetter)
                .extracting(record -> (DeadLetter) record.record())
                .hasSize(2)
                .allSatisfy(letter -> {
                    assertThat(letter.getReason()).isEqualTo("quarantined: made rates fail: NPE");
                    assertThat(SkippedRecords.isReason(letter.getReason())).isTrue();
                    assertThat(letter.getOrigin()).contains("server-polls");
                    byte[] payload = new byte[letter.getPayload().remaining()];
                    letter.getPayload().duplicate().get(payload);
                    assertThat(AvroCodec.of(ServerPoll.class).decode(payload)).isEqualTo(offender);
                });
    }
}
