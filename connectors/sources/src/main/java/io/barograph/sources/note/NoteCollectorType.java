package io.barograph.sources.note;

import io.barograph.runtime.CollectorType;
import java.time.Duration;

/** Notes of operators, by HTTP, to site-events. */
public final class NoteCollectorType extends CollectorType<NoteOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public NoteCollectorType() {
        super(
                "notes",
                "Notes of operators (purge, failover, upgrade, ...) sent by HTTP, to site-events",
                NoteOptions.class,
                options -> Duration.ZERO,
                NoteCollector::new,
                "notes --port 8095",
                "notes --address 0.0.0.0 --token-file note-token");
    }
}
