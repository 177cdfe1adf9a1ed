package io.barograph.sources.probe;

/** A directory that is not probed, and what to do about it. */
final class ProbeRefusedException extends Exception {
    private final String remedy;

    ProbeRefusedException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
