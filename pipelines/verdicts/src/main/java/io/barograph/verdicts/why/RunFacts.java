package io.barograph.verdicts.why;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.JobWeather;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run.
 *
 * @param verdict the verdict on it, with start and end
 * @param events contention, degradations and lack of space on its file system, as they are known at the end
 * @param probes slowdowns while it ran
 */
public record RunFacts(
        Anomaly verdict, Optional<JobWeather> weather, List<ContentionEvent> events, ProbeTally probes) {}
