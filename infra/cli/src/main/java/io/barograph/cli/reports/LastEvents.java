package io.barograph.cli.reports;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.EventType;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The last revision of each event that is wanted. Memory goes with their number. */
public final class LastEvents {
    private final Predicate<ContentionEvent> wanted;
    private final Map<Identity, ContentionEvent> last = new HashMap<>();

    /** What all records of an event have in common. */
    public record Identity(EventKind kind, EventType type, String fileSystem, String server, Instant onset) {
        public static Identity of(ContentionEvent event) {
            return new Identity(
                    event.getKind(), event.getType(), event.getFileSystem(), event.getServer(), event.getOnset());
        }
    }

    public LastEvents(Predicate<ContentionEvent> wanted) {
        this.wanted = wanted;
    }

    /** Those of contention, degradation or lack of space of one file system that had begun by some time. */
    static LastEvents of(String fileSystem, Instant until) {
        return new LastEvents(event -> {
            boolean isOf = event.getFileSystem().equals(fileSystem)
                    && (EventKinds.isHarm(event.getKind()) || event.getKind() == EventKind.CAPACITY);
            Instant begin = event.getStart() == null ? event.getOnset() : event.getStart();
            return isOf && !begin.isAfter(until);
        });
    }

    public void add(ContentionEvent event) {
        if (wanted.test(event)) {
            last.merge(Identity.of(event), event, (a, b) -> a.getRevision() >= b.getRevision() ? a : b);
        }
    }

    /** @return the events, without those that went on in an older one; by onset */
    public List<ContentionEvent> events() {
        return last.values().stream()
                .filter(event -> event.getMergedInto() == null)
                .sorted(Comparator.comparing(ContentionEvent::getOnset)
                        .thenComparing(event -> event.getKind().name())
                        .thenComparing(event -> event.getType().name())
                        .thenComparing(ContentionEvent::getServer))
                .toList();
    }
}
