package io.barograph.chat;

import io.barograph.configuration.ChatChannelSettings;
import io.barograph.configuration.ConfigurationException;
import java.time.InstantSource;

/** One place that messages go to, with all that is secret about it. */
public interface ChatChannel extends AutoCloseable {
    /**
     * @param settings type, address and secrets of the channel
     * @return the channel; to be closed
     * @throws ConfigurationException if an address or secret cannot be read; the message names the place, never what
     *     was found there
     */
    static ChatChannel open(ChatChannelSettings settings) {
        return new HttpChannel(settings, System.getenv(), InstantSource.system());
    }

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
