package io.barograph.sources.canary;

import io.barograph.runtime.CollectorType;
import java.time.Duration;

/** {@code ./barograph collect canary}. */
public final class CanaryCollectorType extends CollectorType<CanaryOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public CanaryCollectorType() {
        super(
                "canary",
                "runs IOR, mdtest or IO500 on a schedule, or reads results of past runs (benchmark-runs)",
                CanaryOptions.class,
                options -> Duration.ofSeconds(1),
                CanaryCollector::new,
                "canary --results ior.json --program ior --benchmark ior-shared --file-system scratch",
                "canary --results io500/result.txt --program io500 --file-system scratch --zone Europe/Berlin");
    }
}
