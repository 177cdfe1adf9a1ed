package io.barograph.flink.batches;

import io.barograph.schemas.Varints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;

/** Reads what {@link SharedNamesOutput} wrote. */
final class SharedNamesInput extends DataInputDeserializer {
    private final List<String> texts = new ArrayList<>();

    SharedNamesInput(byte[] bytes) {
        super(bytes);
    }

    @Override
    public String readUTF() throws IOException {
        long number = Varints.read(this);
        if (number < 0 || number > texts.size()) {
            throw new IOException("text " + number + " of a batch after " + texts.size() + " texts");
        }
        if (number == texts.size()) {
            texts.add(super.readUTF());
        }
        return texts.get((int) number);
    }
}
