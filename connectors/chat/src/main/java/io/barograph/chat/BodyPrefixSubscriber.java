package io.barograph.chat;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the begin of a body and leaves the rest, however long, on the other side. */
final class BodyPrefixSubscriber implements BodySubscriber<BodyPrefixSubscriber.Begin> {
    /** Most bytes that are read. */
    static final int MAX = 8 * 1024;

    /**
     * The begin of a body.
     *
     * @param whole whether it is all of the body
     */
    record Begin(String text, boolean whole) {}

    private final CompletableFuture<Begin> begin = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    @Override
    public CompletionStage<Begin> getBody() {
        return begin;
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
        if (bytes.size() > MAX && !begin.isDone()) {
            subscription.cancel();
            begin.complete(new Begin(text(), false));
        }
    }

    @Override
    public void onError(Throwable failure) {
        begin.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        begin.complete(new Begin(text(), true));
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
