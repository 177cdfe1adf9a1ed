package io.barograph.slowdown;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.RecordForm;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * What the probes of one operation on one file system measured in one interval: over all, by host, by server, with what
 * was expected when the interval began.
 */
public final class ProbeInterval {
    private static final RecordForm<OperationBaseline> BASELINE = RecordForm.of(OperationBaseline.class);

    private final TimingTally all;
    private final TreeMap<String, TimingTally> hosts = new TreeMap<>();
    private final TreeMap<String, TimingTally> servers = new TreeMap<>();
    private final TreeMap<String, OperationBaseline> expected = new TreeMap<>();

    /** Key of the file system's expectation; no host has an empty name. */
    public static final String FILE_SYSTEM = "";

    /** Nothing measured yet. */
    public ProbeInterval() {
        this(new TimingTally());
    }

    private ProbeInterval(TimingTally all) {
        this.all = all;
    }

    /** @param late true if a shorter interval around it has been closed */
    public void add(SlotResult result, boolean late) {
        all.add(result, late);
        hosts.computeIfAbsent(result.host(), host -> new TimingTally()).add(result, late);
        if (!result.server().isEmpty()) {
            servers.computeIfAbsent(result.server(), server -> new TimingTally())
                    .add(result, late);
        }
    }

    /** @param shorter an interval within this one; not changed */
    public void merge(ProbeInterval shorter) {
        all.merge(shorter.all);
        shorter.hosts.forEach((host, tally) ->
                hosts.computeIfAbsent(host, name -> new TimingTally()).merge(tally));
        shorter.servers.forEach((server, tally) ->
                servers.computeIfAbsent(server, name -> new TimingTally()).merge(tally));
    }

    /**
     * @param host host, or {@link #FILE_SYSTEM}
     * @param expectation what its baseline before this interval says; the first one given stays
     */
    public void expect(String host, OperationBaseline expectation) {
        expected.putIfAbsent(host, expectation);
    }

    /**
     * @param host host, or {@link #FILE_SYSTEM}
     * @return what was expected when the interval began
     */
    public OperationBaseline expected(String host) {
        return expected.getOrDefault(host, OperationBaseline.NONE);
    }

    /**
     * @param host host, or {@link #FILE_SYSTEM}
     * @return true if it is known what was expected
     */
    public boolean isExpected(String host) {
        return expected.containsKey(host);
    }

    /**
     * @param other an interval that began earlier, or at the same time; what it expected is expected here, where nothing is
     *     yet
     * @return true if that has changed anything
     */
    public boolean expectAs(ProbeInterval other) {
        int known = expected.size();
        other.expected.forEach(expected::putIfAbsent);
        return expected.size() > known;
    }

    public TimingTally all() {
        return all;
    }

    public SortedMap<String, TimingTally> hosts() {
        return Collections.unmodifiableSortedMap(hosts);
    }

    /** @return slots by the server that they went to, where known */
    public SortedMap<String, TimingTally> servers() {
        return Collections.unmodifiableSortedMap(servers);
    }

    /** @return hosts that are slower than the others in this interval */
    public SortedSet<String> departingHosts() {
        TreeMap<String, TimingHistogram> timings = new TreeMap<>();
        hosts.forEach((host, tally) -> timings.put(host, tally.timings()));
        return HostAgreement.departing(timings);
    }

    /** @return timings of the others */
    public TimingHistogram timingsWithout(SortedSet<String> departing) {
        if (departing.isEmpty()) {
            return all.timings();
        }
        TimingHistogram agreeing = new TimingHistogram();
        hosts.forEach((host, tally) -> {
            if (!departing.contains(host)) {
                agreeing.merge(tally.timings());
            }
        });
        return agreeing;
    }

    public void writeTo(DataOutput out) throws IOException {
        all.writeTo(out);
        BinaryCollections.writeMap(hosts, out, BinaryCollections.TEXT, TimingTally::writeTo);
        BinaryCollections.writeMap(servers, out, BinaryCollections.TEXT, TimingTally::writeTo);
        BinaryCollections.writeMap(expected, out, BinaryCollections.TEXT, BASELINE);
    }

    /** @return what {@link #writeTo} wrote */
    public static ProbeInterval readFrom(DataInput in) throws IOException {
        ProbeInterval interval = new ProbeInterval(TimingTally.readFrom(in));
        BinaryCollections.readMap(interval.hosts, in, DataInput::readUTF, TimingTally::readFrom);
        BinaryCollections.readMap(interval.servers, in, DataInput::readUTF, TimingTally::readFrom);
        BinaryCollections.readMap(interval.expected, in, DataInput::readUTF, BASELINE);
        return interval;
    }
}
