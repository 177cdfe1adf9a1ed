package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.barograph.pictures.Text;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Topic;
import j2html.tags.DomContent;
import java.util.List;
import java.util.Map;

/** The newest events and conditions. */
final class EventsPage implements Page {
    private static final int MOST_ROWS = 200;

    private final LiveView view;

    EventsPage(LiveView view) {
        this.view = view;
    }

    @Override
    public Content content(Viewer viewer, Map<String, String> query) {
        List<ContentionEvent> harm = view.events(Events::isHarm);
        List<ContentionEvent> conditions = view.events(event -> !Events.isHarm(event));
        DomContent gap = view.gap(Topic.CONTENTION_EVENTS.name())
                .<DomContent>map(why -> p("Not all events are known: " + Text.printable(why) + ".")
                        .withClass("trouble"))
                .orElseGet(() -> p());
        return new Content(
                "Events",
                List.of(
                        new Part("gaps", false, gap),
                        new Part(
                                "harm",
                                true,
                                section(
                                        h2("Harm"),
                                        Tables.table(
                                                "Contention: load that slowed others. Degradation: slow without load."
                                                        + " Newest first",
                                                List.of(
                                                        "What",
                                                        "Opened",
                                                        "Lasted",
                                                        "State",
                                                        "Worst slowdown",
                                                        "First suspect",
                                                        "Share",
                                                        "Victims",
                                                        "Node-hours lost"),
                                                harm.stream()
                                                        .limit(MOST_ROWS)
                                                        .map(event -> harm(viewer, event))
                                                        .toList(),
                                                "No event is known."))),
                        new Part(
                                "conditions",
                                true,
                                section(
                                        h2("Conditions"),
                                        Tables.table(
                                                "Lack of space, load that lasts for more than half an hour. Newest"
                                                        + " first",
                                                List.of("What", "Opened", "Lasted", "State", "Fullness"),
                                                conditions.stream()
                                                        .limit(MOST_ROWS)
                                                        .map(EventsPage::condition)
                                                        .toList(),
                                                "No condition is known.")))));
    }

    private static DomContent harm(Viewer viewer, ContentionEvent event) {
        Suspect suspect =
                event.getSuspects().isEmpty() ? null : event.getSuspects().get(0);
        return tr(each(
                List.of(
                        title(event),
                        td(Amounts.moment(Events.opened(event))),
                        td(lasted(event)),
                        td(state(event)),
                        td(event.getWorstSlowdown() == null ? "-" : Amounts.ratio(event.getWorstSlowdown())),
                        suspect == null ? td("-") : td(Links.job(viewer, suspect.getJobId(), suspect.getUser())),
                        td(suspect == null || suspect.getShare() == null ? "-" : Amounts.percent(suspect.getShare())),
                        td(Integer.toString(event.getVictimJobs())),
                        td(event.getLostNodeHours() == null ? "-" : Amounts.ratio(event.getLostNodeHours()))),
                cell -> cell));
    }

    private static DomContent condition(ContentionEvent event) {
        return tr(each(
                List.of(
                        title(event),
                        td(Amounts.moment(Events.opened(event))),
                        td(lasted(event)),
                        td(state(event)),
                        td(event.getFullness() == null ? "-" : Amounts.percent(event.getFullness()))),
                cell -> cell));
    }

    private static DomContent title(ContentionEvent event) {
        return th(a(Text.printable(Events.title(event))).withHref(Events.path(event)))
                .attr("scope", "row");
    }

    static String lasted(ContentionEvent event) {
        return event.getEnd() == null
                ? "goes on"
                : Amounts.length(event.getStart() == null ? event.getOnset() : event.getStart(), event.getEnd());
    }

    static String state(ContentionEvent event) {
        return event.getMergedInto() != null ? "part of another" : LiveView.isOpen(event) ? "open" : "closed";
    }
}
