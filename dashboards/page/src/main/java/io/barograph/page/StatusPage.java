package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.article;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.FileSystemSnapshot.Talker;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteHistory;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.HtmlTable;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.OperationLabel;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.Topic;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How the file systems are at this moment. */
final class StatusPage implements LivePageContent {
    private static final Duration CHART_STEP = Duration.ofMinutes(5);
    private static final int NAMED_SERVERS = 8;
    private static final int LISTED_EVENTS = 6;

    /** Numbers that are shown without a click. */
    private static final int PRIMARY_NUMBERS = 6;

    /** The event that explains most comes first: that of the whole file system, then the worst. */
    private static final Comparator<ContentionEvent> WORST_FIRST = Comparator.comparing(
                    (ContentionEvent event) -> !event.getServer().isEmpty())
            .thenComparing(ContentionEvent::getWorstSlowdown, Comparator.nullsLast(Comparator.<Double>reverseOrder()));

    private final CachedQuery<SiteSnapshot> site;
    private final CachedQuery<SiteHistory> history;
    private final RecentResults view;

    StatusPage(CachedQuery<SiteSnapshot> site, CachedQuery<SiteHistory> history, RecentResults view) {
        this.site = site;
        this.history = history;
        this.view = view;
    }

    /** @param harm its open contention and degradation, worst first */
    private record Judged(FileSystemSnapshot fileSystem, FileSystemState state, List<ContentionEvent> harm) {}

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) throws InterruptedException {
        SiteSnapshot now = site.get();
        SiteHistory day = history.get();
        // Job statistics may not know whose a job is, or another user than its runs have.
        Map<String, String> owners = viewer.staff() ? Map.of() : view.owners();
        List<ContentionEvent> open = view.events(RecentResults::isOpen);
        Optional<String> gap = view.gap(Topic.CONTENTION_EVENTS.name());
        List<Judged> judged = now.fileSystems().stream()
                .map(fileSystem -> judged(fileSystem, open, gap, isMeasured(fileSystem, day)))
                .toList();
        return new PageContent(
                "Now",
                List.of(
                        new PageSection("summary", false, announced(judged, open.size(), gap)),
                        new PageSection("as-of", false, p("As of " + LivePageFormat.moment(now.time()) + " UTC")),
                        new PageSection("trouble", false, trouble(now.failure())),
                        new PageSection("file-systems", false, fileSystems(viewer, owners, judged, now.time())),
                        new PageSection("day", true, day(now, day)),
                        new PageSection("open", true, openEvents(open, gap)),
                        new PageSection("talkers", true, talkers(viewer, owners, now))));
    }

    /** A day without a rate is a site without server samples; a day that is not known says nothing of it. */
    private static boolean isMeasured(FileSystemSnapshot fileSystem, SiteHistory day) {
        return !day.failure().isEmpty() || !day.of(fileSystem.name()).read().isEmpty();
    }

    private static Judged judged(
            FileSystemSnapshot fileSystem, List<ContentionEvent> open, Optional<String> gap, boolean measured) {
        List<ContentionEvent> mine = open.stream()
                .filter(event -> event.getFileSystem().equals(fileSystem.name()))
                .toList();
        return new Judged(
                fileSystem,
                FileSystemState.of(fileSystem, mine, gap, measured),
                mine.stream().filter(EventPageLinks::isHarm).sorted(WORST_FIRST).toList());
    }

    /** Said aloud when it changes, so without numbers that always do. */
    private static DomContent announced(List<Judged> judged, int open, Optional<String> gap) {
        String states = judged.stream()
                .map(one -> PictureText.printable(one.fileSystem().name()) + ": "
                        + one.state().word().text)
                .collect(Collectors.joining(", "));
        String events = gap.isPresent() ? "events not known" : open == 1 ? "1 open event" : open + " open events";
        return p((states.isEmpty() ? "no file system is known" : states) + "; " + events)
                .attr("role", "status");
    }

    /** @param failure empty if there is none */
    static DomContent trouble(String failure) {
        return failure.isEmpty() ? span() : p(PictureText.printable(failure)).withClass("trouble");
    }

    private static DomContent fileSystems(
            PageViewer viewer, Map<String, String> owners, List<Judged> judged, Instant now) {
        if (judged.isEmpty()) {
            return p("No file system has been heard of yet. Its first rates come within a minute of its first samples.")
                    .withClass("missing");
        }
        return div(each(judged, one -> card(viewer, owners, one, now))).withClass("cards");
    }

    private static DomContent card(PageViewer viewer, Map<String, String> owners, Judged judged, Instant now) {
        FileSystemSnapshot fileSystem = judged.fileSystem();
        FileSystemState.Word word = judged.state().word();
        String name = PictureText.printable(fileSystem.name());
        String style = word.name().toLowerCase(Locale.ROOT);
        return article(
                        div(
                                        h2(name),
                                        span(word.text)
                                                .withClass("state " + style)
                                                .attr("data-state", word.name()))
                                .withClass("card-head"),
                        judged.state().reasons().isEmpty()
                                ? p("No operation takes longer than usual, and all servers report.")
                                : ul(each(judged.state().reasons(), reason -> li(PictureText.printable(reason))))
                                        .withClass("reasons"),
                        story(viewer, owners, judged, now),
                        numbers(fileSystem))
                .withClass("card " + style)
                .attr("aria-label", name);
    }

    /** Since when, who, and what to look at next. */
    private static DomContent story(PageViewer viewer, Map<String, String> owners, Judged judged, Instant now) {
        List<DomContent> lines = new ArrayList<>();
        if (judged.harm().isEmpty()) {
            judged.fileSystem().talkers().stream()
                    .filter(talker -> talker.rank() == 1 && talker.role().equals("OST"))
                    .findFirst()
                    .ifPresent(talker -> line(
                            lines,
                            "Largest load",
                            span(
                                    PageLinks.job(viewer, talker.jobId(), owner(talker, owners)),
                                    text(", " + LivePageFormat.percent(talker.share()) + " of the bytes"))));
        } else {
            ContentionEvent worst = judged.harm().get(0);
            Instant began = EventPageLinks.began(worst);
            line(lines, "Since", span(LivePageFormat.moment(began) + " UTC, " + LivePageFormat.length(began, now)));
            line(lines, "Suspect", suspect(viewer, worst));
            int victims = worst.getVictimJobs();
            if (victims > 0) {
                line(lines, "Victims", span(victims == 1 ? "1 job lost time" : victims + " jobs lost time"));
            }
        }
        next(judged).ifPresent(next -> line(lines, "Next", next));
        return dl(each(lines, line -> line)).withClass("story");
    }

    private static void line(List<DomContent> lines, String name, DomContent content) {
        lines.add(div(dt(name), dd(content)));
    }

    private static DomContent suspect(PageViewer viewer, ContentionEvent event) {
        if (event.getKind() == EventKind.DEGRADED) {
            return span("no job: the load does not explain it");
        }
        if (event.getKind() == EventKind.UNEXPLAINED) {
            return span("unknown: the load is not measured");
        }
        if (event.getSuspects().isEmpty()) {
            return span("unknown: no source says whose load it is");
        }
        Suspect first = event.getSuspects().get(0);
        String application = PageLinks.named(viewer, first.getUser(), first.getApplication());
        return span(
                text(EventKinds.isExplained(event) ? "" : "no single job; the largest is "),
                PageLinks.job(viewer, first.getJobId(), first.getUser()),
                text((application.equals("-") ? "" : " (" + application + ")")
                        + (first.getShare() == null
                                ? ""
                                : ", " + LivePageFormat.percent(first.getShare()) + " of the load")));
    }

    private static Optional<DomContent> next(Judged judged) {
        if (!judged.harm().isEmpty()) {
            return Optional.of(a("Suspects, victims and course of this event")
                    .withHref(EventPageLinks.path(judged.harm().get(0))));
        }
        return switch (judged.state().word()) {
            case WELL, ATTENTION -> Optional.empty();
            case SLOW -> Optional.of(a("Which operations are slow").withHref("/slowdown"));
            case UNKNOWN -> Optional.of(span(text("Check probes and collectors: "), code("./barograph doctor")));
        };
    }

    private static DomContent numbers(FileSystemSnapshot fileSystem) {
        FileSystemSnapshot.Rates rates = fileSystem.rates();
        List<DomContent> numbers = new ArrayList<>();
        number(numbers, "Slowdown", "slowdown", fileSystem.slowest(), StatusPage::slowdown);
        number(numbers, "Reading", "read", rates, of -> LivePageFormat.bytesPerSecond(of.readBytesPerSecond()));
        number(numbers, "Writing", "write", rates, of -> LivePageFormat.bytesPerSecond(of.writeBytesPerSecond()));
        number(
                numbers,
                "Metadata",
                "metadata",
                rates,
                of -> LivePageFormat.perSecond(of.metadataOperationsPerSecond()));
        number(numbers, "Fullest OST", "ost", fileSystem.fullestOst(), StatusPage::fullest);
        number(numbers, "Silent servers", "silent", rates, StatusPage::silent);
        number(numbers, "Days to 90 %", "days", fileSystem.fullestOst(), unused -> days(fileSystem.daysUntilFull()));
        number(numbers, "Fullest MDT", "mdt", fileSystem.fullestMdt(), StatusPage::fullest);
        number(numbers, "Samples missing", "missing", rates, of -> LivePageFormat.percent(of.missingFraction()));
        number(numbers, "Chance of quiet", "quiet", fileSystem.quiet(), StatusPage::quiet);
        number(numbers, "Last interval", "interval", rates, of -> LivePageFormat.timeOfDay(of.time()) + " UTC");
        return div(
                dl(each(numbers.subList(0, PRIMARY_NUMBERS), one -> one)).withClass("numbers"),
                details(
                        summary("More numbers"),
                        dl(each(numbers.subList(PRIMARY_NUMBERS, numbers.size()), one -> one))
                                .withClass("numbers")));
    }

    /** @param value null is not known */
    private static <T> void number(
            List<DomContent> numbers, String name, String key, T value, Function<T, String> words) {
        String shown = value == null ? LivePageFormat.UNKNOWN : words.apply(value);
        numbers.add(div(
                dt(name),
                dd(PictureText.printable(shown))
                        .withClass(shown.equals(LivePageFormat.UNKNOWN) ? "unknown" : "known")
                        .attr("data-number", key)));
    }

    private static String slowdown(FileSystemSnapshot.Slowest slowest) {
        return LivePageFormat.ratio(slowest.slowdown()) + " (" + OperationLabel.of(slowest.operation()) + ")";
    }

    private static String fullest(FileSystemSnapshot.Fullest fullest) {
        return LivePageFormat.percent(fullest.fraction()) + " (" + fullest.target() + ")";
    }

    /** Publish writes the same for "none fills up" and "the trend is not known yet". */
    private static String days(Double daysUntilFull) {
        return daysUntilFull == null ? "no trend" : String.format(Locale.ROOT, "%.1f", daysUntilFull);
    }

    private static String silent(FileSystemSnapshot.Rates rates) {
        if (rates.silent() == 0) {
            return "0";
        }
        List<String> names = rates.silentNames();
        String shown = names.stream().limit(NAMED_SERVERS).collect(Collectors.joining(", "));
        return rates.silent() + (shown.isEmpty() ? "" : ": " + shown + (names.size() > NAMED_SERVERS ? ", ..." : ""));
    }

    private static String quiet(Map<Integer, Double> chances) {
        return chances.isEmpty()
                ? LivePageFormat.UNKNOWN
                : chances.entrySet().stream()
                        .map(chance -> chance.getKey() + " min " + LivePageFormat.percent(chance.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private DomContent day(SiteSnapshot now, SiteHistory day) {
        if (!day.failure().isEmpty()) {
            return p("The last 24 hours are unknown: " + PictureText.printable(day.failure()) + ".")
                    .withClass("missing");
        }
        return div(each(now.fileSystems(), fileSystem -> day(fileSystem.name(), day)));
    }

    private DomContent day(String fileSystem, SiteHistory day) {
        Instant from = day.time().minus(WeatherQueries.SHOWN_DAY);
        List<ContentionEvent> harm = view.events(event -> event.getFileSystem().equals(fileSystem)
                && EventPageLinks.isHarm(event)
                && event.getMergedInto() == null
                && (event.getEnd() == null || event.getEnd().isAfter(from)));
        SiteHistory.FileSystem known = day.of(fileSystem);
        Set<String> slowServers = harm.stream()
                .filter(RecentResults::isOpen)
                .map(ContentionEvent::getServer)
                .collect(Collectors.toSet());
        return section(
                h2("Last 24 hours of " + PictureText.printable(fileSystem)),
                div(
                                div(DayCharts.of(known, from, day.time(), CHART_STEP, harm), eventsOfDay(harm)),
                                div(h3("OSTs in the last minute"), OstMap.of(known.osts(), slowServers)))
                        .withClass("day"));
    }

    private static DomContent eventsOfDay(List<ContentionEvent> harm) {
        if (harm.isEmpty()) {
            return p("No contention or degradation in the last 24 hours.").withClass("missing");
        }
        return ul(
                        each(
                                harm.stream().limit(LISTED_EVENTS).toList(),
                                event -> li(
                                        text(LivePageFormat.timeOfDay(EventPageLinks.began(event)) + " UTC, "
                                                + EventsPage.lasted(event) + ": "),
                                        EventsPage.link(event))),
                        iff(
                                harm.size() > LISTED_EVENTS,
                                li(a("and " + (harm.size() - LISTED_EVENTS) + " more")
                                        .withHref("/events"))))
                .withClass("notable");
    }

    private static DomContent talkers(PageViewer viewer, Map<String, String> owners, SiteSnapshot now) {
        List<Load> loads = new ArrayList<>();
        for (FileSystemSnapshot fileSystem : now.fileSystems()) {
            for (Talker talker : fileSystem.talkers()) {
                loads.add(new Load(fileSystem.name(), talker, owner(talker, owners)));
            }
        }
        return section(
                h2("Who loads the servers"),
                new HtmlTable<>(loads)
                        .column(
                                "Job",
                                load -> PageLinks.job(viewer, load.talker().jobId(), load.owner()))
                        .text("File system", Load::fileSystem)
                        .text("Servers", load -> load.talker().role())
                        .text(
                                "Program",
                                load -> PageLinks.named(
                                        viewer, load.owner(), load.talker().executable()))
                        .text(
                                "Share",
                                load -> LivePageFormat.percent(load.talker().share()))
                        .text("In a minute", load -> amount(load.talker()))
                        .captioned(
                                "Jobs with the largest share of the traffic of each file system's OSTs and MDTs, from job_stats",
                                "No job_stats in the last five minutes."));
    }

    private record Load(String fileSystem, Talker talker, String owner) {}

    private static String amount(Talker talker) {
        return talker.role().equals("OST")
                ? LivePageFormat.bytes(talker.amount())
                : LivePageFormat.operations(talker.amount());
    }

    private static String owner(Talker talker, Map<String, String> owners) {
        return owners.getOrDefault(talker.jobId(), talker.user());
    }

    private static DomContent openEvents(List<ContentionEvent> open, Optional<String> gap) {
        return section(
                h2("Open events and conditions"),
                gap.<DomContent>map(why -> p("Not all events are known: " + PictureText.printable(why) + ".")
                                .withClass("trouble"))
                        .orElseGet(() -> span()),
                new HtmlTable<>(open)
                        .column("Event", EventsPage::link)
                        .text("File system", ContentionEvent::getFileSystem)
                        .text("Since", event -> LivePageFormat.moment(EventPageLinks.opened(event)) + " UTC")
                        .text(
                                "Worst slowdown",
                                event -> LivePageFormat.orDash(event.getWorstSlowdown(), LivePageFormat::ratio))
                        .text("Last update", event -> LivePageFormat.moment(event.getDecidedAt()) + " UTC")
                        .captioned(
                                "Contention, degradation, lack of space and lasting load that have not ended",
                                "None is open."));
    }
}
