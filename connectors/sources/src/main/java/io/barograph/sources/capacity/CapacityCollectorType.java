package io.barograph.sources.capacity;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Space and inodes per target, and which server serves it. */
public final class CapacityCollectorType implements CollectorType<CapacityOptions> {
    @Override
    public String name() {
        return "capacity";
    }

    @Override
    public String summary() {
        return "space, inodes and server of each target from lfs df, lctl dl -t or mmdf, to server-samples";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "capacity",
                "capacity --command 'lfs df /scratch; lfs df -i /scratch; lctl dl -t' --interval 15m",
                "capacity --command 'mmdf gpfs0 -Y' --file-system gpfs0",
                "capacity --files lfs-df.txt.gz --files lctl-dl-t.txt.gz --dry-run");
    }

    @Override
    public Class<CapacityOptions> options() {
        return CapacityOptions.class;
    }

    @Override
    public Duration interval(CapacityOptions options) {
        return options.interval();
    }

    @Override
    public SourceCollector create(CapacityOptions options, CollectorContext context) {
        return new CapacityCollector(options, context);
    }
}
