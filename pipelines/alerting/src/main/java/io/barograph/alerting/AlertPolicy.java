package io.barograph.alerting;

import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What becomes an alert, which channel receives it, and how often. Durations are milliseconds.
 *
 * @param rules rules; the name of each is its own
 * @param routes an alert goes to the channels of all routes that it fits
 * @param groupWindow how long a message waits for others to be sent with
 * @param cooldown least time between two messages about one alert, unless it gets worse or ends
 * @param hourlyCap most messages to a channel in any hour, without digests, heartbeats, messages with a critical alert,
 *     and alerts on the analysis
 * @param staleAfter without news for this long an alert is unknown
 * @param catchUpAfter what is older than this when it comes is sent in a digest only
 * @param heartbeatChannel channel of the heartbeat; empty for none
 */
public record AlertPolicy(
        List<AlertRule> rules,
        List<AlertRoute> routes,
        long groupWindow,
        long cooldown,
        int hourlyCap,
        long staleAfter,
        long catchUpAfter,
        String heartbeatChannel,
        long heartbeatInterval)
        implements Serializable {
    public AlertPolicy {
        rules = List.copyOf(rules);
        routes = List.copyOf(routes);
    }

    /** @return names of all channels that are used, in the order of the routes */
    public Set<String> channels() {
        Set<String> channels = new LinkedHashSet<>();
        routes.forEach(route -> channels.add(route.channel()));
        if (!heartbeatChannel.isEmpty()) {
            channels.add(heartbeatChannel);
        }
        return channels;
    }

    boolean sends(String channel, AlertCondition condition) {
        return routes.stream()
                .anyMatch(route -> route.channel().equals(channel)
                        && route.least().compareTo(condition.severity()) <= 0
                        && condition.isIn(route.scope()));
    }
}
