package io.barograph.jobs.archive;

import static io.barograph.jobs.archive.ArchivedPolls.poll;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.RawRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may be interrupted while closing; then the test fails
class ArchiveFunctionTest {
    private static RawRecord raw(ServerPoll poll, int offset) {
        return new RawRecord(
                "site-server-polls",
                0,
                offset,
                poll.getTime().toEpochMilli(),
                null,
                AvroCodec.of(ServerPoll.class).encode(poll));
    }

    @Test
    void shouldSkipARecordThatMadeTheJobFail() throws Exception {
        ServerPoll bad = poll("scratch", 1, 0);
        SkippedRecords log = new SkippedRecords(Map.of(RecordIdentity.of(Topic.SERVER_POLLS, bad), "no folder for it"));
        try (var harness = new OneInputStreamOperatorTestHarness<>(
                new ProcessOperator<>(new ArchiveFunction("site-", "job archive", log)))) {
            harness.setup(ArchivedRecord.TYPE.createSerializer(new SerializerConfigImpl()));
            harness.open();
            harness.processElement(raw(bad, 0), 0);
            harness.processElement(raw(poll("scratch", 1, 5), 1), 0);

            assertThat(harness.extractOutputValues())
                    .extracting(ArchivedRecord::offset)
                    .containsExactly(1L);
            List<String> reasons = new ArrayList<>();
            harness.getSideOutput(DecodeFunction.REFUSED)
                    .forEach(letter -> reasons.add(letter.getValue().getReason()));
            assertThat(reasons).containsExactly("quarantined: no folder for it");
        }
    }
}
