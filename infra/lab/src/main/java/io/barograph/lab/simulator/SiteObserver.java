package io.barograph.lab.simulator;

import java.util.function.Consumer;

/** Receives what a simulated site shows, in the order of publication, and what really happened. */
public interface SiteObserver {
    void onRecord(PublishedRecord<?> published);

    /**
     * @param truth what really happened to a finished job on one file system, at the first sampling instant not before
     *     its end
     */
    void onTruth(JobTruth truth);

    /** @param truth what a fault really did, when it is over and no job is under way any more that it can have slowed */
    void onFault(FaultTruth truth);

    static SiteObserver of(
            Consumer<PublishedRecord<?>> records, Consumer<JobTruth> truths, Consumer<FaultTruth> faults) {
        return new SiteObserver() {
            @Override
            public void onRecord(PublishedRecord<?> published) {
                records.accept(published);
            }

            @Override
            public void onTruth(JobTruth truth) {
                truths.accept(truth);
            }

            @Override
            public void onFault(FaultTruth truth) {
                faults.accept(truth);
            }
        };
    }
}
