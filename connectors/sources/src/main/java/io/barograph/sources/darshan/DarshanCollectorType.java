package io.barograph.sources.darshan;

import io.barograph.runtime.CollectorType;

/** Darshan logs, taken as runs end. */
public final class DarshanCollectorType extends CollectorType<DarshanOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public DarshanCollectorType() {
        super(
                "darshan",
                "Darshan logs as they appear in a tree of day folders, to job-summaries",
                DarshanOptions.class,
                DarshanOptions::interval,
                DarshanCollector::new,
                "darshan --root /darshan-logs",
                "darshan --root /darshan-logs --since 2026-11-01");
    }
}
