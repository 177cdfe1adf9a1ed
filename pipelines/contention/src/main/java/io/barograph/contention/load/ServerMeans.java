package io.barograph.contention.load;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Loads of the servers of a file system at one instant, each the mean over the window of the live slowdown: bytes/s of data
 * servers, operations/s of metadata servers.
 */
public final class ServerMeans {
    /** No servers are known. */
    public static final ServerMeans NONE = new ServerMeans(List.of(), new double[0]);

    private final List<ServerLoad> servers;
    private final double[] means;
    /** Known loads of data and of metadata servers in ascending order; null until they are asked for. */
    private final double[][] ascending = new double[2][];

    /**
     * @param servers their rates do not count
     * @param means of these servers, NaN where nothing is known
     */
    ServerMeans(List<ServerLoad> servers, double[] means) {
        this.servers = servers;
        this.means = means;
    }

    private double[] ascending(boolean metadata) {
        int kind = metadata ? 1 : 0;
        if (ascending[kind] == null) {
            ascending[kind] = IntStream.range(0, means.length)
                    .filter(i -> servers.get(i).metadata() == metadata && !Double.isNaN(means[i]))
                    .mapToDouble(i -> means[i])
                    .sorted()
                    .toArray();
        }
        return ascending[kind];
    }

    /** Takes what is known of one server. */
    @FunctionalInterface
    public interface Taker {
        void take(String server, boolean metadata, double perSecond);
    }

    public void forEachKnown(Taker taker) {
        for (int i = 0; i < means.length; i++) {
            if (!Double.isNaN(means[i])) {
                taker.take(servers.get(i).server(), servers.get(i).metadata(), means[i]);
            }
        }
    }

    /**
     * @param own load of one server of that kind; NaN if it is not known
     * @return median load of the others; NaN if there are none
     */
    public double medianOfOthers(double own, boolean metadata) {
        double[] loads = ascending(metadata);
        int found = Arrays.binarySearch(loads, own);
        int without = found < 0 ? loads.length : found;
        int others = loads.length - (found < 0 ? 0 : 1);
        if (others == 0) {
            return Double.NaN;
        }
        int middle = others / 2;
        double upper = loads[middle < without ? middle : middle + 1];
        double lower = loads[middle - 1 < without ? Math.max(0, middle - 1) : middle];
        return others % 2 == 1 ? upper : (lower + upper) / 2;
    }

    /**
     * @param times data servers with more than this many times the median of all count, if their load is above the limit
     * @return the part of the load of all data servers that these have, 0 to 1; NaN if there is no load
     */
    public double partOfOverloaded(double times, double limit) {
        double[] loads = ascending(false);
        double least = loads.length == 0 ? Double.NaN : Math.max(limit, times * loads[loads.length / 2]);
        double all = 0;
        double overloaded = 0;
        for (double mean : loads) {
            all += mean;
            overloaded += mean > least ? mean : 0;
        }
        return overloaded / all;
    }
}
