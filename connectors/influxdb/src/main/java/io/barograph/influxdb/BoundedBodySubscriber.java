package io.barograph.influxdb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads an answer as text, but no more of it than it may have; what answers at an address may be anything. */
final class BoundedBodySubscriber implements BodySubscriber<String> {
    /** Most bytes of an answer to a write; of more, the begin is taken. */
    static final int MAX_MESSAGE_BYTES = 64 * 1024;

    /** Most bytes of an answer to a query; more is an error. */
    static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    private final CompletableFuture<String> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;
    private final boolean isCut;
    private Flow.Subscription subscription;

    private BoundedBodySubscriber(int most, boolean isCut) {
        this.most = most;
        this.isCut = isCut;
    }

    static BodyHandler<String> message() {
        return unused -> new BoundedBodySubscriber(MAX_MESSAGE_BYTES, true);
    }

    static BodyHandler<String> answer() {
        return unused -> new BoundedBodySubscriber(MAX_ANSWER_BYTES, false);
    }

    @Override
    public CompletionStage<String> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            boolean isTooMuch = buffer.remaining() > most - bytes.size();
            byte[] part = new byte[Math.min(buffer.remaining(), most - bytes.size())];
            buffer.get(part);
            bytes.writeBytes(part);
            if (isTooMuch) {
                subscription.cancel();
                end();
                return;
            }
        }
    }

    private void end() {
        if (isCut) {
            onComplete();
        } else {
            body.completeExceptionally(new IOException("the answer is longer than " + most / 1024 / 1024
                    + " MiB, which no answer of InfluxDB should be;" + " check that the URL is that of an InfluxDB"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toString(StandardCharsets.UTF_8));
    }
}
