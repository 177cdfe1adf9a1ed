package io.barograph.alerting;

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
        out.writeInt(texts.size());
        for (String text : texts) {
            out.writeUTF(text);
        }
    }

    static Set<String> readSet(DataInput in) throws IOException {
        Set<String> texts = new LinkedHashSet<>();
        for (int i = in.readInt(); i > 0; i--) {
            texts.add(in.readUTF());
        }
        return texts;
    }
}
