package io.barograph.page;

import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.td;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.SlowdownSnapshot;
import io.barograph.page.results.WeatherQueries;
import io.barograph.pictures.HtmlTable;
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
                new HtmlTable<>(operations)
                        .text("Operation", of -> OperationLabel.of(of.operation()))
                        .cell("Now", of -> value(LivePageFormat.ratio(of.live())))
                        .cell("Takes", of -> value(LivePageFormat.seconds(of.medianSeconds())))
                        .cell("Usually", of -> value(LivePageFormat.seconds(of.expectedSeconds())))
                        .cell("10 min", of -> value(LivePageFormat.ratio(of.tenMinutes())))
                        .cell("10 min, p95", of -> value(LivePageFormat.ratio(of.tail())))
                        .cell(
                                "Failed",
                                of -> value(of.failed() == null ? LivePageFormat.UNKNOWN : Long.toString(of.failed())))
                        .cell(
                                "Baseline",
                                of -> value(
                                        of.baseline().isEmpty()
                                                ? LivePageFormat.UNKNOWN
                                                : of.baseline()
                                                        .toLowerCase(Locale.ROOT)
                                                        .replace('_', ' ')))
                        .column("Last 6 hours", of -> chart(of, now))
                        .captioned("Duration / usual duration: 1 is as always, 2 is twice as slow (dashed line)", ""));
    }

    private static DomContent chart(SlowdownSnapshot.Operation operation, Instant now) {
        if (operation.minutes().isEmpty()) {
            return span(LivePageFormat.UNKNOWN).withClass("unknown");
        }
        String name = OperationLabel.of(operation.operation());
        return new TimeChart(now.minus(WeatherQueries.SHOWN_SLOWDOWN), now, CHART_STEP, TimeChart.Unit.SLOWDOWN, true)
                .level(FileSystemState.SLOW)
                .maxima("slowdown", name, operation.minutes())
                .drawn("Slowdown of " + name + " in the last six hours by the minute, at most "
                        + LivePageFormat.ratio(TimeChart.largest(operation.minutes())));
    }

    private static DomContent value(String text) {
        return text.equals(LivePageFormat.UNKNOWN) ? td(text).withClass("unknown") : td(text);
    }
}
