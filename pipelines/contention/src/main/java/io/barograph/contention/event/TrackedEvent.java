package io.barograph.contention.event;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.EventType;
import io.barograph.schemas.HarmEvidence;
import io.barograph.schemas.RecordForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is known by now of an event of load, harm, slowness or lack of space. Kind, type, server and onset are its
 * identity and never change.
 */
public final class TrackedEvent {
    /** Time that is not known. */
    public static final long NONE = Long.MIN_VALUE;

    private static final RecordForm<ServerTraffic> TRAFFIC = RecordForm.of(ServerTraffic.class);

    private final EventKind kind;
    private final EventType type;
    private final String server;
    private final long onset;
    private final long openedAt;
    private final Set<HarmEvidence> evidence = EnumSet.noneOf(HarmEvidence.class);
    private List<String> servers;
    private int revision;
    private long start;
    private long peak = NONE;
    private long end = NONE;
    private long mergedInto = NONE;
    private double threshold = Double.NaN;
    private boolean provisional;
    private double peakPerSecond = Double.NaN;
    private double fullness = Double.NaN;
    private double worstSlowdown = Double.NaN;
    private double waits;
    private int slowdowns;
    private String worstOperation = "";
    private boolean changed;
    private int emittedContent;
    private ServerTraffic moved = ServerTraffic.NONE;
    private ServerTraffic afterwards = ServerTraffic.NONE;

    public TrackedEvent(EventKind kind, EventType type, String server, long onset, long openedAt) {
        this.kind = kind;
        this.type = type;
        this.server = server;
        this.onset = onset;
        this.openedAt = openedAt;
        this.start = onset;
        this.servers = server.isEmpty() ? List.of() : List.of(server);
    }

    public EventKind kind() {
        return kind;
    }

    public EventType type() {
        return type;
    }

    /** @return server, the first one of several; empty for the file system */
    public String server() {
        return server;
    }

    /** @return servers that it is on, or was on if it is over, in order of their names; none for the file system */
    public List<String> servers() {
        return servers;
    }

    /** @return onset, milliseconds since the epoch, like all times here */
    public long onset() {
        return onset;
    }

    public long openedAt() {
        return openedAt;
    }

    public Set<HarmEvidence> evidence() {
        return evidence;
    }

    /** @return number of records made of it */
    public int revision() {
        return revision;
    }

    /**
     * Says that all that is known goes into a record.
     *
     * @return false if it says the same as the last one, and need not be made
     */
    public boolean markEmitted(int content) {
        changed = false;
        if (revision > 0 && content == emittedContent) {
            return false;
        }
        revision++;
        emittedContent = content;
        return true;
    }

    /** Something more is known: another record is due. */
    public void change() {
        changed = true;
    }

    /** @return true if another record is due */
    public boolean isChanged() {
        return changed;
    }

    /** @return name among the events of a file system */
    public String identity() {
        return kind + "/" + type + "/" + server + "/" + onset;
    }

    /**
     * @param now the present, milliseconds since the epoch
     * @return its time, up to now while it lasts
     */
    public EventSpan span(long now) {
        return EventSpan.ofMillis(start, Math.max(start + 1, isOpen() ? now : end));
    }

    /** @return true if it slowed others, unless another event goes on in its place */
    public boolean isHarm() {
        return EventKinds.isHarm(kind) && mergedInto == NONE;
    }

    /** @return begin, as well as it is known */
    public long start() {
        return start;
    }

    /** @return instant of the worst; {@link #NONE} if not known */
    public long peak() {
        return peak;
    }

    /** @return end; {@link #NONE} while it lasts */
    public long end() {
        return end;
    }

    public boolean isOpen() {
        return end == NONE;
    }

    /** @return onset of the event that goes on in its place; {@link #NONE} if there is none */
    public long mergedInto() {
        return mergedInto;
    }

    /** @return what was crossed; NaN if nothing was */
    public double threshold() {
        return threshold;
    }

    /** @return true if the climate was too young for a threshold of its own */
    public boolean isProvisional() {
        return provisional;
    }

    /** @return highest smoothed rate, bytes/s or operations/s; NaN if not known */
    public double peakPerSecond() {
        return peakPerSecond;
    }

    /** @return fullness, 0 to 1; NaN if not known */
    public double fullness() {
        return fullness;
    }

    /** @return largest live slowdown; NaN if not known */
    public double worstSlowdown() {
        return worstSlowdown;
    }

    /**
     * @return the part of an operation's time that is due to the event: mean of 1 - 1 / slowdown while it lasts; NaN if no
     *     slowdown is known
     */
    public double waitFraction() {
        return waits / slowdowns;
    }

    /** @return harmonic mean of the slowdown while it lasts; NaN if none is known */
    public double meanSlowdown() {
        return 1 / (1 - waitFraction());
    }

    /** @return probe operation that it is of; empty if not known */
    public String worstOperation() {
        return worstOperation;
    }

    /** @return what the servers concerned moved from start to end, or until now */
    public ServerTraffic moved() {
        return end == NONE ? moved.plus(afterwards) : moved;
    }

    public void show(HarmEvidence what) {
        changed |= evidence.add(what);
    }

    /** It is on these servers now. */
    public void on(Collection<String> names) {
        servers = List.copyOf(names);
    }

    /** What is known of it on one of its servers counts for all of it, except what that server moved. */
    public void resemble(TrackedEvent one) {
        slowed(one.peak, one.worstOperation, one.worstSlowdown);
        loaded(one.peakPerSecond);
        evidence.addAll(one.evidence);
    }

    public void beginAt(long time) {
        start = time;
    }

    public void place(long begin, long top, double topPerSecond) {
        start = begin;
        peak = top;
        peakPerSecond = topPerSecond;
    }

    public void moved(ServerTraffic traffic) {
        moved = traffic;
        afterwards = ServerTraffic.NONE;
    }

    public void crossed(double limit, boolean young) {
        threshold = limit;
        provisional = young;
    }

    public void full(double fraction) {
        fullness = fraction;
    }

    public void slowed(long time, String operation, double slowdown) {
        if (!(slowdown <= worstSlowdown) && !Double.isNaN(slowdown)) {
            worstSlowdown = slowdown;
            worstOperation = operation;
            peak = time;
        }
    }

    /** Takes the live slowdown of each step of the event once. */
    public void waited(double slowdown) {
        if (!Double.isNaN(slowdown)) {
            waits += 1 - 1 / Math.max(1, slowdown);
            slowdowns++;
        }
    }

    public void loaded(double perSecond) {
        if (!(perSecond <= peakPerSecond) && !Double.isNaN(perSecond)) {
            peakPerSecond = perSecond;
        }
    }

    /**
     * Adds traffic, from begin to end of the event without gaps.
     *
     * @param over true if the event may be over; what follows counts only if it goes on
     */
    public void move(ServerTraffic traffic, boolean over) {
        if (over) {
            afterwards = afterwards.plus(traffic);
        } else {
            moved = moved.plus(afterwards).plus(traffic);
            afterwards = ServerTraffic.NONE;
        }
    }

    public void end(long time) {
        end = Math.max(time, Math.max(start, onset)); // calm is noticed by medians that lag
        afterwards = ServerTraffic.NONE;
    }

    public void mergeInto(long olderOnset) {
        mergedInto = olderOnset;
        changed = true;
    }

    /** An event that goes on in the place of another one lasts from the begin of the first to the end of the last. */
    public void widen(long begin, long until) {
        start = Math.min(start, begin);
        end = isOpen() ? NONE : Math.max(end, until);
        changed = true;
    }

    /** @return a copy that shares nothing mutable with this one */
    public TrackedEvent copy() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writeTo(new DataOutputStream(bytes));
            return readFrom(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(kind.name());
        out.writeUTF(type.name());
        out.writeUTF(server);
        out.writeLong(onset);
        out.writeLong(openedAt);
        BinaryCollections.write(evidence, out, BinaryCollections::writeName);
        BinaryCollections.write(servers, out, BinaryCollections.TEXT);
        out.writeInt(revision);
        out.writeLong(start);
        out.writeLong(peak);
        out.writeLong(end);
        out.writeLong(mergedInto);
        out.writeDouble(threshold);
        out.writeBoolean(provisional);
        out.writeDouble(peakPerSecond);
        out.writeDouble(fullness);
        out.writeDouble(worstSlowdown);
        out.writeUTF(worstOperation);
        out.writeDouble(waits);
        out.writeInt(slowdowns);
        out.writeBoolean(changed);
        out.writeInt(emittedContent);
        TRAFFIC.write(moved, out);
        TRAFFIC.write(afterwards, out);
    }

    /** @return what {@link #writeTo} wrote */
    public static TrackedEvent readFrom(DataInput in) throws IOException {
        TrackedEvent event = new TrackedEvent(
                EventKind.valueOf(in.readUTF()),
                EventType.valueOf(in.readUTF()),
                in.readUTF(),
                in.readLong(),
                in.readLong());
        BinaryCollections.read(in, DataInput::readUTF, name -> event.evidence.add(HarmEvidence.valueOf(name)));
        event.servers = BinaryCollections.readList(in, DataInput::readUTF);
        event.revision = in.readInt();
        event.start = in.readLong();
        event.peak = in.readLong();
        event.end = in.readLong();
        event.mergedInto = in.readLong();
        event.threshold = in.readDouble();
        event.provisional = in.readBoolean();
        event.peakPerSecond = in.readDouble();
        event.fullness = in.readDouble();
        event.worstSlowdown = in.readDouble();
        event.worstOperation = in.readUTF();
        event.waits = in.readDouble();
        event.slowdowns = in.readInt();
        event.changed = in.readBoolean();
        event.emittedContent = in.readInt();
        event.moved = TRAFFIC.read(in);
        event.afterwards = TRAFFIC.read(in);
        return event;
    }
}
