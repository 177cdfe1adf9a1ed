package io.barograph.flink.batches;

import io.barograph.schemas.Varints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes each text once; where it comes again, its number. */
final class SharedNamesOutput extends DataOutputSerializer {
    private static final int FIRST_BUFFER_BYTES = 256;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int next;

    SharedNamesOutput() {
        super(FIRST_BUFFER_BYTES);
    }

    /** The number of the text in the order of their first use; a new one is followed by the text. */
    @Override
    public void writeUTF(String text) throws IOException {
        // Elements of a batch have the same names in the same order: that is found without a hash.
        boolean isNext = next < texts.size() && texts.get(next).equals(text);
        int number = isNext ? next : numbers.getOrDefault(text, texts.size());
        boolean isNew = number == texts.size();
        if (isNew) {
            numbers.put(text, number);
            texts.add(text);
        }
        next = number + 1 < texts.size() ? number + 1 : 0;
        Varints.write(number, this);
        if (isNew) {
            super.writeUTF(text);
        }
    }
}
