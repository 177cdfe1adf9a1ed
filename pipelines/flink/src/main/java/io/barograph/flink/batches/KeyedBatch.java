package io.barograph.flink.batches;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.util.Iterator;
import java.util.List;

/**
 * Elements of one key, in the order in which they came. It knows which of them its last loop came to: should an operator
 * fail, that is the one.
 */
public final class KeyedBatch<T> implements Iterable<T>, AttributableElement {
    private final List<T> elements;
    private T current;

    public KeyedBatch(List<T> elements) {
        this.elements = elements;
        this.current = elements.get(0);
    }

    /** @return Flink's view of batches of them */
    public static <T> BinaryType<KeyedBatch<T>> typeOf(BinaryFormat<T> element) {
        return new BinaryType<>(new BatchFormat<>(element));
    }

    public List<T> elements() {
        return elements;
    }

    /** @return the first element */
    public T first() {
        return elements.get(0);
    }

    @Override
    public Iterator<T> iterator() {
        Iterator<T> each = elements.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public T next() {
                current = each.next();
                return current;
            }
        };
    }

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofElement(current);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyedBatch<?> batch && elements.equals(batch.elements);
    }

    @Override
    public int hashCode() {
        return elements.hashCode();
    }

    @Override
    public String toString() {
        return "Batch" + elements;
    }
}
