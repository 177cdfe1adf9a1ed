package io.barograph.sources.canary;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** {@code ./barograph collect canary}. */
public final class CanaryCollectorType implements CollectorType<CanaryOptions> {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @Override
    public String name() {
        return "canary";
    }

    @Override
    public String summary() {
        return "runs IOR, mdtest or IO500 on a schedule, or reads results of past runs (benchmark-runs)";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "canary --results ior.json --program ior --benchmark ior-shared --file-system scratch",
                "canary --results io500/result.txt --program io500 --file-system scratch --zone Europe/Berlin");
    }

    @Override
    public Class<CanaryOptions> options() {
        return CanaryOptions.class;
    }

    @Override
    public Duration interval(CanaryOptions options) {
        return INTERVAL;
    }

    @Override
    public SourceCollector create(CanaryOptions options, CollectorContext context) {
        return new CanaryCollector(options, context);
    }
}
