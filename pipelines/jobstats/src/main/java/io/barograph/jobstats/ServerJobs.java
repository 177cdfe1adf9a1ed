package io.barograph.jobstats;

import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The job statistics of one server: turns polls, in the order of time, into what each job moved between two polls.
 *
 * <p>A poll lists the jobs whose counters changed. What a listed job moved since it was listed last was therefore moved
 * since the poll before; a missed poll loses resolution, not bytes. An entry begins anew when a counter decreases or its
 * stated begin changes: it then moved what it shows. The same poll may come in several records, and each of them again.
 *
 * <p>Of a job that is not known yet, everything counts if its entry begins while the server is being watched. If it began
 * before, what it moved since the last poll is not known and counts as nothing: it stays in the remainder that no job has.
 * Where the server does not state the begin, an entry counts if it does not exceed twice what the whole server moved since
 * the last poll.
 *
 * <p>What the server's counters cannot have moved is unknown ({@link CounterRule}), and so is what a job moved while the
 * server was silent for longer than {@link CounterRule#MAX_GAP_MILLIS}: differences begin anew.
 *
 * <p>State: 100 bytes and its names per entry, of {@value #MAX_ENTRIES} entries at most; those that were listed longest
 * ago go first.
 */
public final class ServerJobs {
    public static final int MAX_ENTRIES = 8_192;

    private static final long NEVER = Long.MIN_VALUE;

    public enum Outcome {
        /** It is the first one: differences begin with it. */
        FIRST,
        /** It is counted. */
        COUNTED,
        /** A later poll was counted before: it only reports jobs that no later poll has listed. */
        OUT_OF_ORDER
    }

    private record Reading(long time, JobTraffic counters) {}

    private record Known(JobIdentity job, long since, JobTraffic counters, long listedAt) {}

    private final long rememberMillis;
    private long watchedSince = NEVER;
    private long previous = NEVER;
    private long latest = NEVER;
    /** Counters of the server at the previous and at the latest poll, and their difference; null if not known. */
    private JobTraffic serverBefore;

    private JobTraffic server;
    private JobTraffic serverMoved;

    private boolean restarted;

    /** The last polls that reported the server's counters, in order of time. */
    private final List<Reading> readings = new ArrayList<>();

    /** By the server's id, in the order of their last listing. */
    private final Map<String, Known> entries = new LinkedHashMap<>();

    /** @param rememberMillis how long an entry that is not listed is remembered, milliseconds */
    public ServerJobs(long rememberMillis) {
        this.rememberMillis = rememberMillis;
    }

    /** @param poll a poll, or one of the records of a poll */
    public Outcome insert(JobPoll poll, CounterBounds bounds, Consumer<PollDelta> movements) {
        if (poll.time() < latest) {
            insertLate(poll, bounds, movements);
            return Outcome.OUT_OF_ORDER;
        }
        if (poll.time() > latest) {
            boolean beginsAnew = latest == NEVER || CounterRule.beginsAnew(latest, poll.time());
            if (beginsAnew) {
                watchedSince = poll.time();
            }
            previous = beginsAnew ? NEVER : latest;
            latest = poll.time();
            serverBefore = beginsAnew ? null : server;
            server = null;
            serverMoved = null;
            restarted = false;
        }
        JobTraffic serverTraffic = null;
        if (server == null && poll.server() != null) {
            server = poll.server();
            remember(poll.time(), server);
            serverMoved = serverBefore == null || isAtFault(bounds) ? null : server.since(serverBefore);
            restarted = serverMoved != null && server.beganAnewSince(serverBefore);
            serverTraffic = serverMoved;
        }
        Map<JobIdentity, JobTraffic> jobs =
                new LinkedHashMap<>(2 * poll.entries().size());
        for (JobPoll.Entry entry : poll.entries()) {
            JobTraffic moved = list(entry, bounds);
            if (previous != NEVER && !moved.isNone() && !entry.job().isNobody()) {
                jobs.merge(entry.job(), moved, JobTraffic::plus);
            }
        }
        if (previous == NEVER) {
            return Outcome.FIRST;
        }
        movements.accept(new PollDelta(previous, latest, serverTraffic, restarted, jobs));
        return Outcome.COUNTED;
    }

    /**
     * What the server moved is known from the later polls, but a job that moved nothing since is listed by none of them.
     * Its bytes are spread as the server's were.
     */
    private void insertLate(JobPoll poll, CounterBounds bounds, Consumer<PollDelta> movements) {
        Map<JobIdentity, JobTraffic> jobs = new LinkedHashMap<>();
        for (JobPoll.Entry entry : poll.entries()) {
            Known known = entries.get(entry.entryId());
            if (known == null || known.listedAt() < poll.time()) {
                JobTraffic moved = list(entry, bounds);
                if (!moved.isNone() && !entry.job().isNobody()) {
                    jobs.merge(entry.job(), moved, JobTraffic::plus);
                }
            }
        }
        if (previous != NEVER && !jobs.isEmpty()) {
            long to = poll.time() > previous ? latest : poll.time();
            movements.accept(new PollDelta(to - (latest - previous), to, null, false, jobs));
        }
    }

    /** Keeps the server's last counters, by which {@link CounterRule} judges those that follow. */
    private void remember(long time, JobTraffic counters) {
        readings.add(new Reading(time, counters));
        if (readings.size() > CounterRule.LOOK_BACK + 1) {
            readings.remove(0);
        }
    }

    /** True if what the server moved since the poll before is unknown, as its counters are at fault. */
    private boolean isAtFault(CounterBounds bounds) {
        return isAtFault(JobTraffic::readBytes, bounds.bytesPerSecond())
                || isAtFault(JobTraffic::writeBytes, bounds.bytesPerSecond())
                || isAtFault(JobTraffic::metadataOperations, bounds.operationsPerSecond());
    }

    private boolean isAtFault(ToLongFunction<JobTraffic> counter, long maxPerSecond) {
        long[] times = new long[readings.size()];
        long[] counters = new long[readings.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = readings.get(i).time;
            counters[i] = counter.applyAsLong(readings.get(i).counters);
        }
        return CounterRule.moved(times, counters, counters.length - 1, maxPerSecond) == CounterRule.FAULT;
    }

    /** What a job cannot have moved since its entry was listed last is not counted: it stays in the remainder. */
    private JobTraffic possible(JobTraffic moved, long since, CounterBounds bounds) {
        long millis = Math.min(latest - since, CounterRule.MAX_GAP_MILLIS);
        long bytes = bounds.bytesPerSecond();
        boolean isPossible = CounterRule.moved(0, moved.readBytes(), millis, bytes) != CounterRule.FAULT
                && CounterRule.moved(0, moved.writeBytes(), millis, bytes) != CounterRule.FAULT
                && CounterRule.moved(0, moved.metadataOperations(), millis, bounds.operationsPerSecond())
                        != CounterRule.FAULT;
        return isPossible ? moved : JobTraffic.NONE;
    }

    private JobTraffic list(JobPoll.Entry entry, CounterBounds bounds) {
        Known known = entries.remove(entry.entryId());
        entries.put(entry.entryId(), new Known(entry.job(), entry.since(), entry.counters(), latest));
        if (entries.size() > MAX_ENTRIES) {
            Iterator<Known> eldest = entries.values().iterator();
            // An entry that began up to then may be one that was dropped: it must not count as a new one.
            watchedSince = Math.max(watchedSince, eldest.next().listedAt() + 1);
            eldest.remove();
        }
        if (known != null) {
            boolean beganAnew = entry.since() != JobPoll.NOT_STATED
                    && known.since() != JobPoll.NOT_STATED
                    && entry.since() != known.since();
            JobTraffic moved = beganAnew ? entry.counters() : entry.counters().since(known.counters());
            return possible(moved, known.listedAt(), bounds);
        }
        return isNewEntry(entry) ? possible(entry.counters(), latest - rememberMillis, bounds) : JobTraffic.NONE;
    }

    private boolean isNewEntry(JobPoll.Entry entry) {
        if (entry.since() != JobPoll.NOT_STATED) {
            return entry.since() >= Math.max(watchedSince, latest - rememberMillis);
        }
        JobTraffic counted = entry.counters();
        return serverMoved == null
                || (counted.bytes() <= 2 * serverMoved.bytes()
                        && counted.metadataOperations() <= 2 * serverMoved.metadataOperations());
    }

    /** Forgets the entries that have not been listed for so long that they count as new ones. */
    public void forget() {
        Iterator<Known> eldest = entries.values().iterator();
        while (eldest.hasNext() && eldest.next().listedAt() < latest - rememberMillis) {
            eldest.remove();
        }
    }

    /** @return instant of the latest poll, milliseconds since the epoch; {@link Long#MIN_VALUE} if there was none */
    public long latest() {
        return latest;
    }

    public int size() {
        return entries.size();
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(rememberMillis);
        out.writeLong(watchedSince);
        out.writeLong(previous);
        out.writeLong(latest);
        writeOrNull(serverBefore, out);
        writeOrNull(server, out);
        writeOrNull(serverMoved, out);
        out.writeBoolean(restarted);
        out.writeInt(readings.size());
        for (Reading reading : readings) {
            out.writeLong(reading.time);
            reading.counters.writeTo(out);
        }
        out.writeInt(entries.size());
        for (Map.Entry<String, Known> entry : entries.entrySet()) {
            out.writeUTF(entry.getKey());
            Known known = entry.getValue();
            known.job.writeTo(out);
            out.writeLong(known.since);
            known.counters.writeTo(out);
            out.writeLong(known.listedAt);
        }
    }

    public static ServerJobs readFrom(DataInput in) throws IOException {
        ServerJobs read = new ServerJobs(in.readLong());
        read.watchedSince = in.readLong();
        read.previous = in.readLong();
        read.latest = in.readLong();
        read.serverBefore = readOrNull(in);
        read.server = readOrNull(in);
        read.serverMoved = readOrNull(in);
        read.restarted = in.readBoolean();
        int polls = in.readInt();
        for (int i = 0; i < polls; i++) {
            read.remember(in.readLong(), JobTraffic.readFrom(in));
        }
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            read.entries.put(
                    in.readUTF(),
                    new Known(JobIdentity.readFrom(in), in.readLong(), JobTraffic.readFrom(in), in.readLong()));
        }
        return read;
    }

    private static void writeOrNull(JobTraffic traffic, DataOutput out) throws IOException {
        BinaryCollections.writeOptional(traffic, out, JobTraffic::writeTo);
    }

    private static JobTraffic readOrNull(DataInput in) throws IOException {
        return in.readBoolean() ? JobTraffic.readFrom(in) : null;
    }
}
