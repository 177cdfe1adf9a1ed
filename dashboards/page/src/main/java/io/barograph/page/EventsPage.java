package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.text;

import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.pictures.HtmlTable;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Topic;
import j2html.tags.DomContent;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The newest events and conditions. */
final class EventsPage implements LivePageContent {
    private static final int MAX_ROWS = 200;

    private final RecentResults view;

    EventsPage(RecentResults view) {
        this.view = view;
    }

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) {
        List<ContentionEvent> harm = view.events(EventPageLinks::isHarm);
        List<ContentionEvent> conditions = view.events(event -> !EventPageLinks.isHarm(event));
        DomContent gap = view.gap(Topic.CONTENTION_EVENTS.name())
                .<DomContent>map(why -> p("Not all events are known: " + PictureText.printable(why) + ".")
                        .withClass("trouble"))
                .orElseGet(() -> p());
        return new PageContent(
                "Events",
                List.of(
                        new PageSection("gaps", false, gap),
                        new PageSection("harm", true, section(h2("Harm"), harm(viewer, harm))),
                        new PageSection("conditions", true, section(h2("Conditions"), conditions(conditions)))));
    }

    private static DomContent harm(PageViewer viewer, List<ContentionEvent> harm) {
        return table(harm)
                .text("Worst slowdown", event -> LivePageFormat.orDash(event.getWorstSlowdown(), LivePageFormat::ratio))
                .column("First suspect", event -> firstSuspect(event)
                        .map(suspect -> PageLinks.job(viewer, suspect.getJobId(), suspect.getUser()))
                        .orElseGet(() -> text("-")))
                .text("Share", event -> firstSuspect(event)
                        .map(Suspect::getShare)
                        .map(LivePageFormat::percent)
                        .orElse("-"))
                .text("Victims", event -> Integer.toString(event.getVictimJobs()))
                .text(
                        "Node-hours lost",
                        event -> LivePageFormat.orDash(event.getLostNodeHours(), LivePageFormat::ratio))
                .captioned(
                        "Contention: load that slowed others. Degradation: slow, and the load does not explain it."
                                + " Newest first",
                        "No event is known.");
    }

    private static Optional<Suspect> firstSuspect(ContentionEvent event) {
        return event.getSuspects().stream().findFirst();
    }

    private static DomContent conditions(List<ContentionEvent> conditions) {
        return table(conditions)
                .text("Fullness", event -> LivePageFormat.orDash(event.getFullness(), LivePageFormat::percent))
                .captioned(
                        "Lack of space, load that lasts for more than half an hour. Newest first",
                        "No condition is known.");
    }

    private static HtmlTable<ContentionEvent> table(List<ContentionEvent> events) {
        return new HtmlTable<>(events.stream().limit(MAX_ROWS).toList())
                .column("Event", EventsPage::link)
                .text("Opened", event -> LivePageFormat.moment(EventPageLinks.opened(event)))
                .text("Lasted", EventsPage::lasted)
                .text("State", EventsPage::state);
    }

    static DomContent link(ContentionEvent event) {
        return a(PictureText.printable(EventTitle.of(event))).withHref(EventPageLinks.path(event));
    }

    static String lasted(ContentionEvent event) {
        return event.getEnd() == null
                ? "still open"
                : LivePageFormat.length(EventPageLinks.began(event), event.getEnd());
    }

    static String state(ContentionEvent event) {
        return event.getMergedInto() != null ? "part of another" : RecentResults.isOpen(event) ? "open" : "closed";
    }
}
