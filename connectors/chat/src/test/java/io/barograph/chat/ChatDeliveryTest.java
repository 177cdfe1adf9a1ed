package io.barograph.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.chat.DeliveryAttemptOutcome.Delivered;
import io.barograph.chat.DeliveryAttemptOutcome.Refused;
import io.barograph.chat.DeliveryAttemptOutcome.RetryAfter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChatDeliveryTest {
    private static final Duration GIVE_UP = Duration.ofMinutes(10);

    /** A channel that follows its script. */
    private static final class AlertedChannel implements ChatChannel {
        private final Function<ChatMessage, DeliveryAttemptOutcome> behaviour;
        private final List<String> attempts = new CopyOnWriteArrayList<>();
        private volatile boolean closed;

        AlertedChannel(Function<ChatMessage, DeliveryAttemptOutcome> behaviour) {
            this.behaviour = behaviour;
        }

        @Override
        public String name() {
            return "told";
        }

        @Override
        public DeliveryAttemptOutcome attempt(ChatMessage message) {
            attempts.add(message.title());
            return behaviour.apply(message);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Makes each pause the full one. */
    private static final class LargestJitter implements RandomGenerator {
        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only pauses are drawn");
        }

        @Override
        public long nextLong(long origin, long bound) {
            return bound - 1;
        }
    }

    private final FastPauses pauses = new FastPauses();
    private AlertedChannel channel;
    private ChatDelivery delivery;

    @AfterEach
    void close() {
        delivery.close();
    }

    private void start(int mostWaiting, Function<ChatMessage, DeliveryAttemptOutcome> behaviour) {
        channel = new AlertedChannel(behaviour);
        delivery = new ChatDelivery(channel, GIVE_UP, mostWaiting, pauses, new LargestJitter());
    }

    private void start(DeliveryAttemptOutcome... outcomes) {
        List<DeliveryAttemptOutcome> next = new ArrayList<>(Arrays.asList(outcomes));
        start(10, message -> next.size() > 1 ? next.remove(0) : next.get(0));
    }

    private MessageDeliveryResult send(String title) throws Exception {
        return delivery.send(Messages.titled(title)).get(10, TimeUnit.SECONDS);
    }

    private static RetryAfter busy() {
        return new RetryAfter(Optional.empty(), "busy");
    }

    private static RetryAfter busyFor(Duration delay) {
        return new RetryAfter(Optional.of(delay), "busy");
    }

    @Test
    void shouldPauseLongerAfterEachFailureUpToAMinute() throws Exception {
        start(busy(), busy(), busy(), busy(), busy(), busy(), busy(), busy(), new Delivered());

        assertThat(send("a")).isEqualTo(new MessageDeliveryResult(MessageDeliveryResult.Status.DELIVERED, 9, ""));
        assertThat(pauses.made()).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void shouldBeginWithShortPausesAgainAfterASuccess() throws Exception {
        start(busy(), busy(), new Delivered(), busy(), new Delivered());

        send("a");
        send("b");

        assertThat(pauses.made()).extracting(Duration::toSeconds).containsExactly(1L, 2L, 1L);
    }

    @Test
    void shouldLeaveTheServiceAloneForAsLongAsItAsks() throws Exception {
        start(busyFor(Duration.ofSeconds(90)), busyFor(Duration.ZERO), new Delivered());

        assertThat(send("a").isDelivered()).isTrue();
        assertThat(pauses.made()).containsExactly(Duration.ofSeconds(90), Duration.ofSeconds(2));
    }

    @Test
    void shouldGiveUpWhenAMessageIsTooOld() throws Exception {
        start(busy());

        MessageDeliveryResult given = send("a");

        assertThat(given.status()).isEqualTo(MessageDeliveryResult.Status.GIVEN_UP);
        assertThat(given.reason()).isEqualTo("channel told did not take it within PT10M; last: busy");
        // 1 + 2 + 4 + 8 + 16 + 32 + 60 + ... + 60 s, at most 600 s
        assertThat(given.attempts()).isEqualTo(channel.attempts.size()).isEqualTo(15);
    }

    @Test
    void shouldNotWaitForAnAnswerThatComesTooLate() throws Exception {
        start(busyFor(Duration.ofMinutes(11)), new Delivered());

        assertThat(send("a"))
                .extracting(MessageDeliveryResult::status, MessageDeliveryResult::attempts)
                .containsExactly(MessageDeliveryResult.Status.GIVEN_UP, 1);
        assertThat(pauses.made()).isEmpty();

        // The next one is young enough to wait for what is left.
        pauses.pass(Duration.ofMinutes(3));
        assertThat(send("b").isDelivered()).isTrue();
        assertThat(pauses.made()).containsExactly(Duration.ofMinutes(8));
    }

    @Test
    void shouldGiveUpWhatHasWaitedTooLongWithoutAskingAServiceThatFails() throws Exception {
        CountDownLatch handedOver = new CountDownLatch(1);
        start(10, message -> {
            await(handedOver);
            return busy();
        });
        CompletableFuture<MessageDeliveryResult> first = delivery.send(Messages.titled("a"));
        CompletableFuture<MessageDeliveryResult> second = delivery.send(Messages.titled("b"));
        handedOver.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(MessageDeliveryResult.Status.GIVEN_UP);
        assertThat(second.get(10, TimeUnit.SECONDS))
                .extracting(MessageDeliveryResult::status, MessageDeliveryResult::attempts)
                .containsExactly(MessageDeliveryResult.Status.GIVEN_UP, 0);
        assertThat(channel.attempts).doesNotContain("b");
    }

    @Test
    void shouldGoOnAfterARefusal() throws Exception {
        start(busy(), new Refused("no such channel"), new Delivered());

        assertThat(send("a"))
                .isEqualTo(new MessageDeliveryResult(MessageDeliveryResult.Status.REFUSED, 2, "no such channel"));
        assertThat(send("b")).isEqualTo(new MessageDeliveryResult(MessageDeliveryResult.Status.DELIVERED, 1, ""));
    }

    @Test
    void shouldGoOnAfterAFaultWithoutQuotingIt() throws Exception {
        start(10, message -> {
            if (message.title().equals("bad")) {
                throw new IllegalStateException("https://hooks.example.org/sEcReT");
            }
            return new Delivered();
        });

        MessageDeliveryResult bad = send("bad");

        assertThat(bad.status()).isEqualTo(MessageDeliveryResult.Status.REFUSED);
        assertThat(bad.reason()).isEqualTo("the message could not be written (java.lang.IllegalStateException)");
        assertThat(send("good").isDelivered()).isTrue();
    }

    /** Its thread had ended, and the messages behind it waited for ever. */
    @Test
    void shouldTryAgainAfterAnErrorThatIsNotTheMessages() throws Exception {
        List<Throwable> errors = new ArrayList<>(List.of(new NoClassDefFoundError("sEcReT")));
        start(10, message -> {
            if (!errors.isEmpty()) {
                throw (Error) errors.remove(0);
            }
            return new Delivered();
        });

        assertThat(send("a")).isEqualTo(new MessageDeliveryResult(MessageDeliveryResult.Status.DELIVERED, 2, ""));
        assertThat(send("b").isDelivered()).isTrue();
    }

    @Test
    void shouldRefuseWhatAFullQueueCannotTake() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answering = new CountDownLatch(1);
        start(1, message -> {
            begun.countDown();
            await(answering);
            return new Delivered();
        });

        CompletableFuture<MessageDeliveryResult> first = delivery.send(Messages.titled("a"));
        begun.await();
        CompletableFuture<MessageDeliveryResult> second = delivery.send(Messages.titled("b"));
        CompletableFuture<MessageDeliveryResult> third = delivery.send(Messages.titled("c"));

        assertThat(third)
                .isCompletedWithValue(new MessageDeliveryResult(
                        MessageDeliveryResult.Status.QUEUE_FULL, 0, "1 messages wait for channel told already"));
        assertThat(delivery.waiting()).isEqualTo(1);
        answering.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).isDelivered()).isTrue();
        assertThat(second.get(10, TimeUnit.SECONDS).isDelivered()).isTrue();
        assertThat(channel.attempts).containsExactly("a", "b");
    }

    @Test
    void shouldEndAtOnceWhenClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        start(10, message -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new RetryAfter(Optional.empty(), "interrupted");
        });
        CompletableFuture<MessageDeliveryResult> inFlight = delivery.send(Messages.titled("a"));
        CompletableFuture<MessageDeliveryResult> waiting = delivery.send(Messages.titled("b"));
        begun.await();

        delivery.close();

        assertThat(inFlight.join().status()).isEqualTo(MessageDeliveryResult.Status.CLOSED);
        assertThat(inFlight.join().attempts()).isEqualTo(1);
        assertThat(waiting.join())
                .isEqualTo(new MessageDeliveryResult(
                        MessageDeliveryResult.Status.CLOSED, 0, "channel told was closed first"));
        assertThat(delivery.send(Messages.titled("c")).join().status()).isEqualTo(MessageDeliveryResult.Status.CLOSED);
        assertThat(channel.closed).isTrue();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("barograph-chat-told");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
