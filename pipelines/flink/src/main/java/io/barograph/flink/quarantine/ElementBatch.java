package io.barograph.flink.quarantine;

import java.util.function.Predicate;

/**
 * Elements that an operator takes at once. Which ones come together differs from run to run, so an element that makes an
 * operator fail is named and left out alone.
 *
 * @param <B> batches of such elements
 */
public interface ElementBatch<B> extends AttributableElement {
    /** @return the element that the operator came to, as a batch */
    B current();

    /**
     * @param leftOut of each element as a batch
     * @return the others, in their order; null if there are none
     */
    B without(Predicate<B> leftOut);
}
