package io.barograph.influxdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.influxdb.ScriptedServer.ScriptedAnswer;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class BoundedBodySubscriberTest {
    private static final String LONG = "x".repeat(BoundedBodySubscriber.MAX_ANSWER_BYTES + 1);

    @Test
    void shouldRefuseAnAnswerToAQueryThatIsTooLong() throws Exception {
        try (ScriptedServer server = new ScriptedServer(unused -> ScriptedAnswer.of(200, LONG))) {
            InfluxDbAdmin admin = new InfluxDbAdmin(
                    InfluxDbConfig.builder(server.url(), "weather").build());

            assertThatThrownBy(() -> admin.query("SHOW DATABASES"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("longer than 64 MiB");
        }
    }

    @Test
    void shouldTakeTheBeginOfALongAnswerToAWrite() throws Exception {
        try (ScriptedServer server = new ScriptedServer(unused -> ScriptedAnswer.of(502, LONG))) {
            InfluxDbClient client = new InfluxDbClient(
                    InfluxDbConfig.builder(server.url(), "weather").build());

            WriteResponse response = client.write(client.encode(List.of())).get();

            assertThat(response.status()).isEqualTo(502);
            assertThat(response.message()).startsWith("xxx").hasSizeLessThan(BoundedBodySubscriber.MAX_MESSAGE_BYTES);
        }
    }

    private static CompletableFuture<String> read(BodyHandler<String> handler, int bytes) {
        BodySubscriber<String> body = handler.apply(null);
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {}
        });
        body.onNext(List.of(ByteBuffer.allocate(bytes / 2), ByteBuffer.allocate(bytes - bytes / 2)));
        body.onComplete();
        return body.getBody().toCompletableFuture();
    }

    @Test
    void shouldTake64KibibytesOfAnAnswerToAWrite() {
        int most = 64 * 1024;
        assertThat(read(BoundedBodySubscriber.message(), most).join()).hasSize(most);
        assertThat(read(BoundedBodySubscriber.message(), most + 1).join()).hasSize(most);
    }

    @Test
    void shouldTake64MebibytesOfAnAnswerToAQueryAndFailOfMore() {
        int most = 64 * 1024 * 1024;
        assertThat(read(BoundedBodySubscriber.answer(), most).join()).hasSize(most);
        assertThat(read(BoundedBodySubscriber.answer(), most + 1)).isCompletedExceptionally();
    }
}
