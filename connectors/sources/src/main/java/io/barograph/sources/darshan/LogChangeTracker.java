package io.barograph.sources.darshan;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Remembers what logs looked like, to find out which have stopped changing. */
final class LogChangeTracker {
    /** A log that has not changed for so long is whole, whatever the clocks of the two machines say. */
    private static final Duration OLD = Duration.ofHours(1);

    private final Duration settle;
    private final Map<Path, Look> looks = new HashMap<>();

    private record Look(long size, FileTime changed, Instant since) {}

    LogChangeTracker(Duration settle) {
        this.settle = settle;
    }

    /**
     * @return whether it has had this size and time for long enough: since an earlier look, or by its time for an hour
     */
    boolean settled(Path log, BasicFileAttributes attributes, Instant now) {
        FileTime changed = attributes.lastModifiedTime();
        if (changed.toInstant().isBefore(now.minus(OLD))) {
            return true;
        }
        Look before = looks.get(log);
        if (before != null
                && before.size() == attributes.size()
                && before.changed().equals(changed)) {
            return !now.isBefore(before.since().plus(settle));
        }
        looks.put(log, new Look(attributes.size(), changed, now));
        return false;
    }

    void forget(Path log) {
        looks.remove(log);
    }

    /** Forgets the logs of a folder that are not in it any more. */
    void keepOnly(Path folder, Set<String> names) {
        looks.keySet()
                .removeIf(log -> folder.equals(log.getParent())
                        && !names.contains(log.getFileName().toString()));
    }
}
