package io.barograph.jobs.batches;

import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.util.List;

/**
 * Elements of one key, in the order in which they came.
 *
 * @param elements at least one
 * @param <T> type of an element
 */
public record Batch<T>(List<T> elements) {
    /**
     * @param element binary form of an element; has a constructor without parameters
     * @param <T> type of an element
     * @return Flink's view of batches of them
     */
    public static <T> BinaryType<Batch<T>> typeOf(BinaryFormat<T> element) {
        return new BinaryType<>(new BatchFormat<>(element));
    }

    /** @return the first element */
    public T first() {
        return elements.get(0);
    }
}
