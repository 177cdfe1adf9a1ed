package io.barograph.lab.evaluate;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Events as they are known at the end. */
public final class FinalEvents {
    /** What all records of an event have in common. */
    public record Identity(EventKind kind, EventType type, String fileSystem, String server, Instant onset) {
        public static Identity of(ContentionEvent event) {
            return new Identity(
                    event.getKind(), event.getType(), event.getFileSystem(), event.getServer(), event.getOnset());
        }
    }

    private FinalEvents() {}

    /**
     * @return the last revision of each event that reports a {@link FaultClass}, without those that went on in an older
     *     one; by onset
     */
    public static List<ContentionEvent> of(Collection<ContentionEvent> records) {
        Map<Identity, ContentionEvent> last = new HashMap<>();
        for (ContentionEvent event : records) {
            if (FaultClass.reportedBy(event).isPresent()) {
                last.merge(Identity.of(event), event, (a, b) -> a.getRevision() >= b.getRevision() ? a : b);
            }
        }
        return last.values().stream()
                .filter(event -> event.getMergedInto() == null)
                .sorted(Comparator.comparing(ContentionEvent::getOnset)
                        .thenComparing(event -> event.getKind().name())
                        .thenComparing(event -> event.getType().name())
                        .thenComparing(ContentionEvent::getServer))
                .toList();
    }

    /** @return length of the event, from its onset to its end; to {@code limit} if it has none */
    static Duration length(ContentionEvent event, Instant limit) {
        return Duration.between(event.getOnset(), end(event, limit));
    }

    /** @return end of the event; {@code limit} if it has none */
    static Instant end(ContentionEvent event, Instant limit) {
        return event.getEnd() == null ? limit : event.getEnd();
    }
}
