package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

class SplitPollsFunctionTest {
    private static final Instant TIME = Instant.parse("2018-02-09T08:00:05Z");

    static {
        AvroCodec.of(ServerSample.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private static ServerSample.Builder sample(int number) {
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer("scratch-OST000" + number)
                .setKind(ServerKind.OST)
                .setTime(TIME)
                .setPublishedAt(TIME)
                .setIntervalMillis(5_000)
                .setReadBytes(5_000_000L)
                .setWriteBytes(7_000_000L);
    }

    private static ServerPoll poll(ServerSample... samples) {
        return ServerPolls.of(List.of(samples), "oss1").get(0);
    }

    private static final class Split implements AutoCloseable {
        private final OneInputStreamOperatorTestHarness<ServerPoll, ServerSample> harness;

        Split(SkippedRecords skipped) throws Exception {
            harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new SplitPollsFunction(skipped)));
            harness.setup(AvroFormat.typeOf(ServerSample.class).createSerializer(new SerializerConfigImpl()));
            harness.open();
        }

        void take(ServerPoll poll) throws Exception {
            harness.processElement(poll, poll.getTime().toEpochMilli());
        }

        List<ServerSample> samples() {
            return harness.extractOutputValues();
        }

        List<DeadLetter> refused() {
            List<DeadLetter> letters = new ArrayList<>();
            var refused = harness.getSideOutput(SplitPollsFunction.REFUSED);
            if (refused != null) {
                refused.stream().map(StreamRecord::getValue).forEach(letters::add);
            }
            return letters;
        }

        @Override
        public void close() throws Exception {
            harness.close();
        }
    }

    @Test
    void shouldRefuseASampleThatIsNotWithinItsBoundsAndTakeTheOthersOfItsPoll() throws Exception {
        try (Split split = new Split(SkippedRecords.NONE)) {
            split.take(poll(
                    sample(0).build(),
                    sample(1).setReadBytes(-5L).build(),
                    sample(2).setCpuPercent(Double.NaN).build(),
                    sample(3).setServer("\u202e").build(),
                    sample(4).setKind(ServerKind.UNKNOWN).build(),
                    sample(5).setMetadataOperations(Map.of(" ", 1L)).build(),
                    sample(6).build()));

            assertThat(split.samples())
                    .extracting(ServerSample::getServer)
                    .containsExactly("scratch-OST0000", "scratch-OST0006");
            assertThat(split.refused())
                    .extracting(DeadLetter::getOrigin)
                    .containsExactly(
                            "scratch/scratch-OST0001 at " + TIME,
                            "scratch/scratch-OST0002 at " + TIME,
                            "scratch/_ at " + TIME,
                            "scratch/scratch-OST0004 at " + TIME,
                            "scratch/scratch-OST0005 at " + TIME);
            assertThat(split.refused())
                    .extracting(DeadLetter::getReason)
                    .satisfiesExactly(
                            reason -> assertThat(reason).startsWith("readBytes is -5"),
                            reason -> assertThat(reason).startsWith("cpuPercent is NaN"),
                            reason -> assertThat(reason).startsWith("server is "),
                            reason -> assertThat(reason).startsWith("kind is UNKNOWN"),
                            reason -> assertThat(reason).startsWith("kind of metadataOperations is"));
        }
    }

    @Test
    void shouldLeaveOutTheSampleThatMadeTheJobFailAndTakeTheOthersOfItsPoll() throws Exception {
        ServerSample bad = sample(1).build();
        SkippedRecords skipped = new SkippedRecords(Map.of(RecordIdentity.ofElement(bad), "it made an operator fail"));
        try (Split split = new Split(skipped)) {
            split.take(poll(sample(0).build(), bad));

            assertThat(split.samples()).extracting(ServerSample::getServer).containsExactly("scratch-OST0000");
            assertThat(split.refused()).singleElement().satisfies(letter -> assertThat(letter.getReason())
                    .isEqualTo("quarantined: it made an operator fail"));
        }
    }

    @Test
    void shouldNameTheSampleThatAnOperatorBehindItFailsOn() throws Exception {
        SplitPollsFunction split = new SplitPollsFunction(SkippedRecords.NONE);
        try (var harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(split))) {
            harness.setup(AvroFormat.typeOf(ServerSample.class).createSerializer(new SerializerConfigImpl()));
            harness.open();
            Collector<ServerSample> failing = new Collector<>() {
                @Override
                public void collect(ServerSample sample) {
                    if (sample.getServer().equals("scratch-OST0001")) {
                        throw new IllegalStateException("planted");
                    }
                }

                @Override
                public void close() {}
            };
            assertThatThrownBy(() -> split.processElement(
                            poll(sample(0).build(), sample(1).build()), null, failing))
                    .isInstanceOf(FailureAttribution.OffendingRecordException.class)
                    .hasMessageContaining("scratch/OST0001 at " + TIME);
        }
    }
}
