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

import io.barograph.page.FileSystemNow.Minute;
import io.barograph.page.FileSystemNow.Talker;
import io.barograph.pictures.Text;
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
final class NowPage implements Page {
    private static final Duration GAP = Duration.ofSeconds(150);
    private static final int NAMED_SERVERS = 8;

    private final Latest<SiteNow> site;
    private final LiveView view;

    NowPage(Latest<SiteNow> site, LiveView view) {
        this.site = site;
        this.view = view;
    }

    /** A file system with what is judged of it. */
    private record Judged(FileSystemNow fileSystem, State state) {}

    @Override
    public Content content(Viewer viewer, Map<String, String> query) throws InterruptedException {
        SiteNow now = site.get();
        List<ContentionEvent> open = view.events(LiveView::isOpen);
        Optional<String> gap = view.gap(Topic.CONTENTION_EVENTS.name());
        List<Judged> judged = now.fileSystems().stream()
                .map(fileSystem -> new Judged(
                        fileSystem,
                        State.of(
                                fileSystem,
                                open.stream()
                                        .filter(event -> event.getFileSystem().equals(fileSystem.name()))
                                        .toList(),
                                gap)))
                .toList();
        return new Content(
                "Now",
                List.of(
                        new Part("summary", false, summary(judged, open.size(), gap)),
                        new Part("as-of", false, p("As of " + Amounts.moment(now.time()) + " UTC")),
                        new Part("trouble", false, trouble(now)),
                        new Part("file-systems", false, fileSystems(judged, now.time())),
                        new Part("open", true, openEvents(open, gap)),
                        new Part("talkers", true, talkers(viewer, now))));
    }

    /** Said aloud when it changes, so without numbers that always do. */
    private static DomContent summary(List<Judged> judged, int open, Optional<String> gap) {
        String states = judged.stream()
                .map(one -> Text.printable(one.fileSystem().name()) + ": "
                        + one.state().word().text())
                .collect(Collectors.joining(", "));
        String events = gap.isPresent() ? "events not known" : open == 1 ? "1 open event" : open + " open events";
        return p((states.isEmpty() ? "no file system is known" : states) + "; " + events)
                .attr("role", "status");
    }

    private static DomContent trouble(SiteNow now) {
        return now.failure().isEmpty()
                ? span()
                : p(Text.printable(now.failure())).withClass("trouble");
    }

    private static DomContent fileSystems(List<Judged> judged, Instant now) {
        if (judged.isEmpty()) {
            return p("No file system has been heard of yet. Its first rates come within a minute of its first samples.")
                    .withClass("missing");
        }
        return div(each(judged, one -> card(one, now))).withClass("cards");
    }

    private static DomContent card(Judged judged, Instant now) {
        FileSystemNow fileSystem = judged.fileSystem();
        State.Word word = judged.state().word();
        String name = Text.printable(fileSystem.name());
        return article(
                        h2(name),
                        p(span(word.text())
                                        .withClass("state " + word.name().toLowerCase(Locale.ROOT))
                                        .attr("data-state", word.name()))
                                .withClass("verdict"),
                        iff(
                                !judged.state().reasons().isEmpty(),
                                ul(each(judged.state().reasons(), reason -> li(Text.printable(reason))))
                                        .withClass("reasons")),
                        numbers(fileSystem),
                        history(fileSystem, now))
                .withClass("card")
                .attr("aria-label", name);
    }

    private static DomContent numbers(FileSystemNow fileSystem) {
        FileSystemNow.Rates rates = fileSystem.rates();
        List<DomContent> numbers = new ArrayList<>();
        number(numbers, "Reading", "read", rates == null ? null : Amounts.bytesPerSecond(rates.readBytesPerSecond()));
        number(numbers, "Writing", "write", rates == null ? null : Amounts.bytesPerSecond(rates.writeBytesPerSecond()));
        number(
                numbers,
                "Metadata",
                "metadata",
                rates == null ? null : Amounts.perSecond(rates.metadataOperationsPerSecond()));
        number(numbers, "Slowdown", "slowdown", slowdown(fileSystem.slowest()));
        number(numbers, "Fullest OST", "ost", fullest(fileSystem.fullestOst()));
        number(numbers, "Days to 90 %", "days", days(fileSystem));
        number(numbers, "Fullest MDT", "mdt", fullest(fileSystem.fullestMdt()));
        number(numbers, "Samples missing", "missing", rates == null ? null : Amounts.percent(rates.missingFraction()));
        number(numbers, "Silent", "silent", rates == null ? null : silent(rates));
        number(numbers, "Chance of quiet", "quiet", quiet(fileSystem.quiet()));
        number(numbers, "Last interval", "interval", rates == null ? null : Amounts.timeOfDay(rates.time()) + " UTC");
        return dl(each(numbers, one -> one)).withClass("numbers");
    }

    /** @param value null is not known */
    private static void number(List<DomContent> numbers, String name, String key, String value) {
        boolean known = value != null && !value.equals(Amounts.UNKNOWN);
        numbers.add(div(
                dt(name),
                dd(known ? Text.printable(value) : Amounts.UNKNOWN)
                        .withClass(known ? "known" : "unknown")
                        .attr("data-number", key)));
    }

    private static String slowdown(FileSystemNow.Slowest slowest) {
        return slowest == null
                ? null
                : String.format(Locale.ROOT, "%.2f", slowest.slowdown()) + " ("
                        + slowest.operation().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    }

    private static String fullest(FileSystemNow.Fullest fullest) {
        return fullest == null ? null : Amounts.percent(fullest.fraction()) + " (" + fullest.target() + ")";
    }

    /** Publish writes the same for "none fills up" and "the trend is not known yet". */
    private static String days(FileSystemNow fileSystem) {
        if (fileSystem.fullestOst() == null) {
            return null;
        }
        return fileSystem.daysUntilFull() == null
                ? "none, or no trend yet"
                : String.format(Locale.ROOT, "%.1f", fileSystem.daysUntilFull());
    }

    private static String silent(FileSystemNow.Rates rates) {
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
                        .map(chance -> chance.getKey() + " min " + Amounts.percent(chance.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static DomContent history(FileSystemNow fileSystem, Instant now) {
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
        DomContent chart = new TimeChart(now.minus(WeatherStore.SHOWN_RATES), now, top, GAP)
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
                .drawn("Rates of the last hour by the minute, at most " + Amounts.bytesPerSecond(top));
        return div(
                        chart,
                        p(
                                span("reading").withClass("key read"),
                                span("writing").withClass("key write"),
                                span("last hour, at most " + Amounts.bytesPerSecond(top))))
                .withClass("history");
    }

    private DomContent talkers(Viewer viewer, SiteNow now) {
        Map<String, String> owners = viewer.staff() ? Map.of() : view.owners();
        List<DomContent> rows = new ArrayList<>();
        for (FileSystemNow fileSystem : now.fileSystems()) {
            for (Talker talker : fileSystem.talkers()) {
                rows.add(talker(viewer, fileSystem.name(), talker, owners.getOrDefault(talker.jobId(), talker.user())));
            }
        }
        return section(
                h2("Who loads the servers"),
                Tables.table(
                        "The jobs with the largest share of each file system's OSTs and MDTs, by job_stats",
                        List.of("Job", "File system", "Servers", "Program", "Share", "In a minute"),
                        rows,
                        "No job_stats in the last five minutes."));
    }

    private static DomContent talker(Viewer viewer, String fileSystem, Talker talker, String owner) {
        return tr(
                th(Links.job(viewer, talker.jobId(), owner)).attr("scope", "row"),
                td(Text.printable(fileSystem)),
                td(talker.role()),
                td(Links.named(viewer, owner, talker.executable())),
                td(Amounts.percent(talker.share())),
                td(talker.role().equals("OST") ? Amounts.bytes(talker.amount()) : Amounts.operations(talker.amount())));
    }

    private static DomContent openEvents(List<ContentionEvent> open, Optional<String> gap) {
        List<DomContent> rows = open.stream().map(NowPage::openEvent).toList();
        return section(
                h2("Open events and conditions"),
                gap.<DomContent>map(why -> p("Not all events are known: " + Text.printable(why) + ".")
                                .withClass("trouble"))
                        .orElseGet(() -> span()),
                Tables.table(
                        "Contention, degradation, lack of space and lasting load that go on",
                        List.of("What", "File system", "Since", "Worst slowdown", "Last heard"),
                        rows,
                        "None is open as far as is known."));
    }

    private static DomContent openEvent(ContentionEvent event) {
        return tr(
                th(a(Text.printable(Events.title(event))).withHref(Events.path(event)))
                        .attr("scope", "row"),
                td(Text.printable(event.getFileSystem())),
                td(Amounts.moment(Events.opened(event)) + " UTC"),
                td(event.getWorstSlowdown() == null ? "-" : Amounts.ratio(event.getWorstSlowdown())),
                td(Amounts.moment(event.getDecidedAt()) + " UTC"));
    }
}
