package io.barograph.chat;

/** One place that messages go to, with all that is secret about it. Made by {@link ChatChannels}. */
public interface ChatChannel extends AutoCloseable {
    /** {@return the name that the configuration gives it} */
    String name();

    /**
     * Posts a message once. Takes as long as the channel's time limit at most. One thread at a time.
     *
     * @return what became of it; an attempt that was interrupted leaves the thread's interrupt set
     */
    DeliveryAttemptOutcome attempt(ChatMessage message);

    /** Ends its connections. */
    @Override
    void close();
}
