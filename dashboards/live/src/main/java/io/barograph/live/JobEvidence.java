package io.barograph.live;

import io.barograph.umami.RunEvidence;
import java.io.IOException;
import java.util.List;

/** Where the report of one job comes from: the result topics, which are searched for it. */
public interface JobEvidence {
    /**
     * @param jobId job
     * @return what is known of its runs that have a verdict, in the order of their starts; empty if there is none
     * @throws IOException if the results cannot be read; the message is for people
     * @throws InterruptedException if interrupted while reading
     */
    List<RunEvidence> of(String jobId) throws IOException, InterruptedException;
}
