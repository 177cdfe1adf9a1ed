package io.barograph.contention.degradation;

import io.barograph.schemas.EventType;
import io.barograph.schemas.ProbeOperation;
import java.util.Set;

/**
 * Which probe operation reports which servers. The read of a small file reports none: it waits for metadata servers and
 * data servers alike.
 */
public final class ProbeOperationTargets {
    private static final Set<String> METADATA =
            Set.of(ProbeOperation.CREATE.name(), ProbeOperation.STAT.name(), ProbeOperation.DELETE.name());
    private static final Set<String> DATA = Set.of(ProbeOperation.DATA_READ.name(), ProbeOperation.DATA_WRITE.name());

    private ProbeOperationTargets() {}

    public static boolean isData(String operation) {
        return DATA.contains(operation);
    }

    public static boolean isMetadata(String operation) {
        return METADATA.contains(operation);
    }

    /** @return true if it says something of data servers or of metadata servers */
    public static boolean isIndicative(String operation) {
        return isData(operation) || isMetadata(operation);
    }

    /** @return the load that the operation is like */
    public static EventType typeOf(String operation) {
        if (operation.equals(ProbeOperation.DATA_READ.name())) {
            return EventType.READ;
        }
        return operation.equals(ProbeOperation.DATA_WRITE.name()) ? EventType.WRITE : EventType.METADATA;
    }
}
