package io.barograph.alerting;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/** Binary forms of small values. */
final class BinaryValues {
    private BinaryValues() {}

    static void write(Set<String> texts, DataOutput out) throws IOException {
        writeInOrder(new TreeSet<>(texts), out);
    }

    static void writeInOrder(Collection<String> texts, DataOutput out) throws IOException {
        BinaryCollections.write(texts, out, BinaryCollections.TEXT);
    }

    static Set<String> readSet(DataInput in) throws IOException {
        Set<String> texts = new LinkedHashSet<>();
        BinaryCollections.read(in, DataInput::readUTF, texts::add);
        return texts;
    }
}
