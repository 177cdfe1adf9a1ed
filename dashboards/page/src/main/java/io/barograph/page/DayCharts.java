package io.barograph.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.p;

import io.barograph.page.results.SiteHistory;
import io.barograph.schemas.ContentionEvent;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Slowdown and traffic of a file system, one above the other, with harm as bands. */
final class DayCharts {
    private DayCharts() {}

    static DomContent of(
            SiteHistory.FileSystem known, Instant from, Instant to, Duration step, List<ContentionEvent> harm) {
        return div(
                h3("Slowdown"),
                known.slowdowns().isEmpty()
                        ? p("No timings of probes.").withClass("missing")
                        : new TimeChart(from, to, step, TimeChart.Unit.SLOWDOWN, false)
                                .level(FileSystemState.SLOW)
                                .maxima("slowdown", "Slowest operation", known.slowdowns())
                                .events(harm)
                                .drawn("Slowdown of the slowest operation, at most "
                                        + LivePageFormat.ratio(TimeChart.largest(known.slowdowns()))),
                h3("Traffic"),
                known.read().isEmpty()
                        ? p("No rates of data servers.").withClass("missing")
                        : new TimeChart(from, to, step, TimeChart.Unit.BYTES_PER_SECOND, false)
                                .means("read", "Reading", known.read())
                                .means("write", "Writing", known.written())
                                .events(harm)
                                .drawn("Bytes read and written per second, at most "
                                        + LivePageFormat.bytesPerSecond(Math.max(
                                                TimeChart.largest(known.read()), TimeChart.largest(known.written())))));
    }
}
