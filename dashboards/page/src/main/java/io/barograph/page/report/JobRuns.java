package io.barograph.page.report;

import io.barograph.pictures.RunEvidence;
import java.util.List;

/**
 * What is known of the runs of a job.
 *
 * @param runs its newest runs with a verdict, in the order of their starts
 * @param older number of its runs that began earlier and are left out
 */
public record JobRuns(List<RunEvidence> runs, int older) {
    public static final JobRuns NONE = new JobRuns(List.of(), 0);
}
