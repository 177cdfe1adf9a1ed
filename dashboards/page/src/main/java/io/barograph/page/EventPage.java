package io.barograph.page;

import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteHistory;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.HtmlTable;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventTitle;
import io.barograph.schemas.EventType;
import io.barograph.schemas.OperationLabel;
import io.barograph.schemas.Suspect;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The event that opened at one moment; of several servers at that moment there may be several. */
final class EventPage implements LivePageContent {
    /** Shown before the onset and after the end. */
    private static final Duration AROUND = Duration.ofMinutes(30);

    private final RecentResults view;
    private final CachedQuery<SiteHistory> history;
    private final String fileSystem;
    private final String type;
    private final long openedMillis;

    EventPage(RecentResults view, CachedQuery<SiteHistory> history, String fileSystem, String type, long openedMillis) {
        this.view = view;
        this.history = history;
        this.fileSystem = fileSystem;
        this.type = type;
        this.openedMillis = openedMillis;
    }

    private List<ContentionEvent> events() {
        return view.events(event -> EventPageLinks.isAt(event, fileSystem, type, openedMillis));
    }

    boolean exists() {
        return !events().isEmpty();
    }

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) throws InterruptedException {
        List<ContentionEvent> events = events();
        return new PageContent(
                "Event on " + fileSystem,
                List.of(
                        new PageSection("course", false, course(events, history.get())),
                        new PageSection("event", true, each(events, event -> event(viewer, event)))));
    }

    /** Slowdown and traffic from before the onset until after the end, as far as the last day reaches. */
    private DomContent course(List<ContentionEvent> events, SiteHistory day) {
        Instant known = day.time().minus(WeatherQueries.SHOWN_DAY);
        Instant from = events.stream()
                .map(event -> EventPageLinks.began(event).minus(AROUND))
                .min(Comparator.naturalOrder())
                .filter(known::isBefore)
                .orElse(known);
        Instant to = events.stream()
                .map(event ->
                        event.getEnd() == null ? day.time() : event.getEnd().plus(AROUND))
                .max(Comparator.naturalOrder())
                .filter(day.time()::isAfter)
                .orElse(day.time());
        // By the clock of the page; an event may have left the newest ones while its page is open.
        if (events.isEmpty() || !day.failure().isEmpty() || !from.isBefore(to)) {
            return p("The course of this event is not shown: it lies outside the last 24 hours, or the database does not"
                            + " answer.")
                    .withClass("missing");
        }
        return DayCharts.of(
                day.of(fileSystem),
                from,
                to,
                WeatherQueries.DAY_STEP,
                events.stream().filter(EventPageLinks::isHarm).toList());
    }

    private static DomContent event(PageViewer viewer, ContentionEvent event) {
        List<DomContent> facts = new ArrayList<>();
        fact(facts, "State", EventsPage.state(event));
        fact(facts, "Opened", LivePageFormat.moment(EventPageLinks.opened(event)));
        fact(facts, "Began", event.getStart(), LivePageFormat::moment);
        fact(facts, "Ended", event.getEnd() == null ? "not yet" : LivePageFormat.moment(event.getEnd()));
        fact(facts, "Lasted", EventsPage.lasted(event));
        fact(facts, "Last update", LivePageFormat.moment(event.getDecidedAt()));
        String operation =
                event.getWorstOperation() == null ? "" : " (" + OperationLabel.of(event.getWorstOperation()) + ")";
        fact(facts, "Worst slowdown", event.getWorstSlowdown(), slowdown -> LivePageFormat.ratio(slowdown) + operation);
        fact(
                facts,
                "Highest rate",
                event.getPeakPerSecond(),
                event.getType() == EventType.METADATA ? LivePageFormat::perSecond : LivePageFormat::bytesPerSecond);
        fact(facts, "Fullness", event.getFullness(), LivePageFormat::percent);
        fact(facts, "Read", event.getReadBytes(), LivePageFormat::bytes);
        fact(facts, "Written", event.getWriteBytes(), LivePageFormat::bytes);
        fact(facts, "Samples missing", event.getMissingFraction(), LivePageFormat::percent);
        fact(facts, "Load of no known job", event.getUnattributedShare(), LivePageFormat::percent);
        fact(facts, "Node-hours lost", event.getLostNodeHours(), hours -> LivePageFormat.ratio(hours) + " (estimate)");
        fact(
                facts,
                "Of them by jobs without a log",
                event.getOtherLostNodeHours(),
                hours -> LivePageFormat.ratio(hours) + " (" + event.getOtherVictimJobs() + ")");
        fact(
                facts,
                "Evidence",
                event.getEvidence().isEmpty()
                        ? null
                        : event.getEvidence().stream()
                                .map(evidence -> evidence.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")));
        fact(facts, "Similar events before", similar(viewer, event));
        return section(
                h2(PictureText.printable(EventTitle.of(event))),
                viewer.staff() ? p(PictureText.printable(event.getSentence())) : p(),
                dl(each(facts, fact -> fact)).withClass("numbers facts"),
                EventPageLinks.isHarm(event) ? people(viewer, event) : div());
    }

    private static <T> void fact(List<DomContent> facts, String name, T value, Function<T, String> words) {
        fact(facts, name, value == null ? null : words.apply(value));
    }

    private static void fact(List<DomContent> facts, String name, String value) {
        if (value != null) {
            facts.add(div(dt(name), dd(PictureText.printable(value))));
        }
    }

    private static String similar(PageViewer viewer, ContentionEvent event) {
        return event.getSimilarEvents()
                + (viewer.staff() && event.getSimilarApplication() != null
                        ? ", " + event.getSimilarByApplication() + " of them by " + event.getSimilarApplication()
                        : "");
    }

    private static DomContent people(PageViewer viewer, ContentionEvent event) {
        return div(
                h3("Suspects"),
                new HtmlTable<>(event.getSuspects())
                        .column("Job", suspect -> PageLinks.job(viewer, suspect.getJobId(), suspect.getUser()))
                        .text("User", suspect -> PageLinks.named(viewer, suspect.getUser(), suspect.getUser()))
                        .text(
                                "Application",
                                suspect -> PageLinks.named(viewer, suspect.getUser(), suspect.getApplication()))
                        .text("Nodes", suspect -> LivePageFormat.orDash(suspect.getNodes(), Object::toString))
                        .text("Share", suspect -> share(suspect, event))
                        .text(
                                "Known from",
                                suspect -> suspect.getSource().name().toLowerCase(Locale.ROOT))
                        .captioned(
                                "Jobs that made the load, the largest share first",
                                "No source says whose load it was."),
                h3("Victims"),
                new HtmlTable<>(event.getVictims())
                        .column("Job", victim -> PageLinks.job(viewer, victim.getJobId(), victim.getUser()))
                        .text("User", victim -> PageLinks.named(viewer, victim.getUser(), victim.getUser()))
                        .text(
                                "Application",
                                victim -> PageLinks.named(viewer, victim.getUser(), victim.getApplication()))
                        .text("Nodes", victim -> LivePageFormat.orDash(victim.getNodes(), Object::toString))
                        .text("Lost", victim -> LivePageFormat.orDash(victim.getLostSeconds(), LivePageFormat::seconds))
                        .text(
                                "Node-hours",
                                victim -> LivePageFormat.orDash(victim.getLostNodeHours(), LivePageFormat::ratio))
                        .captioned(
                                "Jobs that lost time, the dearest first; " + event.getVictimJobs() + " in all",
                                "No run in the event has been judged, or none lost time."),
                h3("Others that ran"),
                new HtmlTable<>(event.getCandidates())
                        .column("Job", candidate -> PageLinks.job(viewer, candidate.getJobId(), candidate.getUser()))
                        .text("User", candidate -> PageLinks.named(viewer, candidate.getUser(), candidate.getUser()))
                        .text("Nodes", candidate -> LivePageFormat.orDash(candidate.getNodes(), Object::toString))
                        .captioned(
                                "Jobs whose I/O is unknown; " + event.getCandidateJobs() + " in all",
                                "No such job is known."));
    }

    private static String share(Suspect suspect, ContentionEvent event) {
        if (suspect.getShare() != null) {
            return LivePageFormat.percent(suspect.getShare());
        }
        return event.getType() == EventType.METADATA
                ? LivePageFormat.operations(suspect.getAmount())
                : LivePageFormat.bytes(suspect.getAmount());
    }
}
