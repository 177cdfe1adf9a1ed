package io.barograph.chat;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the begin of a body and leaves the rest, however long, on the other side. */
final class BodyPrefixSubscriber implements BodySubscriber<ChatResponse> {
    /** Most bytes that are read. */
    static final int MAX = 8 * 1024;

    private final CompletableFuture<ChatResponse> answer = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int status;
    private final Optional<String> retryAfter;
    private Flow.Subscription subscription;

    BodyPrefixSubscriber(int status, Optional<String> retryAfter) {
        this.status = status;
        this.retryAfter = retryAfter;
    }

    @Override
    public CompletionStage<ChatResponse> getBody() {
        return answer;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] part = new byte[Math.min(buffer.remaining(), MAX + 1 - bytes.size())];
            buffer.get(part);
            bytes.writeBytes(part);
        }
        if (bytes.size() > MAX && !answer.isDone()) {
            subscription.cancel();
            answer.complete(answer(false));
        }
    }

    @Override
    public void onError(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        answer.complete(answer(true));
    }

    private ChatResponse answer(boolean whole) {
        return new ChatResponse(status, bytes.toString(StandardCharsets.UTF_8), whole, retryAfter);
    }
}
