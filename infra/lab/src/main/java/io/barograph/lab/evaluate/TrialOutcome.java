package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What happened on a simulated site, and what the analysis made of its records.
 *
 * @param to its end; events that are open last until then
 * @param faults what really went wrong; none in a quiet trial
 * @param logged ids of the jobs whose Darshan log came
 */
record TrialOutcome(
        long seed,
        Instant from,
        Instant to,
        List<FaultTruth> faults,
        Set<String> logged,
        List<ContentionEvent> events,
        List<WhyAnswers.Given> answers,
        FineRuns fine) {
    /** @return true if nothing went wrong */
    boolean isQuiet() {
        return faults.isEmpty();
    }
}
