package io.barograph.page;

import java.time.Duration;

/**
 * How many connections and requests the live page bears, and for how long.
 *
 * @param connections open connections; a new one beyond them takes the place of the one that has waited longest
 * @param requests requests that are being answered; beyond them the answer is 503
 * @param connectionsPerAddress the same of one remote address
 * @param requestsPerAddress the same of one remote address
 * @param headTimeout from the opening of a connection, or the end of its last answer, to the end of the next request's
 *     head, and from there to the end of a form
 * @param requestTimeout from the head of any other request to the end of its answer; the updates of an open page have none
 */
record PageConnectionLimits(
        int connections,
        int requests,
        int connectionsPerAddress,
        int requestsPerAddress,
        Duration headTimeout,
        Duration requestTimeout) {
    /** Each connection takes a file descriptor and some 20 KB; {@link PageUpdateStream#MAX_READERS} are open pages. */
    static final PageConnectionLimits DEFAULT =
            new PageConnectionLimits(500, 400, 80, 64, Duration.ofSeconds(10), Duration.ofSeconds(60));

    /** Checks that there is always a connection that can make room. */
    PageConnectionLimits {
        if (requests >= connections || requestsPerAddress >= connectionsPerAddress) {
            throw new IllegalArgumentException("more connections than requests are needed to answer 503");
        }
    }
}
