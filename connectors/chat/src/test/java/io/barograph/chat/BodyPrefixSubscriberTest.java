package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BodyPrefixSubscriberTest {
    private final BodyPrefixSubscriber body = new BodyPrefixSubscriber(200, Optional.empty());
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
        answer(BodyPrefixSubscriber.MAX);
        body.onComplete();
        assertThat(body.getBody().toCompletableFuture())
                .isCompletedWithValue(
                        new ChatResponse(200, "x".repeat(BodyPrefixSubscriber.MAX), true, Optional.empty()));
        assertThat(cancelled).isFalse();
    }

    /** Who answers without end is not listened to further. */
    @Test
    void shouldCutALongAnswerAndEndIt() {
        subscribe();
        answer(BodyPrefixSubscriber.MAX);
        answer(BodyPrefixSubscriber.MAX);
        assertThat(cancelled).isTrue();
        ChatResponse begin = body.getBody().toCompletableFuture().join();
        assertThat(begin.whole()).isFalse();
        assertThat(begin.body()).hasSize(BodyPrefixSubscriber.MAX + 1);
    }
}
