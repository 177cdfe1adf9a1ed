package io.barograph.flink.topics;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Times of the sources of one partition, distinguished by the key of their records. Event time of the partition is the
 * slowest active source's; a source that is ahead of the site moves nothing. For one thread.
 *
 * <ul>
 *   <li>A source holds event time back at its newest record and the interval at which it last reported: its next record
 *       is expected no earlier. One that has reported once does so only if all have: whoever invents sources with a record
 *       each would hold event time back for good.
 *   <li>It is idle after {@link #IDLE_AFTER} without a newer record, or {@link #TOLERANCE} behind the site for as long,
 *       both without a backlog. The sources that came furthest become idle only after all others. While a source is ahead
 *       of the site, the site has still to come to what it has said: that time does not count, and after so long without a
 *       newer record it has no vote. It is active again with a newer record that is neither late nor behind the site.
 *   <li>A source whose first record is late, or behind the site without a backlog, begins as idle.
 *   <li>A source more than {@link #TOLERANCE} ahead of the site does not count. If there is no other, the partition has
 *       the time of the site.
 * </ul>
 *
 * <p>Memory: some 170 bytes a source, at most {@value #MAX_SOURCES} of them. When there are more, idle ones make room;
 * those that find none count as one source together.
 */
final class SourceTimes {
    /** No time is known. */
    static final long NONE = Long.MIN_VALUE;

    /** By how much a source may differ from the others, milliseconds. */
    static final long TOLERANCE = Duration.ofSeconds(50).toMillis();

    /** After this time without a newer record a source is idle, milliseconds. */
    static final long IDLE_AFTER = Duration.ofSeconds(50).toMillis();

    /** Twice the servers of the largest sites, all in one partition. */
    static final int MAX_SOURCES = 32_768;

    /** Looking for idle sources to make room costs a pass over all: once a second is enough. */
    private static final long ROOM_INTERVAL = Duration.ofSeconds(1).toMillis();

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final int MAX_NAME_LENGTH = 100;

    private final Source rest = new Source(0, null);
    private final Map<Long, Source> sources = new HashMap<>();
    private long lookedForRoomAt = NONE;

    private long watermark = NONE;
    private long judgedAt = NONE;
    private long lastReference = NONE;
    private long front = NONE;
    private int active;
    private int ahead;
    private int behind;
    private Source mostAhead;
    private Source mostBehind;

    SourceTimes() {
        sources.put(null, rest);
    }

    private static final class Source {
        private final long group;
        private final byte[] key;
        private long newest = NONE;
        private long newestAt;
        private long aheadAt = NONE;
        private long pace;
        private long behindSince = NONE;
        private boolean isEstablished;
        private boolean isIdle;
        private boolean hasAdvanced;

        Source(long group, byte[] key) {
            this.group = group;
            this.key = key;
        }

        void advance(long time, long now) {
            if (newest != NONE) {
                long step = Math.min(time - newest, TOLERANCE);
                pace = Math.max(step, pace - pace / 8);
                isEstablished = true;
            }
            newest = time;
            newestAt = now;
            hasAdvanced = true;
        }
    }

    /**
     * What the active sources of one group say: the lower median of their times.
     *
     * @param time the median, milliseconds since the epoch
     */
    record Vote(long time, int sources) {}

    /**
     * Notes a record.
     *
     * @param key its key; null for a source without a name
     * @param time its time, milliseconds since the epoch
     */
    void note(byte[] key, long time, long now, boolean settled, long reference) {
        Source source = source(key, now);
        if (source.newest == NONE) {
            source.isIdle = time <= watermark || (settled && isBehind(time, reference));
        }
        if (time > source.newest) {
            source.advance(time, now);
        }
    }

    private Source source(byte[] key, long now) {
        if (key == null) {
            return rest;
        }
        long id = FNV_OFFSET;
        long group = 0;
        for (byte b : key) {
            if (b == '/' && group == 0) {
                group = id;
            }
            id = (id ^ b) * FNV_PRIME;
        }
        Source known = sources.get(id);
        if (known != null) {
            return known;
        }
        if (size() == MAX_SOURCES && !makeRoom(now)) {
            return rest;
        }
        Source source = new Source(group == 0 ? id : group, key);
        sources.put(id, source);
        return source;
    }

    private boolean makeRoom(long now) {
        if (lookedForRoomAt != NONE && now - lookedForRoomAt < ROOM_INTERVAL) {
            return false;
        }
        lookedForRoomAt = now;
        sources.values().removeIf(source -> source != rest && (source.isIdle || isSilent(source)));
        return size() < MAX_SOURCES;
    }

    /**
     * Takes back what records without a name have said of a time that is ahead of the site: they are many sources, and the
     * next of them, which has the right time, must hold event time again.
     */
    void disbelieveNameless(long reference) {
        if (isAhead(rest.newest, reference)) {
            rest.newest = reference + TOLERANCE;
        }
    }

    private boolean isSilent(Source source) {
        return judgedAt != NONE && judgedAt - source.newestAt >= IDLE_AFTER;
    }

    private static boolean isBehind(long time, long reference) {
        return reference != NONE && time < reference - TOLERANCE;
    }

    private static boolean isAhead(long time, long reference) {
        return reference != NONE && time > reference + TOLERANCE;
    }

    /**
     * Decides which sources are active, ahead and behind.
     *
     * @param now milliseconds of a clock for time that passes here
     * @return event time of the partition; {@link #NONE} if no source is active
     */
    long advance(long now, long settledSince, long reference, long emitted) {
        watermark = emitted;
        judgedAt = now;
        active = 0;
        ahead = 0;
        behind = 0;
        mostAhead = null;
        mostBehind = null;
        front = NONE;
        long hold = Long.MAX_VALUE;
        long holdOfNew = Long.MAX_VALUE;
        long leading = leading(reference);
        for (Source source : sources.values()) {
            if (source.newest == NONE) {
                continue;
            }
            boolean leads = source.newest >= leading && !isAhead(source.newest, lastReference);
            judge(source, now, settledSince, reference, leads);
            if (source.isIdle) {
                continue;
            }
            active++;
            if (isAhead(source.newest, reference)) {
                ahead++;
                mostAhead = mostAhead == null || source.newest > mostAhead.newest ? source : mostAhead;
            } else {
                front = Math.max(front, source.newest);
                long expected = source.newest + source.pace;
                hold = source.isEstablished ? Math.min(hold, expected) : hold;
                holdOfNew = Math.min(holdOfNew, expected);
            }
        }
        if (active > 0 && front == NONE) {
            front = reference;
        }
        return Math.min(front, hold == Long.MAX_VALUE ? holdOfNew : hold);
    }

    /**
     * The last records of a backlog are read at nearly the same moment, also those of a source that stopped much earlier in
     * event time. Without a difference between them event time would stay where that source stopped.
     *
     * @return newest time from which on a source is not given up yet; {@link Long#MAX_VALUE} if all have come as far
     */
    private long leading(long reference) {
        lastReference = reference == NONE ? lastReference : reference;
        long furthest = NONE;
        long least = Long.MAX_VALUE;
        for (Source source : sources.values()) {
            if (source.newest != NONE && !source.isIdle && !isAhead(source.newest, lastReference)) {
                furthest = Math.max(furthest, source.newest);
                least = Math.min(least, source.newest);
            }
        }
        return furthest == NONE || least >= furthest - TOLERANCE ? Long.MAX_VALUE : furthest - TOLERANCE;
    }

    private void judge(Source source, long now, long settledSince, long reference, boolean leads) {
        boolean isBehind = isBehind(source.newest, reference);
        if (isAhead(source.newest, reference)) {
            source.aheadAt = now;
        }
        if (!isBehind) {
            source.behindSince = NONE;
        } else if (source.behindSince == NONE) {
            source.behindSince = now;
        }
        if (source.isIdle) {
            if (source.hasAdvanced && source.newest > watermark && !isBehind) {
                source.isIdle = false;
            }
        } else {
            // With nobody left to say where the site is, nothing is ahead of it.
            long awaited = reference == NONE ? NONE : source.aheadAt;
            source.isIdle = (!leads && now - Math.max(Math.max(source.newestAt, awaited), settledSince) >= IDLE_AFTER)
                    || (isBehind && now - Math.max(source.behindSince, settledSince) >= IDLE_AFTER);
        }
        source.hasAdvanced = false;
        if (isBehind && source.isIdle && now - source.newestAt < IDLE_AFTER) { // it reports still
            behind++;
            mostBehind = mostBehind == null || source.newest < mostBehind.newest ? source : mostBehind;
        }
    }

    /**
     * @param topic topic of the partition: a group is what the records of a topic say of a file system
     * @return votes on the time of the site, by group, of the sources that are active; of those that have reported once
     *     only if there are no others
     */
    Map<Long, Vote> votes(String topic) {
        Map<Long, Vote> votes = votes(topic, true);
        return votes.isEmpty() ? votes(topic, false) : votes;
    }

    private Map<Long, Vote> votes(String topic, boolean established) {
        Map<Long, LongStream.Builder> byGroup = new HashMap<>();
        for (Source source : sources.values()) {
            if (source.newest != NONE
                    && !source.isIdle
                    && !isSilent(source)
                    && (source.isEstablished || !established)
                    && (byGroup.size() < SiteReferenceTime.MAX_GROUPS || byGroup.containsKey(source.group))) {
                byGroup.computeIfAbsent(source.group, group -> LongStream.builder())
                        .accept(source.newest);
            }
        }
        Map<Long, Vote> votes = new HashMap<>();
        byGroup.forEach((group, newest) -> {
            long[] times = newest.build().sorted().toArray();
            votes.put(group * 31 + topic.hashCode(), new Vote(times[(times.length - 1) / 2], times.length));
        });
        return votes;
    }

    /** @return newest time of the active sources that are not ahead; {@link #NONE} if there are none */
    long front() {
        return front;
    }

    /** @return sources that hold event time back */
    int active() {
        return active;
    }

    /** @return active sources that are ahead of the site */
    int ahead() {
        return ahead;
    }

    /** @return sources that report, but too far behind the site to hold event time back */
    int behind() {
        return behind;
    }

    /** @return sources that have a name */
    int size() {
        return sources.size() - 1;
    }

    /** @return the source that is the furthest ahead, and by how much; empty text if none is */
    String describeAhead(long reference) {
        return mostAhead == null ? "" : describe(mostAhead, mostAhead.newest - reference, "ahead of");
    }

    /** @return the source that is the furthest behind, and by how much; empty text if none is */
    String describeBehind(long reference) {
        return mostBehind == null ? "" : describe(mostBehind, reference - mostBehind.newest, "behind");
    }

    private static String describe(Source source, long millis, String where) {
        return (source.key == null ? "a source without a name" : name(source.key)) + " is " + millis / 1_000 + " s "
                + where + " the others";
    }

    /** Keys are input: what is printed of them is short and of one line. */
    private static String name(byte[] key) {
        String name = new String(key, 0, Math.min(key.length, MAX_NAME_LENGTH), StandardCharsets.UTF_8);
        return name.replaceAll("\\p{Cntrl}", "?");
    }

    /** @return the lower median of votes, each weighing as much as it has sources */
    static long median(Collection<Vote> votes) {
        Vote[] sorted = votes.toArray(Vote[]::new);
        Arrays.sort(sorted, (one, other) -> Long.compare(one.time, other.time));
        long all = 0;
        for (Vote vote : sorted) {
            all += vote.sources;
        }
        long passed = 0;
        for (Vote vote : sorted) {
            passed += vote.sources;
            if (2 * passed >= all) {
                return vote.time;
            }
        }
        throw new IllegalArgumentException("no votes");
    }
}
