package io.barograph.servers.operators;

import io.barograph.schemas.ServerNames;
import io.barograph.servers.rates.ServerNumbering;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The servers of one role that a file system has, by number, and from when to when each has reported. Names that are the same
 * within the file system are one server's; it is shown by the first of them.
 */
final class ServerList {
    /** First sample of a server that has none: it is not expected. */
    private static final long NEVER = Long.MAX_VALUE;

    private final ServerNumbering numbers;
    private final SortedMap<String, Integer> byName = new TreeMap<>();
    private final Map<String, Integer> withinFileSystem = new HashMap<>();
    private long[] first;
    private long[] last;

    ServerList() {
        this(new ServerNumbering(), new long[0], new long[0]);
    }

    private ServerList(ServerNumbering numbers, long[] first, long[] last) {
        this.numbers = numbers;
        this.first = first;
        this.last = last;
        for (int number = 0; number < numbers.size(); number++) {
            addName(number);
        }
    }

    private void addName(int number) {
        byName.put(numbers.nameOf(number), number);
        withinFileSystem.put(ServerNames.withinFileSystem(numbers.nameOf(number)), number);
    }

    private int numberOf(String server) {
        int number = numbers.find(server); // nearly all
        Integer other = number < 0 ? withinFileSystem.get(ServerNames.withinFileSystem(server)) : null;
        return other == null ? numbers.numberOf(server) : other;
    }

    /** Number of a server that has a sample with this label, or of which only its space is reported. */
    int note(String server, long label, boolean isSample) {
        int before = numbers.size();
        int number = numberOf(server);
        if (number == before) {
            addName(number);
            if (number == first.length) {
                int roomy = Math.max(8, number * 2);
                first = Arrays.copyOf(first, roomy);
                last = Arrays.copyOf(last, roomy);
            }
            first[number] = isSample ? label : NEVER;
            last[number] = label;
        } else if (isSample) {
            first[number] = Math.min(first[number], label);
            last[number] = Math.max(last[number], label);
        }
        return number;
    }

    String name(int number) {
        return numbers.nameOf(number);
    }

    SortedMap<String, Integer> byName() {
        return byName;
    }

    /** The first sample of a server closes no interval, so it is expected from the next one on, until it is forgotten. */
    boolean isExpected(int server, long label, long forgetMillis) {
        return first[server] < label && last[server] >= label - forgetMillis;
    }

    int expected(long label, long forgetMillis) {
        int count = 0;
        for (int server = 0; server < numbers.size(); server++) {
            count += isExpected(server, label, forgetMillis) ? 1 : 0;
        }
        return count;
    }

    long first(int server) {
        return first[server];
    }

    boolean allSilentSince(long label) {
        for (int server = 0; server < numbers.size(); server++) {
            if (last[server] >= label) {
                return false;
            }
        }
        return true;
    }

    void writeTo(DataOutput out) throws IOException {
        numbers.writeTo(out);
        for (int server = 0; server < numbers.size(); server++) {
            out.writeLong(first[server]);
            out.writeLong(last[server]);
        }
    }

    static ServerList readFrom(DataInput in) throws IOException {
        ServerNumbering numbers = ServerNumbering.readFrom(in);
        long[] first = new long[numbers.size()];
        long[] last = new long[numbers.size()];
        for (int server = 0; server < first.length; server++) {
            first[server] = in.readLong();
            last[server] = in.readLong();
        }
        return new ServerList(numbers, first, last);
    }
}
