package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A service that takes messages by HTTP. Redirections are not followed: the address and the headers are secret. */
final class HttpChannel implements ChatChannel {
    private final String name;
    private final ChatEndpoint endpoint;
    private final PayloadFormat format;
    private final Duration timeout;
    private final InstantSource clock;
    private final ExecutorService threads;
    private final HttpClient http;

    HttpChannel(ChatChannelSettings settings, Map<String, String> environment, InstantSource clock) {
        this.name = settings.name();
        this.endpoint = ChatEndpoint.read(settings, environment);
        this.format = PayloadFormat.of(settings);
        this.timeout = settings.requestTimeout();
        this.clock = clock;
        // Not the field: the client's executor would keep this channel, and so the client, reachable.
        String threadName = "barograph-chat-http-" + settings.name();
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        this.http = HttpClient.newBuilder()
                // Some proxies stumble over an upgrade request with a body.
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .executor(threads)
                .build();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DeliveryAttemptOutcome attempt(ChatMessage message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint.address())
                .timeout(timeout)
                .header("Content-Type", "application/json; charset=utf-8")
                .header("User-Agent", "barograph")
                .POST(HttpRequest.BodyPublishers.ofByteArray(format.payload(message, clock.instant())));
        endpoint.authorization().ifPresent(value -> request.header("Authorization", value));
        return answer(http.sendAsync(
                request.build(),
                head -> new BodyPrefixSubscriber(
                        head.statusCode(), head.headers().firstValue("Retry-After"))));
    }

    private DeliveryAttemptOutcome answer(CompletableFuture<HttpResponse<ChatResponse>> pending) {
        try {
            // The client's own time-out ends with the headers; a body may drip for ever.
            ChatResponse answer =
                    pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS).body();
            return answer.classify(format, clock.instant(), endpoint::redact);
        } catch (TimeoutException e) {
            pending.cancel(true);
            return FailureClassifier.timeout(timeout);
        } catch (ExecutionException e) {
            return FailureClassifier.classify(e, timeout);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            return new DeliveryAttemptOutcome.RetryAfter(Optional.empty(), "the attempt was interrupted");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        closeClient();
    }

    /** Until Java 21 a client has nothing to close: its thread ends when the client is no longer reachable. */
    private void closeClient() {
        if ((Object) http instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("closing an HTTP client", e);
            }
        }
    }

    @Override
    public String toString() {
        return "channel " + name;
    }
}
