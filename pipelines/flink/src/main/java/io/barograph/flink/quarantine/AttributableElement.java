package io.barograph.flink.quarantine;

/** An element that is made of one record of an input topic. */
public interface AttributableElement {
    /** @return that record; null if it is not known */
    RecordIdentity origin();
}
