package io.barograph.alerting;

import java.io.Serializable;

/**
 * Which alerts go to a channel.
 *
 * @param scope of which file systems, types and applications
 */
public record AlertRoute(String name, String channel, AlertScope scope, Severity least) implements Serializable {}
