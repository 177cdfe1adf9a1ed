package io.barograph.page.report;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Where the reports of jobs come from: the result topics, which are searched for all of the jobs at once. */
public interface JobEvidence {
    /**
     * @return by job what is known of its runs that have a verdict; a job without one is missing
     * @throws IOException if the results cannot be read; the message is for people
     */
    Map<String, JobRuns> of(Set<String> jobIds) throws IOException, InterruptedException;
}
