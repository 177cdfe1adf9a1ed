package io.barograph.flink.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Time of the site, as most of its sources have it: what distinguishes a clock that is ahead from all others that are behind. One
 * for all live partitions that a JVM reads from a broker.
 *
 * <p>Each topic has one vote for each file system, the median of its active sources: a host with many servers has no more
 * to say than one with few. The votes within a minute of each other that are the most win. This machine's clock is one
 * vote more where it agrees with any, and decides a tie; a site that is simulated in another time does not notice it. A
 * tie that it does not decide goes to those that go on where the time of the site was, then to the earlier ones.
 *
 * <p>Nothing waits for this time: it is a bound for what a partition emits, and a measure of who is behind.
 */
final class SiteReferenceTime {
    private static final Logger LOG = LoggerFactory.getLogger(SiteReferenceTime.class);

    /** More file systems than any site has; a bound for keys that somebody makes up. */
    static final int MAX_GROUPS = 256;

    /** A partition that has not voted for so long is no longer read here. */
    private static final long FORGET_AFTER = Duration.ofSeconds(10).toMillis();

    private static final long COMPLAIN_INTERVAL = Duration.ofMinutes(1).toMillis();

    private final LongSupplier wallClock;
    private final Map<TopicPartition, Ballot> ballots = new HashMap<>();
    private volatile long time = SourceTimes.NONE;
    private long lastKnown = SourceTimes.NONE;
    private boolean isSettled;
    private long complainedAt = SourceTimes.NONE;

    /** What a partition voted, when. */
    private record Ballot(Map<Long, SourceTimes.Vote> votes, boolean isSettled, long castAt) {}

    SiteReferenceTime(LongSupplier wallClock) {
        this.wallClock = wallClock;
    }

    /**
     * @param votes its votes by group, in place of its earlier ones
     * @param now milliseconds of a clock for time that passes here
     */
    synchronized void vote(TopicPartition partition, Map<Long, SourceTimes.Vote> votes, boolean settled, long now) {
        ballots.put(partition, new Ballot(votes, settled, now));
        ballots.values().removeIf(ballot -> now - ballot.castAt >= FORGET_AFTER);
        Map<Long, List<SourceTimes.Vote>> byGroup = new HashMap<>();
        isSettled = true;
        for (Ballot ballot : ballots.values()) {
            isSettled &= ballot.isSettled;
            ballot.votes.forEach((group, vote) ->
                    byGroup.computeIfAbsent(group, unused -> new ArrayList<>()).add(vote));
        }
        if (byGroup.isEmpty()) {
            time = SourceTimes.NONE;
            return;
        }
        long[] times = byGroup.values().stream()
                .mapToLong(SourceTimes::median)
                .sorted()
                .toArray();
        lastKnown = winner(times, lastKnown, wallClock.getAsLong());
        time = lastKnown;
    }

    /** The latest of the votes that win. */
    private static long winner(long[] votes, long before, long clock) {
        long best = votes[0];
        int[] bestRank = {0, 0, 0};
        for (int first = 0, last = 0; first < votes.length; first++) {
            while (last + 1 < votes.length && votes[last + 1] <= votes[first] + SourceTimes.TOLERANCE) {
                last++;
            }
            int agrees = clock >= votes[first] - SourceTimes.TOLERANCE && clock <= votes[last] + SourceTimes.TOLERANCE
                    ? 1
                    : 0;
            int goesOn = before == SourceTimes.NONE || votes[last] >= before - SourceTimes.TOLERANCE ? 1 : 0;
            int[] rank = {last - first + 1 + agrees, agrees, goesOn};
            if (Arrays.compare(rank, bestRank) > 0) {
                best = votes[last];
                bestRank = rank;
            }
        }
        return best;
    }

    /** @return time of the site, milliseconds since the epoch; {@link SourceTimes#NONE} if no source is active */
    long time() {
        return time;
    }

    /**
     * Complains about sources that are ahead or behind, once a minute. While any partition has a backlog they only seem
     * to be.
     *
     * @return true if they are
     */
    synchronized boolean report(TopicPartition partition, SourceTimes sources, long now) {
        boolean isOff = isSettled && time != SourceTimes.NONE && sources.ahead() + sources.behind() > 0;
        if (isOff && (complainedAt == SourceTimes.NONE || now - complainedAt >= COMPLAIN_INTERVAL)) {
            complainedAt = now;
            String worst = sources.ahead() > 0 ? sources.describeAhead(time) : sources.describeBehind(time);
            LOG.warn(
                    "{} of {}: {}. It does not move event time. Check the clock of its host",
                    sources.ahead() + sources.behind() + " sources off time",
                    partition,
                    worst);
        }
        return isOff;
    }
}
