package io.barograph.flink.batches;

import io.barograph.flink.quarantine.ElementBatch;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Elements of one key, in the order in which they came. It knows which of them its last loop came to: should an operator
 * fail, that is the one.
 */
public final class KeyedBatch<T> implements Iterable<T>, ElementBatch<KeyedBatch<T>> {
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
    public KeyedBatch<T> current() {
        return new KeyedBatch<>(List.of(current));
    }

    @Override
    public KeyedBatch<T> without(Predicate<KeyedBatch<T>> leftOut) {
        List<T> rest = elements.stream()
                .filter(element -> !leftOut.test(new KeyedBatch<>(List.of(element))))
                .toList();
        return rest.size() == elements.size() ? this : rest.isEmpty() ? null : new KeyedBatch<>(rest);
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
