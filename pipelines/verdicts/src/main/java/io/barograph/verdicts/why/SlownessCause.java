package io.barograph.verdicts.why;

import io.barograph.verdicts.explanation.LossCause;
import java.util.Locale;

public enum SlownessCause {
    /** Others read or wrote so much that one had to wait. */
    LOAD,
    /** Servers were slow, and their load does not explain it: a rebuild, a failover, a sick disk. */
    DEGRADED_HARDWARE,
    /** Targets were nearly full. */
    SPACE,
    /** Others kept the metadata servers busy. */
    METADATA,
    /** The nodes that asked, or their network, were slow, and the file system was not. */
    CLIENT,
    /** The application itself. */
    APPLICATION,
    /** The evidence says nothing, or is missing. */
    UNKNOWN;

    /** @return for instance {@code degraded hardware} */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** @return what is to blame then; {@link #UNKNOWN} where only other runs report it */
    public static SlownessCause of(LossCause cause) {
        return switch (cause) {
            case LOAD_READ, LOAD_WRITE, BUSY_SERVERS -> LOAD;
            case METADATA_LOAD -> METADATA;
            case SPACE -> SPACE;
            case DEGRADED -> DEGRADED_HARDWARE;
            case PLACEMENT -> CLIENT;
            case SLOW_FOR_OTHERS, LASTING -> UNKNOWN;
        };
    }
}
