package io.barograph.runs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** The starts and ends of batch jobs in one hour: 8 bytes each. */
public final class JobHour {
    private static final int[] NONE = {};

    private final Instants starts;
    private final Instants ends;

    JobHour() {
        this(new Instants(), new Instants());
    }

    private JobHour(Instants starts, Instants ends) {
        this.starts = starts;
        this.ends = ends;
    }

    void add(int offset, boolean start, int sign, int nodes) {
        Instants instants = start ? starts : ends;
        if (sign > 0) {
            instants.add(offset, nodes);
        } else {
            instants.remove(offset, nodes);
        }
    }

    /** Adds number, nodes and nodes x instant of the starts or ends before an offset. */
    void addBefore(int offset, long hourBegin, boolean start, long[] sum) {
        Instants instants = start ? starts : ends;
        for (int i = 0; i < instants.size; i++) {
            if (instants.offsets[i] < offset) {
                sum[0]++;
                sum[1] += instants.nodes[i];
                sum[2] += instants.nodes[i] * (hourBegin + instants.offsets[i]);
            }
        }
    }

    JobMinutes byTheMinute() {
        JobMinutes minutes = new JobMinutes();
        for (int i = 0; i < starts.size; i++) {
            minutes.add(starts.offsets[i], true, 1, starts.nodes[i]);
        }
        for (int i = 0; i < ends.size; i++) {
            minutes.add(ends.offsets[i], false, 1, ends.nodes[i]);
        }
        return minutes;
    }

    /** @return a copy that shares nothing mutable with this one */
    public JobHour copy() {
        return new JobHour(starts.copy(), ends.copy());
    }

    public void writeTo(DataOutput out) throws IOException {
        starts.writeTo(out);
        ends.writeTo(out);
    }

    public static JobHour readFrom(DataInput in) throws IOException {
        return new JobHour(Instants.readFrom(in), Instants.readFrom(in));
    }

    /** Milliseconds since the hour began, and nodes, in no order. */
    private static final class Instants {
        private int size;
        private int[] offsets = NONE;
        private int[] nodes = NONE;

        void add(int offset, int count) {
            if (size == offsets.length) {
                int roomy = Math.max(8, size + size / 2);
                offsets = Arrays.copyOf(offsets, roomy);
                nodes = Arrays.copyOf(nodes, roomy);
            }
            offsets[size] = offset;
            nodes[size++] = count;
        }

        void remove(int offset, int count) {
            for (int i = 0; i < size; i++) {
                if (offsets[i] == offset && nodes[i] == count) {
                    size--;
                    offsets[i] = offsets[size];
                    nodes[i] = nodes[size];
                    return;
                }
            }
            throw new IllegalStateException("there is no job of " + count + " nodes at " + offset + " ms of the hour");
        }

        Instants copy() {
            Instants copy = new Instants();
            copy.size = size;
            copy.offsets = Arrays.copyOf(offsets, size);
            copy.nodes = Arrays.copyOf(nodes, size);
            return copy;
        }

        void writeTo(DataOutput out) throws IOException {
            out.writeInt(size);
            for (int i = 0; i < size; i++) {
                out.writeInt(offsets[i]);
                out.writeInt(nodes[i]);
            }
        }

        static Instants readFrom(DataInput in) throws IOException {
            Instants instants = new Instants();
            instants.size = in.readInt();
            instants.offsets = new int[instants.size];
            instants.nodes = new int[instants.size];
            for (int i = 0; i < instants.size; i++) {
                instants.offsets[i] = in.readInt();
                instants.nodes[i] = in.readInt();
            }
            return instants;
        }
    }
}
