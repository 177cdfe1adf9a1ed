package io.barograph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodePollsTest {
    private final List<String> notes = new ArrayList<>();
    private final NodePolls polls = new NodePolls("gpfs", 2, Duration.ofSeconds(30), notes::add);
    private final RecordPublisher output = new RecordPublisher() {
        @Override
        public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
            throw new AssertionError("no poll of these tests publishes");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @AfterEach
    void close() {
        polls.close();
    }

    /** What one node says must not cost the samples of the others. */
    @Test
    void shouldTakeAFaultWithOneNodeAsNoAnswerOfThatNode() throws Exception {
        Set<String> asked = ConcurrentHashMap.newKeySet();
        NodePolls.Poll poll = (node, gate) -> {
            switch (node) {
                case "n1" -> throw new IllegalStateException("its answer makes no sense");
                case "n2" -> throw new StackOverflowError();
                case "n3" -> throw new IOException("no route");
                default -> asked.add(node);
            }
        };

        Map<String, String> failures = polls.poll(List.of("n1", "n2", "n3", "n4", "n5"), poll, output);

        assertThat(asked).containsExactlyInAnyOrder("n4", "n5");
        assertThat(failures)
                .containsOnlyKeys("n1", "n2", "n3")
                .containsEntry("n1", "java.lang.IllegalStateException: its answer makes no sense")
                .containsEntry("n2", "java.lang.StackOverflowError")
                .containsEntry("n3", "no route");
        assertThat(notes).hasSize(3).anyMatch(note -> note.startsWith("n1 does not answer (java.lang.Illegal"));
        polls.poll(List.of("n1", "n2", "n3"), (node, gate) -> asked.add(node), output);
        assertThat(notes).hasSize(6).contains("n1 answers again");
    }

    @Test
    void shouldFailThePollWhenARecordCannotBeStored() {
        NodePolls.Poll poll = (node, gate) -> {
            throw new PublishException("cannot write to /spool", null);
        };

        assertThatThrownBy(() -> polls.poll(List.of("n1"), poll, output)).isInstanceOf(PublishException.class);
    }
}
