package io.barograph.schemas.admission;

import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import java.time.Duration;

/** Bounds of {@link SiteEvent}. */
final class SiteEventBounds {
    /** A maintenance that is planned, or one that is declared long after: ten years. */
    private static final Duration MAX_SPAN = Duration.ofDays(3_660);

    private SiteEventBounds() {}

    static void check(SiteEvent event, FieldChecks checks) {
        checks.name("fileSystem", event.getFileSystem());
        checks.text("id", event.getId(), 2 * FieldChecks.MAX_NAME);
        if (event.getId().isBlank()) {
            checks.refuse("id", event.getId(), "a name is not blank");
        }
        if (event.getKind() == SiteEventKind.UNKNOWN) {
            checks.refuse("kind", event.getKind(), "this version does not know it; upgrade the analysis first");
        }
        checks.time("recordedAt", event.getRecordedAt());
        checks.span("from", event.getFrom(), "to", event.getTo(), MAX_SPAN);
        checks.text("text", event.getText(), FieldChecks.MAX_TEXT);
        checks.text("author", event.getAuthor(), FieldChecks.MAX_TEXT);
    }
}
