package io.barograph.sources.gpfs;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Counters of GPFS on many nodes. */
public final class GpfsCollectorType implements CollectorType<GpfsOptions> {
    @Override
    public String name() {
        return "gpfs";
    }

    @Override
    public String summary() {
        return "GPFS bytes and operations of each node and file system from mmpmon, to server-samples";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "gpfs",
                "gpfs --nodes nsd01 --nodes nsd02 --nodes nsd03",
                "gpfs --nodes nsd01 --nodes nsd02 --command \"ssh {node} 'echo fs_io_s | sudo mmpmon -p -s'\"",
                "gpfs --file mmpmon.txt --dry-run");
    }

    @Override
    public Class<GpfsOptions> options() {
        return GpfsOptions.class;
    }

    @Override
    public Duration interval(GpfsOptions options) {
        return options.interval();
    }

    @Override
    public SourceCollector create(GpfsOptions options, CollectorContext context) {
        return new GpfsCollector(options, context);
    }
}
