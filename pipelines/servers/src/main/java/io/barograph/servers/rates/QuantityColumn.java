package io.barograph.servers.rates;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** One quantity of all servers: the amount, in how many intervals it is known, and in how many of these it is zero. */
final class QuantityColumn {
    /** An amount that is not known. */
    static final long UNKNOWN = -1;

    private long[] amounts = {};
    private int[] known = {};
    private int[] zeros = {};

    void add(int server, long amount, int intervals, int zeroIntervals) {
        if (server >= amounts.length) {
            int roomy = Math.max(server + 1, amounts.length * 2);
            amounts = Arrays.copyOf(amounts, roomy);
            known = Arrays.copyOf(known, roomy);
            zeros = Arrays.copyOf(zeros, roomy);
        }
        amounts[server] += amount;
        known[server] += intervals;
        zeros[server] += zeroIntervals;
    }

    private boolean isBlank(int server) {
        return amounts[server] == 0 && known[server] == 0 && zeros[server] == 0;
    }

    boolean knows(int server) {
        return server < known.length && known[server] > 0;
    }

    boolean knowsAny() {
        for (int count : known) {
            if (count > 0) {
                return true;
            }
        }
        return false;
    }

    int servers() {
        return amounts.length;
    }

    long amount(int server) {
        return amounts[server];
    }

    long amountOrUnknown(int server) {
        return knows(server) ? amounts[server] : UNKNOWN;
    }

    long total() {
        long total = 0;
        for (long amount : amounts) {
            total += amount;
        }
        return total;
    }

    double zeroFraction() {
        return (double) sum(zeros) / sum(known);
    }

    private static long sum(int[] counts) {
        long sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    ServerDistribution distribution(double seconds) {
        double[] rates = new double[amounts.length];
        int count = 0;
        for (int server = 0; server < amounts.length; server++) {
            if (known[server] > 0) {
                rates[count++] = amounts[server] / seconds;
            }
        }
        return ServerDistribution.of(Arrays.copyOf(rates, count));
    }

    void writeTo(DataOutput out) throws IOException {
        int used = amounts.length;
        while (used > 0 && isBlank(used - 1)) {
            used--;
        }
        out.writeInt(used);
        for (int server = 0; server < used; server++) {
            out.writeLong(amounts[server]);
            out.writeInt(known[server]);
            out.writeInt(zeros[server]);
        }
    }

    static QuantityColumn readFrom(DataInput in) throws IOException {
        QuantityColumn column = new QuantityColumn();
        int used = in.readInt();
        column.amounts = new long[used];
        column.known = new int[used];
        column.zeros = new int[used];
        for (int server = 0; server < used; server++) {
            column.amounts[server] = in.readLong();
            column.known[server] = in.readInt();
            column.zeros[server] = in.readInt();
        }
        return column;
    }
}
