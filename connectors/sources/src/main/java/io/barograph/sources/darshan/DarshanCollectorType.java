package io.barograph.sources.darshan;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Darshan logs, taken as runs end. */
public final class DarshanCollectorType implements CollectorType<DarshanOptions> {
    @Override
    public String name() {
        return "darshan";
    }

    @Override
    public String summary() {
        return "Darshan logs as they appear in a tree of day folders, to job-summaries";
    }

    @Override
    public List<String> examples() {
        return List.of("darshan --root /darshan-logs", "darshan --root /darshan-logs --since 2026-11-01");
    }

    @Override
    public Class<DarshanOptions> options() {
        return DarshanOptions.class;
    }

    @Override
    public Duration interval(DarshanOptions options) {
        return options.interval();
    }

    @Override
    public SourceCollector create(DarshanOptions options, CollectorContext context) {
        return new DarshanCollector(options, context);
    }
}
