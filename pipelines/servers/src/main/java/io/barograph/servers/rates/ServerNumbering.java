package io.barograph.servers.rates;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the servers of a file system in the order in which they are first seen, so that the loads of an interval can
 * be primitive arrays. No result depends on the order.
 */
public final class ServerNumbering {
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** @return its number, counted from zero; a new one if the server is new */
    public int numberOf(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            number = names.size();
            numbers.put(name, number);
            names.add(name);
        }
        return number;
    }

    /** @return its number; negative if it has none */
    public int find(String name) {
        return numbers.getOrDefault(name, -1);
    }

    public String nameOf(int number) {
        return names.get(number);
    }

    public int size() {
        return names.size();
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.write(names, out, BinaryCollections.TEXT);
    }

    public static ServerNumbering readFrom(DataInput in) throws IOException {
        ServerNumbering numbers = new ServerNumbering();
        int size = in.readInt();
        for (int i = 0; i < size; i++) {
            numbers.numberOf(in.readUTF());
        }
        return numbers;
    }
}
