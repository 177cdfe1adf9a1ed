package io.barograph.servers.rates;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every server of one kind moved in several intervals of the same length, a minute for instance, and between which
 * bounds the file system's intervals were. Intervals may come in any order, each once; to correct one, add up the span
 * anew. Spans of different intervals can be merged.
 */
public final class SpanLoads {
    private final long intervalMillis;
    private final TreeMap<String, QuantityColumn> columns = new TreeMap<>();
    private final TreeMap<String, Bounds> bounds = new TreeMap<>();
    private long samples;
    private long expectedSamples;
    private int restarts;

    private record Bounds(long smallest, long largest) {
        Bounds with(Bounds other) {
            return new Bounds(Math.min(smallest, other.smallest), Math.max(largest, other.largest));
        }
    }

    /** @param intervalMillis length of an interval, milliseconds */
    public SpanLoads(long intervalMillis) {
        this.intervalMillis = intervalMillis;
    }

    public void add(IntervalLoads interval, int expectedServers) {
        interval.columns().forEach((quantity, column) -> {
            if (!column.knowsAny()) {
                return; // all of it was taken back
            }
            QuantityColumn sum = columns.computeIfAbsent(quantity, name -> new QuantityColumn());
            for (int server = 0; server < column.servers(); server++) {
                if (column.knows(server)) {
                    long amount = column.amount(server);
                    sum.add(server, amount, 1, amount == 0 ? 1 : 0);
                }
            }
            long total = column.total();
            bounds.merge(quantity, new Bounds(total, total), Bounds::with);
        });
        samples += interval.reported().cardinality();
        expectedSamples += expectedServers;
        restarts += interval.restarts();
    }

    /** @return the quantities of which something is known, in ascending order */
    public List<String> quantities() {
        return List.copyOf(columns.keySet());
    }

    /** @return what the server moved in the intervals that are known; negative if none is */
    public long amount(String quantity, int server) {
        QuantityColumn column = columns.get(quantity);
        return column == null ? QuantityColumn.UNKNOWN : column.amountOrUnknown(server);
    }

    /**
     * @param from start of the span, milliseconds since the epoch
     * @return rates over the span; what is known of part of it only is not scaled up
     */
    public IntervalRates rates(long from, long to) {
        double seconds = (to - from) / 1_000.0;
        double intervalSeconds = intervalMillis / 1_000.0;
        SortedMap<String, QuantityRate> quantities = new TreeMap<>();
        columns.forEach((quantity, column) -> {
            long total = column.total();
            Bounds ofIntervals = bounds.get(quantity);
            quantities.put(
                    quantity,
                    new QuantityRate(
                            total,
                            total / seconds,
                            ofIntervals.smallest / intervalSeconds,
                            ofIntervals.largest / intervalSeconds,
                            column.distribution(seconds),
                            column.zeroFraction()));
        });
        return new IntervalRates(from, to, expectedSamples, samples, restarts, quantities);
    }
}
