package io.barograph.runs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The starts and ends of batch jobs in one hour, summed by the millisecond: 16 bytes for each millisecond at which some
 * start or end, which schedulers show to the second. Sums by the minute beside them answer without a walk over the hour.
 */
public final class JobHour {
    private final Instants starts;
    private final Instants ends;
    private final JobMinutes minutes;

    JobHour() {
        this(new Instants(), new Instants(), new JobMinutes());
    }

    private JobHour(Instants starts, Instants ends, JobMinutes minutes) {
        this.starts = starts;
        this.ends = ends;
        this.minutes = minutes;
    }

    void add(int offset, boolean start, int sign, int nodes) {
        (start ? starts : ends).add(offset, sign, nodes);
        minutes.add(offset, start, sign, nodes);
    }

    /** Adds number, nodes and nodes x instant of the starts or ends before an offset. */
    void addBefore(int offset, long hourBegin, boolean start, long[] sum) {
        minutes.addBefore(offset, hourBegin, start, sum);
        (start ? starts : ends).addWithinMinuteBefore(offset, hourBegin, sum);
    }

    JobMinutes byTheMinute() {
        return minutes;
    }

    public void writeTo(DataOutput out) throws IOException {
        starts.writeTo(out);
        ends.writeTo(out);
        minutes.writeTo(out);
    }

    public static JobHour readFrom(DataInput in) throws IOException {
        return new JobHour(Instants.readFrom(in), Instants.readFrom(in), JobMinutes.readFrom(in));
    }

    /** Number and nodes by the milliseconds since the hour began, ascending. */
    private static final class Instants {
        private int size;
        private int[] offsets = new int[8];
        private int[] counts = new int[8];
        private long[] nodes = new long[8];

        void add(int offset, int sign, int count) {
            int at = Arrays.binarySearch(offsets, 0, size, offset);
            if (at < 0) {
                at = -1 - at;
                insert(at, offset);
            }
            counts[at] += sign;
            nodes[at] += (long) sign * count;
            if (counts[at] < 0) {
                throw new IllegalStateException(
                        "there is no job of " + count + " nodes at " + offset + " ms of the hour");
            }
            if (counts[at] == 0) {
                remove(at);
            }
        }

        private void insert(int at, int offset) {
            if (size == offsets.length) {
                int roomy = size + size / 2 + 1;
                offsets = Arrays.copyOf(offsets, roomy);
                counts = Arrays.copyOf(counts, roomy);
                nodes = Arrays.copyOf(nodes, roomy);
            }
            move(at, at + 1, size - at);
            size++;
            offsets[at] = offset;
            counts[at] = 0;
            nodes[at] = 0;
        }

        private void remove(int at) {
            size--;
            move(at + 1, at, size - at);
        }

        private void move(int from, int to, int count) {
            System.arraycopy(offsets, from, offsets, to, count);
            System.arraycopy(counts, from, counts, to, count);
            System.arraycopy(nodes, from, nodes, to, count);
        }

        void addWithinMinuteBefore(int offset, long hourBegin, long[] sum) {
            int first = Arrays.binarySearch(offsets, 0, size, offset - offset % JobMinutes.MINUTE);
            for (int i = first < 0 ? -1 - first : first; i < size && offsets[i] < offset; i++) {
                sum[0] += counts[i];
                sum[1] += nodes[i];
                sum[2] += nodes[i] * (hourBegin + offsets[i]);
            }
        }

        void writeTo(DataOutput out) throws IOException {
            out.writeInt(size);
            for (int i = 0; i < size; i++) {
                out.writeInt(offsets[i]);
                out.writeInt(counts[i]);
                out.writeLong(nodes[i]);
            }
        }

        static Instants readFrom(DataInput in) throws IOException {
            Instants instants = new Instants();
            int size = in.readInt();
            instants.size = size;
            instants.offsets = new int[size];
            instants.counts = new int[size];
            instants.nodes = new long[size];
            for (int i = 0; i < size; i++) {
                instants.offsets[i] = in.readInt();
                instants.counts[i] = in.readInt();
                instants.nodes[i] = in.readLong();
            }
            return instants;
        }
    }
}
