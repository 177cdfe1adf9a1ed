package io.barograph.sources.gpfs;

import io.barograph.runtime.CollectorType;

/** Counters of GPFS on many nodes. */
public final class GpfsCollectorType extends CollectorType<GpfsOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public GpfsCollectorType() {
        super(
                "gpfs",
                "GPFS bytes and operations of each node and file system from mmpmon, to server-polls",
                GpfsOptions.class,
                GpfsOptions::interval,
                GpfsCollector::new,
                "gpfs",
                "gpfs --nodes nsd01 --nodes nsd02 --nodes nsd03",
                "gpfs --nodes nsd01 --nodes nsd02 --command \"ssh {node} 'echo fs_io_s | sudo mmpmon -p -s'\"",
                "gpfs --file mmpmon.txt --dry-run");
    }
}
