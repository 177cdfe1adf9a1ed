package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class FirstBytesTest {
    private final FirstBytes body = new FirstBytes();
    private final AtomicBoolean cancelled = new AtomicBoolean();

    private void answer(int bytes) {
        body.onNext(List.of(ByteBuffer.wrap("x".repeat(bytes).getBytes(StandardCharsets.UTF_8))));
    }

    private void subscribe() {
        body.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {}

            @Override
            public void cancel() {
                cancelled.set(true);
            }
        });
    }

    @Test
    void shouldTakeAShortAnswerWhole() {
        subscribe();
        answer(FirstBytes.MOST);
        body.onComplete();
        assertThat(body.getBody().toCompletableFuture())
                .isCompletedWithValue(new FirstBytes.Begin("x".repeat(FirstBytes.MOST), true));
        assertThat(cancelled).isFalse();
    }

    /** Who answers without end is not listened to further. */
    @Test
    void shouldCutALongAnswerAndEndIt() {
        subscribe();
        answer(FirstBytes.MOST);
        answer(FirstBytes.MOST);
        assertThat(cancelled).isTrue();
        FirstBytes.Begin begin = body.getBody().toCompletableFuture().join();
        assertThat(begin.whole()).isFalse();
        assertThat(begin.text()).hasSize(FirstBytes.MOST + 1);
    }
}
