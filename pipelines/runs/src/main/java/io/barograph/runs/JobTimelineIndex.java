package io.barograph.runs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What a {@link JobTimeline} keeps beside its blocks: sums by the hour, and the jobs that run on from forgotten hours. */
public final class JobTimelineIndex {
    /** Number, nodes, nodes x instant. */
    static final int SUMS = 3;

    /** Sums of starts, then of ends. */
    private final NavigableMap<Long, long[]> hours = new TreeMap<>();

    private long foldedBefore = Long.MIN_VALUE;
    private long forgottenBefore = Long.MIN_VALUE;
    private long jobsForgotten;
    private long nodesForgotten;

    boolean hasForgotten(long hour) {
        return hour < forgottenBefore;
    }

    boolean hasFolded(long hour) {
        return hour < foldedBefore;
    }

    List<Long> foldUntil(long hour) {
        if (hasFolded(hour)) {
            return List.of();
        }
        List<Long> numbers =
                new ArrayList<>(hours.subMap(foldedBefore, true, hour, true).keySet());
        foldedBefore = hour + 1;
        return numbers;
    }

    boolean knows(long hour) {
        return hours.containsKey(hour);
    }

    /** Jobs that started in forgotten hours less those that ended in them. */
    long jobsForgotten() {
        return jobsForgotten;
    }

    long nodesForgotten() {
        return nodesForgotten;
    }

    NavigableMap<Long, long[]> before(long hour) {
        return hours.headMap(hour, false);
    }

    static void addTo(long[] sum, long[] row, boolean start) {
        int first = start ? 0 : SUMS;
        for (int i = 0; i < SUMS; i++) {
            sum[i] += row[first + i];
        }
    }

    void add(long hour, boolean start, int sign, int nodes, long time) {
        if (hasForgotten(hour)) {
            int direction = start ? sign : -sign;
            jobsForgotten += direction;
            nodesForgotten += (long) direction * nodes;
            return;
        }
        long[] row = hours.computeIfAbsent(hour, ignored -> new long[2 * SUMS]);
        int first = start ? 0 : SUMS;
        row[first] += sign;
        row[first + 1] += (long) sign * nodes;
        row[first + 2] += sign * (nodes * time);
    }

    List<Long> forgetUntil(long hour) {
        NavigableMap<Long, long[]> forgotten = hours.headMap(hour, true);
        List<Long> numbers = new ArrayList<>(forgotten.keySet());
        for (long[] row : forgotten.values()) {
            jobsForgotten += row[0] - row[SUMS];
            nodesForgotten += row[1] - row[SUMS + 1];
        }
        forgotten.clear();
        forgottenBefore = Math.max(forgottenBefore, hour + 1);
        return numbers;
    }

    /** @return true if no job is left */
    public boolean isEmpty() {
        return hours.isEmpty() && jobsForgotten == 0 && nodesForgotten == 0;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(hours.size());
        for (Map.Entry<Long, long[]> row : hours.entrySet()) {
            out.writeLong(row.getKey());
            for (long sum : row.getValue()) {
                out.writeLong(sum);
            }
        }
        out.writeLong(foldedBefore);
        out.writeLong(forgottenBefore);
        out.writeLong(jobsForgotten);
        out.writeLong(nodesForgotten);
    }

    public static JobTimelineIndex readFrom(DataInput in) throws IOException {
        JobTimelineIndex index = new JobTimelineIndex();
        int rows = in.readInt();
        for (int row = 0; row < rows; row++) {
            long[] sums = new long[2 * SUMS];
            index.hours.put(in.readLong(), sums);
            for (int i = 0; i < sums.length; i++) {
                sums[i] = in.readLong();
            }
        }
        index.foldedBefore = in.readLong();
        index.forgottenBefore = in.readLong();
        index.jobsForgotten = in.readLong();
        index.nodesForgotten = in.readLong();
        return index;
    }
}
