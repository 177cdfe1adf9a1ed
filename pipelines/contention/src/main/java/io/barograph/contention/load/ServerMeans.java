package io.barograph.contention.load;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Loads of the servers of a file system at one instant, each the mean over the window of the live slowdown: bytes/s of data
 * servers, operations/s of metadata servers.
 */
public final class ServerMeans {
    /** No servers are known. */
    public static final ServerMeans NONE = new ServerMeans(List.of(), new double[0]);

    private static final Comparator<ServerLoad> BY_NAME = Comparator.comparing(ServerLoad::server);

    private final List<ServerLoad> servers;
    private final double[] means;
    /** Known loads of a kind in ascending order; null until they are asked for. */
    private double[] ofData;

    private double[] ofMetadata;

    /**
     * @param servers in the order of their names; their rates do not count
     * @param means of these servers, NaN where nothing is known
     */
    ServerMeans(List<ServerLoad> servers, double[] means) {
        this.servers = servers;
        this.means = means;
    }

    private double[] ascending(boolean metadata) {
        if (metadata) {
            ofMetadata = ofMetadata == null ? sorted(true) : ofMetadata;
            return ofMetadata;
        }
        ofData = ofData == null ? sorted(false) : ofData;
        return ofData;
    }

    private double[] sorted(boolean metadata) {
        double[] known = new double[means.length];
        int count = 0;
        for (int i = 0; i < means.length; i++) {
            if (servers.get(i).metadata() == metadata && !Double.isNaN(means[i])) {
                known[count++] = means[i];
            }
        }
        double[] ascending = Arrays.copyOf(known, count);
        Arrays.sort(ascending);
        return ascending;
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

    /** @return median load of the other servers of a kind; NaN if there are none */
    public double medianOfOthers(String server, boolean metadata) {
        double[] ascending = ascending(metadata);
        double own = of(server, metadata);
        int without = Double.isNaN(own) ? ascending.length : Arrays.binarySearch(ascending, own);
        int others = ascending.length - (Double.isNaN(own) ? 0 : 1);
        if (others == 0) {
            return Double.NaN;
        }
        int middle = others / 2;
        double upper = ascending[middle < without ? middle : middle + 1];
        double lower = ascending[middle - 1 < without ? Math.max(0, middle - 1) : middle];
        return others % 2 == 1 ? upper : (lower + upper) / 2;
    }

    private double of(String server, boolean metadata) {
        ServerLoad wanted = new ServerLoad(server, metadata, Double.NaN, Double.NaN, Double.NaN);
        int index = Collections.binarySearch(servers, wanted, BY_NAME);
        return index >= 0 && servers.get(index).metadata() == metadata ? means[index] : Double.NaN;
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
