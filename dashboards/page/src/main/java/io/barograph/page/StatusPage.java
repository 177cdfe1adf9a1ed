package io.barograph.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.article;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.FileSystemSnapshot.Minute;
import io.barograph.page.results.FileSystemSnapshot.Talker;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.TimeChart;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.Topic;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the file systems are at this moment. */
final class StatusPage implements LivePageContent {
    private static final Duration GAP = Duration.ofSeconds(150);
    private static final int NAMED_SERVERS = 8;

    private final CachedQuery<SiteSnapshot> site;
    private final RecentResults view;

    StatusPage(CachedQuery<SiteSnapshot> site, RecentResults view) {
        this.site = site;
        this.view = view;
    }

    private record Judged(FileSystemSnapshot fileSystem, FileSystemState state) {}

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) throws InterruptedException {
        SiteSnapshot now = site.get();
        List<ContentionEvent> open = view.events(RecentResults::isOpen);
        Optional<String> gap = view.gap(Topic.CONTENTION_EVENTS.name());
        List<Judged> judged = now.fileSystems().stream()
                .map(fileSystem -> new Judged(
                        fileSystem,
                        FileSystemState.of(
                                fileSystem,
                                open.stream()
                                        .filter(event -> event.getFileSystem().equals(fileSystem.name()))
                                        .toList(),
                                gap)))
                .toList();
        return new PageContent(
                "Now",
                List.of(
                        new PageSection("summary", false, summary(judged, open.size(), gap)),
                        new PageSection("as-of", false, p("As of " + LivePageFormat.moment(now.time()) + " UTC")),
                        new PageSection("trouble", false, trouble(now)),
                        new PageSection("file-systems", false, fileSystems(judged, now.time())),
                        new PageSection("open", true, openEvents(open, gap)),
                        new PageSection("talkers", true, talkers(viewer, now))));
    }

    /** Said aloud when it changes, so without numbers that always do. */
    private static DomContent summary(List<Judged> judged, int open, Optional<String> gap) {
        String states = judged.stream()
                .map(one -> PictureText.printable(one.fileSystem().name()) + ": "
                        + one.state().word().text())
                .collect(Collectors.joining(", "));
        String events = gap.isPresent() ? "events not known" : open == 1 ? "1 open event" : open + " open events";
        return p((states.isEmpty() ? "no file system is known" : states) + "; " + events)
                .attr("role", "status");
    }

    private static DomContent trouble(SiteSnapshot now) {
        return now.failure().isEmpty()
                ? span()
                : p(PictureText.printable(now.failure())).withClass("trouble");
    }

    private static DomContent fileSystems(List<Judged> judged, Instant now) {
        if (judged.isEmpty()) {
            return p("No file system has been heard of yet. Its first rates come within a minute of its first samples.")
                    .withClass("missing");
        }
        return div(each(judged, one -> card(one, now))).withClass("cards");
    }

    private static DomContent card(Judged judged, Instant now) {
        FileSystemSnapshot fileSystem = judged.fileSystem();
        FileSystemState.Word word = judged.state().word();
        String name = PictureText.printable(fileSystem.name());
        return article(
                        h2(name),
                        p(span(word.text())
                                        .withClass("state " + word.name().toLowerCase(Locale.ROOT))
                                        .attr("data-state", word.name()))
                                .withClass("verdict"),
                        iff(
                                !judged.state().reasons().isEmpty(),
                                ul(each(judged.state().reasons(), reason -> li(PictureText.printable(reason))))
                                        .withClass("reasons")),
                        numbers(fileSystem),
                        history(fileSystem, now))
                .withClass("card")
                .attr("aria-label", name);
    }

    private static DomContent numbers(FileSystemSnapshot fileSystem) {
        FileSystemSnapshot.Rates rates = fileSystem.rates();
        List<DomContent> numbers = new ArrayList<>();
        number(
                numbers,
                "Reading",
                "read",
                rates == null ? null : LivePageFormat.bytesPerSecond(rates.readBytesPerSecond()));
        number(
                numbers,
                "Writing",
                "write",
                rates == null ? null : LivePageFormat.bytesPerSecond(rates.writeBytesPerSecond()));
        number(
                numbers,
                "Metadata",
                "metadata",
                rates == null ? null : LivePageFormat.perSecond(rates.metadataOperationsPerSecond()));
        number(numbers, "Slowdown", "slowdown", slowdown(fileSystem.slowest()));
        number(numbers, "Fullest OST", "ost", fullest(fileSystem.fullestOst()));
        number(numbers, "Days to 90 %", "days", days(fileSystem));
        number(numbers, "Fullest MDT", "mdt", fullest(fileSystem.fullestMdt()));
        number(
                numbers,
                "Samples missing",
                "missing",
                rates == null ? null : LivePageFormat.percent(rates.missingFraction()));
        number(numbers, "Silent", "silent", rates == null ? null : silent(rates));
        number(numbers, "Chance of quiet", "quiet", quiet(fileSystem.quiet()));
        number(
                numbers,
                "Last interval",
                "interval",
                rates == null ? null : LivePageFormat.timeOfDay(rates.time()) + " UTC");
        return dl(each(numbers, one -> one)).withClass("numbers");
    }

    /** @param value null is not known */
    private static void number(List<DomContent> numbers, String name, String key, String value) {
        boolean known = value != null && !value.equals(LivePageFormat.UNKNOWN);
        numbers.add(div(
                dt(name),
                dd(known ? PictureText.printable(value) : LivePageFormat.UNKNOWN)
                        .withClass(known ? "known" : "unknown")
                        .attr("data-number", key)));
    }

    private static String slowdown(FileSystemSnapshot.Slowest slowest) {
        return slowest == null
                ? null
                : String.format(Locale.ROOT, "%.2f", slowest.slowdown()) + " ("
                        + slowest.operation().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    }

    private static String fullest(FileSystemSnapshot.Fullest fullest) {
        return fullest == null ? null : LivePageFormat.percent(fullest.fraction()) + " (" + fullest.target() + ")";
    }

    /** Publish writes the same for "none fills up" and "the trend is not known yet". */
    private static String days(FileSystemSnapshot fileSystem) {
        if (fileSystem.fullestOst() == null) {
            return null;
        }
        return fileSystem.daysUntilFull() == null
                ? "none, or no trend yet"
                : String.format(Locale.ROOT, "%.1f", fileSystem.daysUntilFull());
    }

    private static String silent(FileSystemSnapshot.Rates rates) {
        if (rates.silent() == 0) {
            return "none";
        }
        List<String> names = rates.silentNames();
        String shown = names.stream().limit(NAMED_SERVERS).collect(Collectors.joining(", "));
        return rates.silent() + (shown.isEmpty() ? "" : ": " + shown + (names.size() > NAMED_SERVERS ? ", ..." : ""));
    }

    private static String quiet(Map<Integer, Double> chances) {
        return chances.isEmpty()
                ? null
                : chances.entrySet().stream()
                        .map(chance -> chance.getKey() + " min " + LivePageFormat.percent(chance.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static DomContent history(FileSystemSnapshot fileSystem, Instant now) {
        List<Minute> minutes = fileSystem.minutes();
        if (minutes.isEmpty()) {
            return p("No minute of the last hour is known yet.").withClass("missing");
        }
        double top = minutes.stream()
                .flatMap(minute -> Stream.of(minute.readBytesPerSecond(), minute.writeBytesPerSecond()))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        DomContent chart = new TimeChart(now.minus(WeatherQueries.SHOWN_RATES), now, top, GAP)
                .line(
                        "read",
                        minutes.stream()
                                .map(minute -> new TimeChart.Point(minute.time(), minute.readBytesPerSecond()))
                                .toList())
                .line(
                        "write",
                        minutes.stream()
                                .map(minute -> new TimeChart.Point(minute.time(), minute.writeBytesPerSecond()))
                                .toList())
                .drawn("Rates of the last hour by the minute, at most " + LivePageFormat.bytesPerSecond(top));
        return div(
                        chart,
                        p(
                                span("reading").withClass("key read"),
                                span("writing").withClass("key write"),
                                span("last hour, at most " + LivePageFormat.bytesPerSecond(top))))
                .withClass("history");
    }

    private DomContent talkers(PageViewer viewer, SiteSnapshot now) {
        Map<String, String> owners = viewer.staff() ? Map.of() : view.owners();
        List<DomContent> rows = new ArrayList<>();
        for (FileSystemSnapshot fileSystem : now.fileSystems()) {
            for (Talker talker : fileSystem.talkers()) {
                rows.add(talker(viewer, fileSystem.name(), talker, owners.getOrDefault(talker.jobId(), talker.user())));
            }
        }
        return section(
                h2("Who loads the servers"),
                HtmlTables.table(
                        "The jobs with the largest share of each file system's OSTs and MDTs, by job_stats",
                        List.of("Job", "File system", "Servers", "Program", "Share", "In a minute"),
                        rows,
                        "No job_stats in the last five minutes."));
    }

    private static DomContent talker(PageViewer viewer, String fileSystem, Talker talker, String owner) {
        return tr(
                th(PageLinks.job(viewer, talker.jobId(), owner)).attr("scope", "row"),
                td(PictureText.printable(fileSystem)),
                td(talker.role()),
                td(PageLinks.named(viewer, owner, talker.executable())),
                td(LivePageFormat.percent(talker.share())),
                td(
                        talker.role().equals("OST")
                                ? LivePageFormat.bytes(talker.amount())
                                : LivePageFormat.operations(talker.amount())));
    }

    private static DomContent openEvents(List<ContentionEvent> open, Optional<String> gap) {
        List<DomContent> rows = open.stream().map(StatusPage::openEvent).toList();
        return section(
                h2("Open events and conditions"),
                gap.<DomContent>map(why -> p("Not all events are known: " + PictureText.printable(why) + ".")
                                .withClass("trouble"))
                        .orElseGet(() -> span()),
                HtmlTables.table(
                        "Contention, degradation, lack of space and lasting load that go on",
                        List.of("What", "File system", "Since", "Worst slowdown", "Last heard"),
                        rows,
                        "None is open as far as is known."));
    }

    private static DomContent openEvent(ContentionEvent event) {
        return tr(
                th(a(PictureText.printable(EventPageLinks.title(event))).withHref(EventPageLinks.path(event)))
                        .attr("scope", "row"),
                td(PictureText.printable(event.getFileSystem())),
                td(LivePageFormat.moment(EventPageLinks.opened(event)) + " UTC"),
                td(event.getWorstSlowdown() == null ? "-" : LivePageFormat.ratio(event.getWorstSlowdown())),
                td(LivePageFormat.moment(event.getDecidedAt()) + " UTC"));
    }
}
