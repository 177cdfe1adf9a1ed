package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Topic;
import j2html.tags.DomContent;
import java.util.List;
import java.util.Map;

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
                        new PageSection(
                                "harm",
                                true,
                                section(
                                        h2("Harm"),
                                        HtmlTables.table(
                                                "Contention: load that slowed others. Degradation: slow, and the load does not explain it."
                                                        + " Newest first",
                                                List.of(
                                                        "Event",
                                                        "Opened",
                                                        "Lasted",
                                                        "State",
                                                        "Worst slowdown",
                                                        "First suspect",
                                                        "Share",
                                                        "Victims",
                                                        "Node-hours lost"),
                                                harm.stream()
                                                        .limit(MAX_ROWS)
                                                        .map(event -> harm(viewer, event))
                                                        .toList(),
                                                "No event is known."))),
                        new PageSection(
                                "conditions",
                                true,
                                section(
                                        h2("Conditions"),
                                        HtmlTables.table(
                                                "Lack of space, load that lasts for more than half an hour. Newest"
                                                        + " first",
                                                List.of("Event", "Opened", "Lasted", "State", "Fullness"),
                                                conditions.stream()
                                                        .limit(MAX_ROWS)
                                                        .map(EventsPage::condition)
                                                        .toList(),
                                                "No condition is known.")))));
    }

    private static DomContent harm(PageViewer viewer, ContentionEvent event) {
        Suspect suspect =
                event.getSuspects().isEmpty() ? null : event.getSuspects().get(0);
        Double share = suspect == null ? null : suspect.getShare();
        return tr(
                title(event),
                td(LivePageFormat.moment(EventPageLinks.opened(event))),
                td(lasted(event)),
                td(state(event)),
                td(LivePageFormat.orDash(event.getWorstSlowdown(), LivePageFormat::ratio)),
                suspect == null ? td("-") : td(PageLinks.job(viewer, suspect.getJobId(), suspect.getUser())),
                td(LivePageFormat.orDash(share, LivePageFormat::percent)),
                td(Integer.toString(event.getVictimJobs())),
                td(LivePageFormat.orDash(event.getLostNodeHours(), LivePageFormat::ratio)));
    }

    private static DomContent condition(ContentionEvent event) {
        return tr(
                title(event),
                td(LivePageFormat.moment(EventPageLinks.opened(event))),
                td(lasted(event)),
                td(state(event)),
                td(LivePageFormat.orDash(event.getFullness(), LivePageFormat::percent)));
    }

    private static DomContent title(ContentionEvent event) {
        return th(a(PictureText.printable(EventTitle.of(event))).withHref(EventPageLinks.path(event)))
                .attr("scope", "row");
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
