package io.barograph.lab.simulator;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CatalogueFileSystem;
import java.time.Duration;
import java.util.List;

/**
 * A simulated site as a source: for benchmarks, trials and training, where no real one is at hand. It keeps no position:
 * started again with the same options and {@code from}, it publishes the same records again.
 */
public final class SimulatorCollectorType extends CollectorType<SimulatorOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public SimulatorCollectorType() {
        super(
                "simulator",
                "a simulated site: server samples, job_stats, probe timings, Darshan summaries and job events",
                SimulatorOptions.class,
                options -> Duration.ofMillis(100),
                SimulatorCollectorType::collector,
                "simulator --ost 248 --rate-factor 100",
                "simulator --seed 7 --from 2026-03-01T00:00:00Z --duration 24h --rate-factor 10000 --truth"
                        + " truth.jsonl");
    }

    private static SourceCollector collector(SimulatorOptions options, CollectorContext context) {
        List<String> names = options.fileSystems().stream()
                .map(name -> context.catalogue()
                        .resolve(name)
                        .map(CatalogueFileSystem::name)
                        .orElse(name))
                .toList();
        return new SimulatedSource(options, options.site(names), context);
    }
}
