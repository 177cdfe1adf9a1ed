package io.barograph.analytics.why;

import io.barograph.analytics.climate.LikelyCause;
import java.util.Locale;

/** What was to blame. */
public enum Answer {
    /** Others read or wrote so much that one had to wait. */
    LOAD,
    /** Servers were slow without load: a rebuild, a failover, a sick disk. */
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

    /**
     * @param cause what a metric of the weather stands for
     * @return who is to blame then
     */
    static Answer of(LikelyCause cause) {
        return switch (cause) {
            case BANDWIDTH_CONTENTION, OPERATION_CONTENTION, BUSY_STORAGE_SERVERS, BUSY_SYSTEM -> LOAD;
            case METADATA_LOAD, BUSY_METADATA_SERVERS -> METADATA;
            case FULLNESS -> SPACE;
            case FAILOVER -> DEGRADED_HARDWARE;
            case NODE_PLACEMENT -> CLIENT;
        };
    }
}
