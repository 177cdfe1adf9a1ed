package io.barograph.flink.batches;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Batches on the network. A name that several elements have is written once and is one object when it was read. The version is that of the elements' format.
 */
final class BatchFormat<T> extends BinaryFormat<KeyedBatch<T>> {
    private static final char SEPARATOR = '|';

    private final BinaryFormat<T> element;

    BatchFormat(BinaryFormat<T> element) {
        super(batchClass(), element.version());
        this.element = element;
    }

    /** @throws ReflectiveOperationException if there is no such format */
    BatchFormat(String argument) throws ReflectiveOperationException {
        this(BatchFormat.<T>elementOf(argument));
    }

    @SuppressWarnings("unchecked") // a class has no parameter
    private static <T> Class<KeyedBatch<T>> batchClass() {
        return (Class<KeyedBatch<T>>) (Class<?>) KeyedBatch.class;
    }

    @SuppressWarnings("unchecked") // the name was written by argument()
    private static <T> BinaryFormat<T> elementOf(String argument) throws ReflectiveOperationException {
        int end = argument.indexOf(SEPARATOR);
        return (BinaryFormat<T>) BinaryFormat.named(
                argument.substring(0, end), argument.substring(end + 1), BatchFormat.class.getClassLoader());
    }

    @Override
    public BinaryFormat<KeyedBatch<T>> duplicate() {
        return new BatchFormat<>(element.duplicate());
    }

    @Override
    public String argument() {
        return element.getClass().getName() + SEPARATOR + element.argument();
    }

    @Override
    public void write(KeyedBatch<T> batch, DataOutput out) throws IOException {
        out.writeInt(batch.elements().size());
        SharedNamesOutput names = new SharedNamesOutput();
        for (T value : batch.elements()) {
            element.write(value, names);
        }
        out.writeInt(names.length());
        out.write(names.getSharedBuffer(), 0, names.length());
    }

    @Override
    public KeyedBatch<T> read(DataInput in) throws IOException {
        int count = in.readInt();
        List<T> elements = new ArrayList<>(count);
        SharedNamesInput names = new SharedNamesInput(BinaryCollections.readBytes(in));
        for (int i = 0; i < count; i++) {
            elements.add(element.read(names));
        }
        return new KeyedBatch<>(elements);
    }
}
