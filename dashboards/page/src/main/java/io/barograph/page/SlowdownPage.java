package io.barograph.page;

import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.SlowdownSnapshot;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.OperationLabel;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How long operations take beside how long they usually take. */
final class SlowdownPage implements LivePageContent {
    private static final Duration CHART_STEP = Duration.ofMinutes(2);

    private final CachedQuery<SlowdownSnapshot> slowdowns;

    SlowdownPage(CachedQuery<SlowdownSnapshot> slowdowns) {
        this.slowdowns = slowdowns;
    }

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) throws InterruptedException {
        SlowdownSnapshot now = slowdowns.get();
        Map<String, List<SlowdownSnapshot.Operation>> byFileSystem = new TreeMap<>();
        now.operations().forEach(operation -> byFileSystem
                .computeIfAbsent(operation.fileSystem(), name -> new ArrayList<>())
                .add(operation));
        return new PageContent(
                "Slowdown",
                List.of(
                        new PageSection("as-of", false, p("As of " + LivePageFormat.moment(now.time()) + " UTC")),
                        new PageSection("trouble", false, StatusPage.trouble(now.failure())),
                        new PageSection(
                                "operations",
                                false,
                                byFileSystem.isEmpty()
                                        ? p("No timings of probes in the last six hours.")
                                                .withClass("missing")
                                        : each(
                                                byFileSystem,
                                                (name, operations) -> fileSystem(name, operations, now.time())))));
    }

    private static DomContent fileSystem(String name, List<SlowdownSnapshot.Operation> operations, Instant now) {
        return section(
                h2(PictureText.printable(name)),
                HtmlTables.table(
                        "Duration / usual duration: 1 is as always, 2 is twice as slow (dashed line)",
                        List.of(
                                "Operation",
                                "Now",
                                "Takes",
                                "Usually",
                                "10 min",
                                "10 min, p95",
                                "Failed",
                                "Baseline",
                                "Last 6 hours"),
                        operations.stream()
                                .map(operation -> row(operation, now))
                                .toList(),
                        ""));
    }

    private static DomContent row(SlowdownSnapshot.Operation operation, Instant now) {
        String name = OperationLabel.of(operation.operation());
        double largest = TimeChart.largest(operation.minutes());
        return tr(
                th(PictureText.printable(name)).attr("scope", "row"),
                value(LivePageFormat.ratio(operation.live())),
                value(LivePageFormat.seconds(operation.medianSeconds())),
                value(LivePageFormat.seconds(operation.expectedSeconds())),
                value(LivePageFormat.ratio(operation.tenMinutes())),
                value(LivePageFormat.ratio(operation.tail())),
                value(operation.failed() == null ? LivePageFormat.UNKNOWN : Long.toString(operation.failed())),
                value(
                        operation.baseline().isEmpty()
                                ? LivePageFormat.UNKNOWN
                                : operation.baseline().toLowerCase(Locale.ROOT).replace('_', ' ')),
                td(
                        operation.minutes().isEmpty()
                                ? span(LivePageFormat.UNKNOWN).withClass("unknown")
                                : new TimeChart(
                                                now.minus(WeatherQueries.SHOWN_SLOWDOWN),
                                                now,
                                                CHART_STEP,
                                                TimeChart.Unit.SLOWDOWN,
                                                true)
                                        .level(FileSystemState.SLOW)
                                        .maxima("slowdown", name, operation.minutes())
                                        .drawn("Slowdown of " + name + " in the last six hours by the minute, at most "
                                                + LivePageFormat.ratio(largest))));
    }

    private static DomContent value(String text) {
        return text.equals(LivePageFormat.UNKNOWN) ? td(text).withClass("unknown") : td(text);
    }
}
