package io.barograph.alerting;

import java.io.Serializable;

/**
 * Which alerts go to a channel.
 *
 * @param name its name
 * @param channel name of the channel
 * @param scope of which file systems, types and applications
 * @param least least severity
 */
public record AlertRoute(String name, String channel, AlertScope scope, Severity least) implements Serializable {
    private static final long serialVersionUID = 1L;
}
