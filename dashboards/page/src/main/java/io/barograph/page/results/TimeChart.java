package io.barograph.page.results;

import static j2html.TagCreator.tag;

import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Small lines over time, without axes: numbers stand beside it. Colours come from the style sheet, so that they follow
 * light and dark. A point that is not known, or a long time without points, is a gap.
 */
public final class TimeChart {
    private static final int WIDTH = 300;
    private static final int HEIGHT = 60;

    private final Instant from;
    private final Instant to;
    private final double top;
    private final Duration gap;
    private final List<DomContent> shapes = new ArrayList<>();

    /** @param value null is not known */
    public record Point(Instant time, Double value) {}

    /** @param top value of the upper edge; the lower is 0 */
    public TimeChart(Instant from, Instant to, double top, Duration gap) {
        this.from = from;
        this.to = to;
        this.top = top > 0 ? top : 1;
        this.gap = gap;
    }

    public TimeChart level(double value) {
        shapes.add(tag("line")
                .withClass("level")
                .attr("x1", "0")
                .attr("x2", Integer.toString(WIDTH))
                .attr("y1", y(value))
                .attr("y2", y(value)));
        return this;
    }

    public TimeChart line(String name, List<Point> points) {
        StringBuilder path = new StringBuilder();
        Instant last = null;
        for (Point point : points) {
            if (point.value() == null) {
                last = null;
                continue;
            }
            boolean goesOn =
                    last != null && Duration.between(last, point.time()).compareTo(gap) <= 0;
            // A point that stands alone is drawn by the round end of a line of no length.
            path.append(goesOn ? 'L' : 'M').append(x(point.time())).append(' ').append(y(point.value()));
            path.append(goesOn ? "" : "h0");
            last = point.time();
        }
        shapes.add(tag("path").withClass("line " + name).attr("d", path.toString()));
        return this;
    }

    /** @param words what it shows, for those who do not see it */
    public DomContent drawn(String words) {
        return tag("svg")
                .withClass("chart")
                .attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .attr("preserveAspectRatio", "none")
                .attr("role", "img")
                .attr("aria-label", words)
                .with(shapes);
    }

    private String x(Instant time) {
        double part = (double) Duration.between(from, time).toMillis()
                / Duration.between(from, to).toMillis();
        return String.format(Locale.ROOT, "%.1f", WIDTH * Math.min(1, Math.max(0, part)));
    }

    private String y(double value) {
        return String.format(Locale.ROOT, "%.1f", HEIGHT - 1 - (HEIGHT - 2) * Math.min(1, value / top));
    }
}
