package io.barograph.sources.note;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Notes of operators, by HTTP, to site-events. */
public final class NoteCollectorType implements CollectorType<NoteOptions> {
    @Override
    public String name() {
        return "notes";
    }

    @Override
    public String summary() {
        return "Notes of operators (purge, failover, upgrade, ...) sent by HTTP, to site-events";
    }

    @Override
    public List<String> examples() {
        return List.of("notes --port 8095", "notes --address 0.0.0.0 --token-file note-token");
    }

    @Override
    public Class<NoteOptions> options() {
        return NoteOptions.class;
    }

    @Override
    public Duration interval(NoteOptions options) {
        return Duration.ZERO;
    }

    @Override
    public SourceCollector create(NoteOptions options, CollectorContext context) {
        return new NoteCollector(options, context);
    }
}
