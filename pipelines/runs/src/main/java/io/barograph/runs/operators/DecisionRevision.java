package io.barograph.runs.operators;

/** A run is decided once, and once more 15 min later if samples were missing. */
enum DecisionRevision {
    /** With the samples that were published in time. */
    FIRST(1),
    /** With all samples published until then. */
    SECOND(2);

    private final int number;

    DecisionRevision(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
