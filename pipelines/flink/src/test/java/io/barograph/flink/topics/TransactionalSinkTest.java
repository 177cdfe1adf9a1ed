package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.flink.topics.TopicStreams.EncodedRecord;
import io.barograph.flink.topics.TopicStreams.EncodedSerializer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TransactionalSinkTest {
    @Test
    void shouldSayWhyThereIsNoWriterAndLeaveNoClientBehind() throws Exception {
        String address;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = "127.0.0.1:" + free.getLocalPort();
        }
        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", address);
        properties.setProperty("client.id", "nobody-answers");
        properties.setProperty("default.api.timeout.ms", "200");
        properties.setProperty("request.timeout.ms", "200");
        TransactionalSink<EncodedRecord> sink =
                new TransactionalSink<>(properties, "analysis-results", new EncodedSerializer(List.of("slowdowns")));

        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> sink.createWriter(null))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(
                            "kafka at " + address + ": no answer in time; start the broker, or correct kafka.boot");
            assertThatThrownBy(() -> sink.restoreWriter(null, List.of())).isInstanceOf(IOException.class);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.equals("kafka-admin-client-thread | nobody-answers"));
    }

    @Test
    void shouldKnowItsTopics() {
        assertThat(new EncodedSerializer(List.of("replay-1.slowdowns", "replay-1.evidence")).getKafkaDatasetFacet())
                .hasValueSatisfying(
                        facet -> assertThat(facet.getTopicIdentifier().getTopics())
                                .containsExactly("replay-1.slowdowns", "replay-1.evidence"));
    }
}
