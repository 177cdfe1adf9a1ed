package io.barograph.verdicts.why;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.ServerRates;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a file system at some instant.
 *
 * @param events contention, degradations and lack of space on it, as they are known at the end
 * @param rates the minute around it
 * @param runs runs that were under way
 */
public record MomentFacts(
        String fileSystem,
        Instant at,
        List<ContentionEvent> events,
        ProbeTally probes,
        Optional<ServerRates> rates,
        List<RunFacts> runs) {}
