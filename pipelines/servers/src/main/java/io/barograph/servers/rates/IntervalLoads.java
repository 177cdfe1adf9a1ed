package io.barograph.servers.rates;

import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.counters.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every server of one kind moved in one interval. Parts are added and taken back in any order; the row is a
 * function of what is left.
 *
 * <p>State: 16 bytes per server and quantity, and 16 more per server.
 */
public final class IntervalLoads {
    private final TreeMap<String, QuantityColumn> columns = new TreeMap<>();
    /** Samples by server; several where a server was sampled more than once in the interval. */
    private QuantityColumn samples = new QuantityColumn();

    /** Parts by server that are even shares of a gap; no place is taken where there is none. */
    private QuantityColumn filled = new QuantityColumn();

    private int restarts;

    /** Columns of what the last increment moved: nearly all of an interval are of the same quantities. */
    private QuantityAmounts lastMoved;

    private QuantityColumn[] lastColumns;

    /** @param part what it moved in this interval, or the taking back of that */
    public void add(int server, IntervalIncrement part) {
        QuantityAmounts moved = part.moved();
        if (lastColumns == null || !moved.hasNamesOf(lastMoved)) {
            lastMoved = moved;
            lastColumns = moved.quantities().stream()
                    .map(name -> columns.computeIfAbsent(name, quantity -> new QuantityColumn()))
                    .toArray(QuantityColumn[]::new);
        }
        for (int i = 0; i < lastColumns.length; i++) {
            lastColumns[i].add(server, part.sign() * moved.value(i), part.sign(), 0);
        }
        if (part.sampled()) {
            samples.add(server, 0, part.sign(), 0);
        }
        if (part.filled()) {
            filled.add(server, 0, part.sign(), 0);
        }
        if (part.restarted()) {
            restarts += part.sign();
        }
    }

    /** @return numbers of the servers that a sample of this interval is there of */
    public BitSet reported() {
        BitSet reported = new BitSet();
        for (int server = 0; server < samples.servers(); server++) {
            reported.set(server, samples.knows(server));
        }
        return reported;
    }

    /** @return what the server moved in this interval; negative if that is not known */
    public long amount(String quantity, int server) {
        QuantityColumn column = columns.get(quantity);
        return column == null ? QuantityColumn.UNKNOWN : column.amountOrUnknown(server);
    }

    /** @return true if what it moved is an even share of a gap; false if it is measured */
    public boolean isFilled(int server) {
        return filled.knows(server);
    }

    public QuantityAmounts moved(int server) {
        SortedMap<String, Long> moved = new TreeMap<>();
        columns.forEach((quantity, column) -> {
            if (column.knows(server)) {
                moved.put(quantity, column.amount(server));
            }
        });
        return QuantityAmounts.of(moved);
    }

    /** @param label closing instant of the interval, milliseconds since the epoch */
    public IntervalRates rates(long label, long intervalMillis, int expectedServers) {
        SpanLoads span = new SpanLoads(intervalMillis);
        span.add(this, expectedServers);
        return span.rates(label - intervalMillis, label);
    }

    SortedMap<String, QuantityColumn> columns() {
        return columns;
    }

    int restarts() {
        return restarts;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(columns.size());
        for (var column : columns.entrySet()) {
            out.writeUTF(column.getKey());
            column.getValue().writeTo(out);
        }
        samples.writeTo(out);
        filled.writeTo(out);
        out.writeInt(restarts);
    }

    public static IntervalLoads readFrom(DataInput in) throws IOException {
        IntervalLoads loads = new IntervalLoads();
        BinaryCollections.readMap(loads.columns, in, DataInput::readUTF, QuantityColumn::readFrom);
        loads.samples = QuantityColumn.readFrom(in);
        loads.filled = QuantityColumn.readFrom(in);
        loads.restarts = in.readInt();
        return loads;
    }
}
