package io.barograph.sources.capacity;

import io.barograph.runtime.CollectorType;

/** Space and inodes per target, and which server serves it. */
public final class CapacityCollectorType extends CollectorType<CapacityOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public CapacityCollectorType() {
        super(
                "capacity",
                "space, inodes and server of each target from lfs df, lctl dl -t or mmdf, to server-polls",
                CapacityOptions.class,
                CapacityOptions::interval,
                CapacityCollector::new,
                "capacity",
                "capacity --command 'lfs df /scratch; lfs df -i /scratch; lctl dl -t' --interval 15m",
                "capacity --command 'mmdf gpfs0 -Y' --file-system gpfs0",
                "capacity --files lfs-df.txt.gz --files lctl-dl-t.txt.gz --dry-run");
    }
}
