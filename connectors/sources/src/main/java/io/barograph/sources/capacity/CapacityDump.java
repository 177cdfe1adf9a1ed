package io.barograph.sources.capacity;

import io.barograph.runtime.RefusedRecordException;
import io.barograph.schemas.ServerKind;
import java.time.Instant;
import java.util.Collection;
import java.util.TreeMap;

/** What was printed at one instant. At most {@value #MAX_TARGETS} targets. */
final class CapacityDump {
    static final int MAX_TARGETS = 100_000;

    private static final String OF_FILE_SYSTEM = "";

    private final Instant time;
    private final TreeMap<String, TargetCapacity> targets = new TreeMap<>();

    CapacityDump(Instant time) {
        this.time = time;
    }

    Instant time() {
        return time;
    }

    /** @throws RefusedRecordException if there are too many */
    TargetCapacity target(String server, ServerKind kind) throws RefusedRecordException {
        if (targets.size() >= MAX_TARGETS && !targets.containsKey(server)) {
            throw new RefusedRecordException(
                    "more than " + MAX_TARGETS + (kind == ServerKind.NSD ? " disks" : " targets") + " in one dump");
        }
        return targets.computeIfAbsent(server, name -> new TargetCapacity(name, kind));
    }

    /** GPFS counts inodes per file system, not per disk. */
    TargetCapacity wholeFileSystem() throws RefusedRecordException {
        return target(OF_FILE_SYSTEM, ServerKind.NSD);
    }

    Collection<TargetCapacity> targets() {
        return targets.values();
    }

    boolean isEmpty() {
        return targets.isEmpty();
    }

    /** Adds what another dump of the same instant says. */
    void add(CapacityDump other) {
        other.targets.forEach((server, theirs) -> {
            TargetCapacity mine = targets.putIfAbsent(server, theirs);
            if (mine != null) {
                mine.add(theirs);
            }
        });
    }
}
