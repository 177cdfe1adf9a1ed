package io.barograph.sources.lmt;

import io.barograph.runtime.CollectorType;

/** The live database of the Lustre Monitoring Tool as a source. */
public final class LmtCollectorType extends CollectorType<LmtOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public LmtCollectorType() {
        super(
                "lmt",
                "what LMT adds to its MySQL or MariaDB database: samples of OSTs, OSSs and MDTs, to server-polls",
                LmtOptions.class,
                LmtOptions::samplingInterval,
                (options, context) -> new LmtCollector(
                        options, context.catalogue(), context.position("lmt"), context.host(), context.clock()),
                "lmt --host lmtdb --database filesystem_scratch --password-file /etc/barograph/lmt --dry-run");
    }
}
