package io.barograph.servers.counters;

import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;

/**
 * Whole numbers by quantity: the counters of a server, or what it moved between two samples. A quantity that is not
 * named is unknown, which is not zero. Immutable.
 *
 * <p>Quantities of data servers are the constants below; metadata operations go by their kind ({@code open},
 * {@code close}, {@code getattr}, ...).
 */
public final class QuantityAmounts {
    public static final String READ_BYTES = "readBytes";

    public static final String WRITE_BYTES = "writeBytes";

    public static final String READ_OPERATIONS = "readOperations";

    public static final String WRITE_OPERATIONS = "writeOperations";

    /** Their places are part of the binary form. */
    static final List<String> OF_DATA_SERVERS = List.of(READ_BYTES, WRITE_BYTES, READ_OPERATIONS, WRITE_OPERATIONS);

    /** By which of these are known, the lowest bit for the first: names that need no array of their own. */
    private static final String[][] SETS_OF_DATA_SERVERS = setsOfDataServers();

    private static final int[][] PLACES_IN_SETS =
            Arrays.stream(SETS_OF_DATA_SERVERS).map(QuantityAmounts::places).toArray(int[][]::new);

    private static final int BYTES = 0b0011;
    private static final int BYTES_AND_OPERATIONS = 0b1111;

    /** Stands for an amount that is not known among others. */
    static final long UNKNOWN = -1;

    /** Nothing is known. */
    public static final QuantityAmounts NONE = new QuantityAmounts(new String[0], new long[0]);

    /** In ascending order. */
    private final String[] quantities;

    private final long[] values;

    private QuantityAmounts(String[] quantities, long[] values) {
        this.quantities = quantities;
        this.values = values;
    }

    private static String[][] setsOfDataServers() {
        String[][] sets = new String[1 << OF_DATA_SERVERS.size()][];
        for (int set = 0; set < sets.length; set++) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < OF_DATA_SERVERS.size(); i++) {
                if ((set & 1 << i) != 0) {
                    names.add(OF_DATA_SERVERS.get(i));
                }
            }
            names.sort(null);
            sets[set] = names.toArray(String[]::new);
        }
        return sets;
    }

    /**
     * @param amounts amount by quantity; those that are null are unknown
     * @return the same as amounts
     */
    public static QuantityAmounts of(Map<String, Long> amounts) {
        SortedMap<String, Long> known = new TreeMap<>(amounts);
        known.values().removeIf(value -> value == null);
        return new QuantityAmounts(
                known.keySet().toArray(String[]::new),
                known.values().stream().mapToLong(Long::longValue).toArray());
    }

    /** @param writeBytes bytes written */
    public static QuantityAmounts ofBytes(long readBytes, long writeBytes) {
        return new QuantityAmounts(SETS_OF_DATA_SERVERS[BYTES], new long[] {readBytes, writeBytes});
    }

    /** @param writeBytes bytes written */
    public static QuantityAmounts ofData(long readBytes, long writeBytes, long readOperations, long writeOperations) {
        // in the order of their names
        return new QuantityAmounts(
                SETS_OF_DATA_SERVERS[BYTES_AND_OPERATIONS],
                new long[] {readBytes, readOperations, writeBytes, writeOperations});
    }

    /** @return those that can be counters: what is below zero is not known */
    public QuantityAmounts possible() {
        return ofKnown(quantities, values, value -> value >= 0);
    }

    /** @param values one for each quantity, those that are {@link #UNKNOWN} are left out */
    QuantityAmounts withValues(long[] values) {
        return ofKnown(quantities, values, value -> value != UNKNOWN);
    }

    /**
     * @param quantities in ascending order; the caller leaves them as they are
     * @param isKnown false of values that are left out
     */
    static QuantityAmounts ofKnown(String[] quantities, long[] values, LongPredicate isKnown) {
        int known = 0;
        for (long value : values) { // for nearly every increment
            known += isKnown.test(value) ? 1 : 0;
        }
        if (known == values.length) {
            return new QuantityAmounts(quantities, values);
        }
        String[] names = new String[known];
        long[] amounts = new long[known];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if (isKnown.test(values[i])) {
                names[next] = quantities[i];
                amounts[next++] = values[i];
            }
        }
        return new QuantityAmounts(names, amounts);
    }

    /** @return the quantities that are known, in ascending order */
    public List<String> quantities() {
        return List.of(quantities);
    }

    /** @return true if it is known */
    public boolean knows(String quantity) {
        return indexOf(quantity, 0) >= 0;
    }

    /** @throws IllegalArgumentException if it is not known */
    public long get(String quantity) {
        int index = indexOf(quantity, 0);
        if (index < 0) {
            throw new IllegalArgumentException(quantity + " is not known, only " + Arrays.toString(quantities));
        }
        return values[index];
    }

    /**
     * @param likely where it is if the names are those of another set of amounts
     * @return its place, or a negative number
     */
    int indexOf(String quantity, int likely) {
        return indexOf(quantities, quantity, likely);
    }

    static int indexOf(String[] quantities, String quantity, int likely) {
        return likely < quantities.length && quantities[likely].equals(quantity)
                ? likely
                : Arrays.binarySearch(quantities, quantity);
    }

    /** @return place of each quantity of a data server, in the order of {@link #OF_DATA_SERVERS}; negative if it is absent */
    static int[] placesOfData(String[] quantities) {
        for (int set = SETS_OF_DATA_SERVERS.length - 1; set > 0; set--) {
            if (SETS_OF_DATA_SERVERS[set] == quantities) {
                return PLACES_IN_SETS[set];
            }
        }
        return places(quantities);
    }

    private static int[] places(String[] quantities) {
        return OF_DATA_SERVERS.stream()
                .mapToInt(quantity -> Arrays.binarySearch(quantities, quantity))
                .toArray();
    }

    /** The caller leaves them as they are. */
    String[] names() {
        return quantities;
    }

    /** @return true if the names are one array, as those of data servers are; false says nothing */
    public boolean hasNamesOf(QuantityAmounts other) {
        return quantities == other.quantities;
    }

    /** @return true if no quantity is known */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** @return number of quantities that are known */
    public int size() {
        return quantities.length;
    }

    public String quantity(int index) {
        return quantities[index];
    }

    public long value(int index) {
        return values[index];
    }

    /** @return what the operator makes of each amount */
    public QuantityAmounts map(LongUnaryOperator operator) {
        return new QuantityAmounts(
                quantities, Arrays.stream(values).map(operator).toArray());
    }

    public void writeTo(DataOutput out) throws IOException {
        writeNames(quantities, out);
        for (long value : values) {
            Varints.write(value, out);
        }
    }

    public static QuantityAmounts readFrom(DataInput in) throws IOException {
        String[] quantities = readNames(in);
        if (quantities.length == 0) {
            return NONE;
        }
        long[] values = new long[quantities.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Varints.read(in);
        }
        return new QuantityAmounts(quantities, values);
    }

    /** The four quantities of data servers take one byte for their name. */
    static void writeNames(String[] quantities, DataOutput out) throws IOException {
        out.writeShort(quantities.length);
        for (String quantity : quantities) {
            int code = OF_DATA_SERVERS.indexOf(quantity);
            out.writeByte(code);
            if (code < 0) {
                out.writeUTF(quantity);
            }
        }
    }

    static String[] readNames(DataInput in) throws IOException {
        String[] quantities = new String[in.readUnsignedShort()];
        for (int i = 0; i < quantities.length; i++) {
            int code = in.readByte();
            quantities[i] = code < 0 ? in.readUTF() : OF_DATA_SERVERS.get(code);
        }
        return shared(quantities);
    }

    /** @return the same names; those of data servers in an array that all share */
    static String[] shared(String[] quantities) {
        int set = 0;
        for (String quantity : quantities) {
            int code = OF_DATA_SERVERS.indexOf(quantity);
            if (code < 0) {
                return quantities;
            }
            set |= 1 << code;
        }
        return SETS_OF_DATA_SERVERS[set];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QuantityAmounts amounts
                && Arrays.equals(quantities, amounts.quantities)
                && Arrays.equals(values, amounts.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(quantities) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        SortedMap<String, Long> map = new TreeMap<>();
        for (int i = 0; i < values.length; i++) {
            map.put(quantities[i], values[i]);
        }
        return map.toString();
    }
}
