package io.barograph.sources.jobstats;

import java.time.Instant;

final class JobEntry {
    private final String printedId;
    private final OperationCounters counters = new OperationCounters();
    private Instant since;
    private Instant changed;

    JobEntry(String printedId) {
        this.printedId = printedId;
    }

    /** @return what follows {@code job_id:} */
    String printedId() {
        return printedId;
    }

    OperationCounters counters() {
        return counters;
    }

    /** @return start of the counters; null where the server does not state it */
    Instant since() {
        return since;
    }

    void since(Instant time) {
        since = time;
    }

    /** @return last change of the entry; null where the server does not state it */
    Instant changed() {
        return changed;
    }

    void changed(Instant time) {
        changed = time;
    }

    long fingerprint() {
        return counters.fingerprint() + JobFingerprints.mix(since == null ? 0 : since.toEpochMilli());
    }
}
