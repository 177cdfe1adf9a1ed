package io.barograph.servers.rates;

import io.barograph.schemas.metrics.Median;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many OSTs each host of a file system usually serves, so that a host that has taken over the OSTs of a failed one
 * stands out.
 *
 * <p>Usual for a host is the median of its hourly numbers of the last week, once 24 hours are known of it. Before that
 * it is the number that most hosts serve now, the smaller one of two that are as frequent.
 *
 * <p>State: 170 bytes per host.
 */
public final class HostLoads {
    private static final int HOURS = 168;
    private static final int MIN_HOURS = 24;
    private static final long NEVER = Long.MIN_VALUE;
    private static final byte UNKNOWN = -1;

    /** Number of the hour in each slot, common to all hosts. */
    private final long[] hours = new long[HOURS];

    private final SortedMap<String, byte[]> countsByHost = new TreeMap<>();
    private final SortedMap<String, Integer> usual = new TreeMap<>();

    /** Nothing is known yet. */
    public HostLoads() {
        Arrays.fill(hours, NEVER);
    }

    /**
     * @param hour number of an hour since the epoch; hours come in order
     * @param ostsByHost number of OSTs that each host served at its end; hosts that serve none may be left out
     */
    public void observe(long hour, Map<String, Integer> ostsByHost) {
        int slot = (int) Math.floorMod(hour, (long) HOURS);
        hours[slot] = hour;
        ostsByHost.keySet().forEach(host -> countsByHost.computeIfAbsent(host, name -> unknown()));
        countsByHost.forEach(
                (host, counts) -> counts[slot] = (byte) Math.min(Byte.MAX_VALUE, ostsByHost.getOrDefault(host, 0)));
        countsByHost.values().removeIf(counts -> Arrays.stream(known(counts, hour))
                .noneMatch(count -> count > 0));
        usual.clear();
        countsByHost.forEach((host, counts) -> {
            double[] known = known(counts, hour);
            if (known.length >= MIN_HOURS) {
                usual.put(host, (int) Median.of(known));
            }
        });
    }

    private static byte[] unknown() {
        byte[] counts = new byte[HOURS];
        Arrays.fill(counts, UNKNOWN);
        return counts;
    }

    private double[] known(byte[] counts, long latest) {
        double[] known = new double[HOURS];
        int size = 0;
        for (int slot = 0; slot < HOURS; slot++) {
            if (hours[slot] > latest - HOURS && counts[slot] != UNKNOWN) {
                known[size++] = counts[slot];
            }
        }
        return Arrays.copyOf(known, size);
    }

    /** @return hosts that serve more than is usual for them, by name, with the number of OSTs beyond that */
    public SortedMap<String, Integer> overloaded(Map<String, Integer> ostsByHost) {
        int ofMost = mostFrequent(ostsByHost);
        SortedMap<String, Integer> overloaded = new TreeMap<>();
        ostsByHost.forEach((host, osts) -> {
            int beyond = osts - usual.getOrDefault(host, ofMost);
            if (beyond > 0) {
                overloaded.put(host, beyond);
            }
        });
        return overloaded;
    }

    private static int mostFrequent(Map<String, Integer> ostsByHost) {
        SortedMap<Integer, Integer> hostsByCount = new TreeMap<>();
        ostsByHost.values().forEach(count -> hostsByCount.merge(count, 1, Integer::sum));
        int best = 0;
        int hosts = 0;
        for (Map.Entry<Integer, Integer> entry : hostsByCount.entrySet()) {
            if (entry.getValue() > hosts) {
                best = entry.getKey();
                hosts = entry.getValue();
            }
        }
        return best;
    }

    public void writeTo(DataOutput out) throws IOException {
        for (long hour : hours) {
            out.writeLong(hour);
        }
        out.writeInt(countsByHost.size());
        for (Map.Entry<String, byte[]> host : countsByHost.entrySet()) {
            out.writeUTF(host.getKey());
            out.write(host.getValue());
            out.writeInt(usual.getOrDefault(host.getKey(), (int) UNKNOWN));
        }
    }

    public static HostLoads readFrom(DataInput in) throws IOException {
        HostLoads loads = new HostLoads();
        for (int slot = 0; slot < HOURS; slot++) {
            loads.hours[slot] = in.readLong();
        }
        int hosts = in.readInt();
        for (int i = 0; i < hosts; i++) {
            String host = in.readUTF();
            byte[] counts = new byte[HOURS];
            in.readFully(counts);
            loads.countsByHost.put(host, counts);
            int usual = in.readInt();
            if (usual >= 0) {
                loads.usual.put(host, usual);
            }
        }
        return loads;
    }
}
