package io.barograph.lab.evaluate;

import io.barograph.cli.reports.LastEvents;
import io.barograph.schemas.ContentionEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** Events as they are known at the end. */
public final class FinalEvents {
    private FinalEvents() {}

    /**
     * @return the last revision of each event that reports a {@link FaultClass}, without those that went on in an older
     *     one; by onset
     */
    public static List<ContentionEvent> of(Collection<ContentionEvent> records) {
        LastEvents last = new LastEvents(event -> FaultClass.reportedBy(event).isPresent());
        records.forEach(last::add);
        return last.events();
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
