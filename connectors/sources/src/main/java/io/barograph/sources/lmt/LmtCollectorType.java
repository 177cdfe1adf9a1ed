package io.barograph.sources.lmt;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** The live database of the Lustre Monitoring Tool as a source. */
public final class LmtCollectorType implements CollectorType<LmtOptions> {
    @Override
    public String name() {
        return "lmt";
    }

    @Override
    public String summary() {
        return "what LMT adds to its MySQL or MariaDB database: samples of OSTs, OSSs and MDTs, to server-samples";
    }

    @Override
    public List<String> examples() {
        return List.of("lmt --host lmtdb --database filesystem_scratch --password-file /etc/barograph/lmt --dry-run");
    }

    @Override
    public Class<LmtOptions> options() {
        return LmtOptions.class;
    }

    @Override
    public Duration interval(LmtOptions options) {
        return options.samplingInterval();
    }

    @Override
    public SourceCollector create(LmtOptions options, CollectorContext context) {
        return new LmtCollector(options, context.catalogue(), context.position("lmt"), context.clock());
    }
}
