package io.barograph.chat;

import io.barograph.chat.MessageDeliveryResult.Status;
import io.barograph.schemas.RetryBackoff;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings messages to one channel, in the order in which they were handed over, in a thread of its own. What the service
 * cannot take is repeated, with growing pauses of at most a minute or as long as the service asks, until it has been
 * under way for too long. Messages are delivered at least once: one whose answer is lost is sent again.
 *
 * <p>At most {@value #MAX_WAITING} messages wait.
 */
public final class ChatDelivery implements AutoCloseable {
    /** Most messages that wait for the service. */
    public static final int MAX_WAITING = 200;

    private static final Logger LOG = LoggerFactory.getLogger(ChatDelivery.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);
    private static final Duration CLOSING = Duration.ofSeconds(5);

    /** A message on its way; times are in nanoseconds of {@link DeliveryClock#nanoTime}. */
    private record Parcel(ChatMessage message, long deadline, CompletableFuture<MessageDeliveryResult> delivery) {}

    private final ChatChannel channel;
    private final Duration giveUpAfter;
    private final DeliveryClock pauses;
    private final BlockingQueue<Parcel> waiting;
    private final Thread thread;
    private volatile boolean closed;

    // The service's state, which outlasts a message; only the thread uses it.
    private final RetryBackoff backoff;
    private int failuresInARow;
    private long notBefore;
    private String lastFailure = "";

    /**
     * @param channel where messages go; closed with the delivery
     * @param giveUpAfter how long after it was handed over a message is given up
     */
    public ChatDelivery(ChatChannel channel, Duration giveUpAfter) {
        this(channel, giveUpAfter, MAX_WAITING, DeliveryClock.REAL, RandomGenerator.getDefault());
    }

    ChatDelivery(
            ChatChannel channel, Duration giveUpAfter, int mostWaiting, DeliveryClock pauses, RandomGenerator jitter) {
        this.channel = channel;
        this.giveUpAfter = giveUpAfter;
        this.pauses = pauses;
        this.backoff = new RetryBackoff(FIRST_PAUSE, MAX_PAUSE, jitter);
        this.waiting = new ArrayBlockingQueue<>(mostWaiting);
        this.notBefore = pauses.nanoTime();
        this.thread = new Thread(this::run, "barograph-chat-" + channel.name());
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands a message over and returns at once.
     *
     * @return completes when the message is delivered or given up, never exceptionally, in the delivery's thread: what
     *     depends on it must not block
     */
    public CompletableFuture<MessageDeliveryResult> send(ChatMessage message) {
        Parcel parcel = new Parcel(message, pauses.nanoTime() + giveUpAfter.toNanos(), new CompletableFuture<>());
        if (!closed && !waiting.offer(parcel)) {
            parcel.delivery()
                    .complete(new MessageDeliveryResult(
                            Status.QUEUE_FULL,
                            0,
                            waiting.size() + " messages wait for channel " + channel.name() + " already"));
        }
        if (closed) {
            // Either before the offer, or after it: then the thread may have ended without seeing the message.
            parcel.delivery().complete(closedDelivery(0));
        }
        return parcel.delivery();
    }

    private void run() {
        while (!closed) {
            try {
                Parcel parcel = waiting.take();
                parcel.delivery().complete(deliver(parcel));
            } catch (InterruptedException e) {
                LOG.debug("channel {} was interrupted", channel.name());
            }
        }
        for (Parcel parcel = waiting.poll(); parcel != null; parcel = waiting.poll()) {
            parcel.delivery().complete(closedDelivery(0));
        }
    }

    private MessageDeliveryResult deliver(Parcel parcel) {
        int attempts = 0;
        while (!closed) {
            if (failuresInARow > 0 && notBefore - parcel.deadline() > 0) {
                return giveUp(attempts);
            }
            try {
                pauses.sleep(Duration.ofNanos(Math.max(0, notBefore - pauses.nanoTime())));
            } catch (InterruptedException e) {
                continue; // only close() interrupts
            }
            DeliveryAttemptOutcome outcome = attempt(parcel.message());
            attempts++;
            if (outcome instanceof DeliveryAttemptOutcome.Delivered) {
                succeeded();
                return new MessageDeliveryResult(Status.DELIVERED, attempts, "");
            }
            if (outcome instanceof DeliveryAttemptOutcome.Refused refusal) {
                return refuse(attempts, refusal.reason());
            }
            failed((DeliveryAttemptOutcome.RetryAfter) outcome);
        }
        return closedDelivery(attempts);
    }

    /** A fault of the program in one message must not end the channel; an error need not be the message's. */
    private DeliveryAttemptOutcome attempt(ChatMessage message) {
        try {
            return channel.attempt(message);
        } catch (RuntimeException e) {
            // The text of an unknown exception might quote a secret.
            return new DeliveryAttemptOutcome.Refused(
                    "the message could not be written (" + e.getClass().getName() + ")");
        } catch (Error e) {
            return new DeliveryAttemptOutcome.RetryAfter(
                    Optional.empty(), "the channel fails (" + e.getClass().getName() + ")");
        }
    }

    private void succeeded() {
        if (failuresInARow > 0) {
            LOG.info("channel {} takes messages again", channel.name());
        }
        recovered();
    }

    private void recovered() {
        failuresInARow = 0;
        backoff.reset();
    }

    private MessageDeliveryResult refuse(int attempts, String reason) {
        // The service did answer, so the next message need not wait.
        recovered();
        LOG.warn("channel {} refuses a message: {}", channel.name(), reason);
        return new MessageDeliveryResult(Status.REFUSED, attempts, reason);
    }

    private void failed(DeliveryAttemptOutcome.RetryAfter failure) {
        failuresInARow++;
        lastFailure = failure.reason();
        Duration pause = backoff.next();
        Duration delay =
                failure.delay().filter(asked -> asked.compareTo(pause) > 0).orElse(pause);
        notBefore = pauses.nanoTime() + delay.toNanos();
        if (failuresInARow == 1) {
            LOG.warn("channel {} does not take messages; repeating: {}", channel.name(), failure.reason());
        } else {
            LOG.debug("channel {}: failure {}, next in {}: {}", channel.name(), failuresInARow, delay, lastFailure);
        }
    }

    private MessageDeliveryResult giveUp(int attempts) {
        return new MessageDeliveryResult(
                Status.GIVEN_UP,
                attempts,
                "channel " + channel.name() + " did not take it within " + giveUpAfter + "; last: " + lastFailure);
    }

    private MessageDeliveryResult closedDelivery(int attempts) {
        return new MessageDeliveryResult(Status.CLOSED, attempts, "channel " + channel.name() + " was closed first");
    }

    int waiting() {
        return waiting.size();
    }

    /** Ends at once: what is not delivered completes with {@link MessageDeliveryResult.Status#CLOSED}. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        channel.close();
    }

    /** Time as a delivery sees it. */
    interface DeliveryClock {
        DeliveryClock REAL = new DeliveryClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration time) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(time.toNanos());
            }
        };

        /** {@return nanoseconds since some instant} */
        long nanoTime();

        void sleep(Duration time) throws InterruptedException;
    }
}
