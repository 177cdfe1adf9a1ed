package io.barograph.cli.reports;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last revision of each event of contention, degradation or lack of space of one file system that had begun by some
 * time. Memory goes with their number.
 */
final class LastEvents {
    private record Identity(EventKind kind, Object type, String server, Instant onset) {}

    private final String fileSystem;
    private final Instant until;
    private final Map<Identity, ContentionEvent> last = new HashMap<>();

    LastEvents(String fileSystem, Instant until) {
        this.fileSystem = fileSystem;
        this.until = until;
    }

    void add(ContentionEvent event) {
        boolean isOf = event.getFileSystem().equals(fileSystem)
                && (EventKinds.isHarm(event.getKind()) || event.getKind() == EventKind.CAPACITY);
        Instant begin = event.getStart() == null ? event.getOnset() : event.getStart();
        if (isOf && !begin.isAfter(until)) {
            last.merge(
                    new Identity(event.getKind(), event.getType(), event.getServer(), event.getOnset()),
                    event,
                    (a, b) -> a.getRevision() >= b.getRevision() ? a : b);
        }
    }

    /** @return the events, without those that went on in an older one */
    List<ContentionEvent> events() {
        return last.values().stream()
                .filter(event -> event.getMergedInto() == null)
                .sorted(Comparator.comparing(ContentionEvent::getOnset)
                        .thenComparing(event -> event.getKind().name())
                        .thenComparing(event -> event.getType().name())
                        .thenComparing(ContentionEvent::getServer))
                .toList();
    }
}
