package io.barograph.collectors.simulator;

import io.barograph.schemas.JobSummary;
import io.barograph.schemas.ServerSample;

/** Is told what a simulated site shows, in the order of the site's time. */
public interface SiteObserver {
    /**
     * @param sample a server at a sampling instant; its {@code publishedAt} is that instant, whoever publishes later
     *     sets his own
     */
    void onSample(ServerSample sample);

    /** @param summary the Darshan summary of a finished job, at its {@code collectedAt} */
    void onSummary(JobSummary summary);

    /**
     * @param truth what really happened to a finished job on one file system, at the first sampling instant not before
     *     its end
     */
    void onTruth(Truth truth);
}
