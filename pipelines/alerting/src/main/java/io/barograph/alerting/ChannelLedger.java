package io.barograph.alerting;

import io.barograph.alerting.AlertNotification.Reason;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What one channel has received in the last hour, and what was held back from it. */
final class ChannelLedger {
    /** Most alerts that are held back by name; the rest is counted. */
    static final int MAX_HELD = 10_000;

    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long NEVER = Long.MIN_VALUE / 2;
    private static final int QUIET_WINDOWS = 2;
    private static final int MAX_WINDOWS = 20;

    private final Deque<Long> sent = new ArrayDeque<>();
    private final Map<String, Reason> held = new LinkedHashMap<>();
    /** In digests after the state that is at hand; their inputs come again. */
    private final Set<String> digestedBefore = new LinkedHashSet<>();

    private long overflow;
    private long firstHeldAt;
    private long lastHeldAt;
    private long lastDigestAt = NEVER;
    private String lastMessage = "";

    void count(long at) {
        sent.add(at);
    }

    /**
     * A message that was sent after the state that is at hand; each record of it names it, and the first is of its worst
     * alert.
     */
    void recall(String message, boolean passesHourlyCap, long at) {
        if (!message.equals(lastMessage)) {
            lastMessage = message;
            if (!passesHourlyCap) {
                sent.add(at);
            }
        }
    }

    int room(AlertPolicy policy, long now) {
        sent.removeIf(at -> at <= now - HOUR);
        return policy.hourlyCap() - sent.size();
    }

    /** @return true if it is kept for the digest, false if it is only counted there */
    boolean hold(String key, Reason reason, long now) {
        if (held.isEmpty() && overflow == 0) {
            firstHeldAt = now;
        }
        lastHeldAt = now;
        if (held.size() >= MAX_HELD) {
            overflow++;
            return false;
        }
        held.put(key, reason);
        return true;
    }

    /** When nothing more comes, or it has gone on for long; never twice in an hour. */
    boolean isDigestDue(AlertPolicy policy, long now) {
        long window = policy.groupWindow();
        return (!held.isEmpty() || overflow > 0)
                && now - lastDigestAt >= HOUR
                && (now - lastHeldAt >= QUIET_WINDOWS * window || now - firstHeldAt >= MAX_WINDOWS * window);
    }

    Map<String, Reason> held() {
        return held;
    }

    long overflow() {
        return overflow;
    }

    void digested(long at) {
        lastDigestAt = Math.max(lastDigestAt, at);
        held.clear();
        overflow = 0;
    }

    void recallDigest(Collection<String> keys, long at) {
        lastDigestAt = Math.max(lastDigestAt, at);
        digestedBefore.addAll(keys);
    }

    /** A message of its own came later than what was held, or in a digest, of it. */
    void recallSent(String key) {
        held.remove(key);
        digestedBefore.remove(key);
    }

    /** Whether a digest reported it after the state that is at hand; answers true once. */
    boolean wasDigestedBefore(String key) {
        return digestedBefore.remove(key);
    }

    void letGo(String key) {
        held.remove(key);
    }

    void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(sent, out, BinaryCollections.LONG);
        BinaryCollections.writeMap(held, out, BinaryCollections.TEXT, BinaryCollections::writeName);
        BinaryCollections.write(digestedBefore, out, BinaryCollections.TEXT);
        out.writeLong(overflow);
        out.writeLong(firstHeldAt);
        out.writeLong(lastHeldAt);
        out.writeLong(lastDigestAt);
    }

    static ChannelLedger readFrom(DataInput in) throws IOException {
        ChannelLedger ledger = new ChannelLedger();
        BinaryCollections.read(in, DataInput::readLong, ledger.sent::add);
        BinaryCollections.readMap(ledger.held, in, DataInput::readUTF, reason -> Reason.valueOf(reason.readUTF()));
        BinaryCollections.read(in, DataInput::readUTF, ledger.digestedBefore::add);
        ledger.overflow = in.readLong();
        ledger.firstHeldAt = in.readLong();
        ledger.lastHeldAt = in.readLong();
        ledger.lastDigestAt = in.readLong();
        return ledger;
    }
}
