package io.barograph.sources.gluster;

import io.barograph.runtime.CollectorType;

/** Counters of the bricks of GlusterFS volumes. */
public final class GlusterCollectorType extends CollectorType<GlusterOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public GlusterCollectorType() {
        super(
                "gluster",
                "GlusterFS bytes, operations and space of each brick, to server-polls",
                GlusterOptions.class,
                GlusterOptions::interval,
                GlusterCollector::new,
                "gluster --volumes scratch",
                "gluster --volumes scratch --command ssh --command node01 --command gluster --dry-run");
    }
}
