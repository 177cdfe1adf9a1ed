package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.flink.topics.TopicStreams.EncodeFunction;
import io.barograph.flink.topics.TopicStreams.EncodedRecord;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness may be interrupted while closing; then the test fails
class EncodeFunctionTest {
    private static final Instant TIME = Instant.parse("2026-03-01T12:00:00Z");

    /** A record of a topic that has a text of any length. */
    private static DeadLetter record(String source, int length) {
        AvroCodec.of(DeadLetter.class); // Avro builds no record of a class that the codec has not made it trust
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin("")
                .setComponent("test")
                .setReason("x".repeat(length))
                .setTime(TIME)
                .build();
    }

    private static int encodedBytes(DeadLetter record) {
        return Topic.DEAD_LETTERS.keyBytes(record).length
                + AvroCodec.of(DeadLetter.class).encode(record).length;
    }

    private static OneInputStreamOperatorTestHarness<DeadLetter, EncodedRecord> harness() throws Exception {
        OneInputStreamOperatorTestHarness<DeadLetter, EncodedRecord> harness =
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new EncodeFunction<>(
                        Topic.DEAD_LETTERS, "site-", "job test", topic -> RecordSizeLimit.OF_CATALOGUE)));
        harness.setup(EncodedRecord.TYPE.createSerializer(new SerializerConfigImpl()));
        harness.open();
        return harness;
    }

    private static List<DeadLetter> letters(OneInputStreamOperatorTestHarness<DeadLetter, EncodedRecord> harness) {
        List<DeadLetter> letters = new ArrayList<>();
        harness.getSideOutput(EncodeFunction.NOT_WRITTEN).forEach(letter -> letters.add(letter.getValue()));
        return letters;
    }

    @Test
    void shouldMakeADeadLetterOfWhatCannotBeEncodedAndGoOn() throws Exception {
        DeadLetter old = record("old", 1);
        old.setTime(Instant.EPOCH.minusMillis(1)); // no producer sends that
        DeadLetter hollow = record("hollow", 1);
        hollow.setComponent(null);
        try (var harness = harness()) {
            harness.processElement(old, 0);
            harness.processElement(hollow, 0);
            harness.processElement(record("scratch", 1), 0);

            assertThat(harness.extractOutputValues())
                    .extracting(EncodedRecord::value)
                    .containsExactly(AvroCodec.of(DeadLetter.class).encode(record("scratch", 1)));
            assertThat(letters(harness))
                    .extracting(DeadLetter::getOrigin, DeadLetter::getTime)
                    .containsExactly(tuple("result of old", Instant.EPOCH), tuple("result of hollow", TIME));
            assertThat(letters(harness))
                    .extracting(DeadLetter::getReason)
                    .allMatch(reason -> reason.startsWith("it cannot be encoded: "));
        }
    }

    @Test
    void shouldMakeADeadLetterOfWhatIsLargerThanTheTopicTakes() throws Exception {
        int length = RecordSizeLimit.MAX_ENCODED_BYTES - encodedBytes(record("scratch", 0)) - 3; // for its own length
        DeadLetter largest = record("scratch", length);
        DeadLetter tooLarge = record("scratch", length + 1);
        assertThat(encodedBytes(largest)).isEqualTo(RecordSizeLimit.MAX_ENCODED_BYTES);
        try (var harness = harness()) {
            harness.processElement(tooLarge, 0);
            harness.processElement(largest, 0);

            assertThat(harness.extractOutputValues())
                    .extracting(EncodedRecord::timestamp)
                    .containsExactly(TIME.toEpochMilli());
            assertThat(letters(harness)).singleElement().satisfies(letter -> {
                assertThat(letter.getSource()).isEqualTo("site-dead-letters");
                assertThat(letter.getOrigin()).isEqualTo("result of scratch");
                assertThat(letter.getComponent()).isEqualTo("job test");
                assertThat(letter.getReason()).isEqualTo("it has 16776705 bytes, the topic takes at most 16776704");
                assertThat(letter.getTime()).isEqualTo(TIME);
                assertThat(letter.getPayload().remaining()).isEqualTo(64 * 1024);
                assertThat(letter.getPayloadBytes()).isEqualTo(encodedBytes(tooLarge) - "scratch".length());
            });
        }
    }
}
