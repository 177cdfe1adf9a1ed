package io.barograph.page;

import static j2html.TagCreator.div;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.page.results.TimePoint;
import io.barograph.schemas.ContentionEvent;
import j2html.tags.DomContent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;

/**
 * Lines over time on an even grid, with events as bands behind them. The element carries the data; the script of the
 * page draws it with uPlot in the colours of the style sheet. A step without a known value is a gap in the line.
 */
final class TimeChart {
    private static final JsonMapper JSON = new JsonMapper();
    private static final MathContext SHOWN_DIGITS = new MathContext(4);

    private final Instant from;
    private final Duration step;
    private final int steps;
    private final ObjectNode data = JsonNodeFactory.instance.objectNode();
    private final ArrayNode lines = data.putArray("lines");
    private final ArrayNode events = data.putArray("events");

    /** What the values are. */
    enum Unit {
        BYTES_PER_SECOND,
        SLOWDOWN
    }

    /**
     * @param from moved back to a multiple of the step, so that the data only change when a step begins
     * @param small true: without axes, for a cell of a table
     */
    TimeChart(Instant from, Instant to, Duration step, Unit unit, boolean small) {
        long millis = step.toMillis();
        this.from = Instant.ofEpochMilli(Math.floorDiv(from.toEpochMilli(), millis) * millis);
        this.step = step;
        this.steps = Math.toIntExact((to.toEpochMilli() - this.from.toEpochMilli() + millis - 1) / millis);
        data.put("from", this.from.getEpochSecond());
        data.put("step", step.toSeconds());
        data.put("steps", steps);
        data.put("unit", unit.name());
        data.put("small", small);
    }

    /** Draws a dashed line at a value, which the axis then reaches. */
    TimeChart level(double value) {
        data.put("level", value);
        return this;
    }

    /** Draws the mean of each step. */
    TimeChart means(String name, String label, List<TimePoint> points) {
        return line(name, label, points, Double::sum, true);
    }

    /** Draws the largest value of each step. */
    TimeChart maxima(String name, String label, List<TimePoint> points) {
        return line(name, label, points, Double::max, false);
    }

    private TimeChart line(
            String name, String label, List<TimePoint> points, BinaryOperator<Double> merge, boolean mean) {
        Double[] merged = new Double[steps];
        int[] counts = new int[steps];
        for (TimePoint point : points) {
            int place = place(point);
            if (place >= 0) {
                merged[place] = counts[place] == 0 ? point.value() : merge.apply(merged[place], point.value());
                counts[place]++;
            }
        }
        ObjectNode line = lines.addObject();
        line.put("name", name);
        line.put("label", label);
        ArrayNode values = line.putArray("values");
        for (int i = 0; i < steps; i++) {
            if (counts[i] == 0) {
                values.addNull();
            } else {
                double value = mean ? merged[i] / counts[i] : merged[i];
                values.add(new BigDecimal(value).round(SHOWN_DIGITS).doubleValue());
            }
        }
        return this;
    }

    /** Draws harm as bands; an event that is open reaches to the right edge. */
    TimeChart events(List<ContentionEvent> shown) {
        for (ContentionEvent event : shown) {
            ObjectNode band = events.addObject();
            band.put("from", EventPageLinks.began(event).getEpochSecond());
            if (event.getEnd() != null) {
                band.put("to", event.getEnd().getEpochSecond());
            }
        }
        return this;
    }

    /** @return the largest known value; 0 if there is none */
    static double largest(List<TimePoint> points) {
        return points.stream()
                .map(TimePoint::value)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** @param words what it shows, for those who do not see it */
    DomContent drawn(String words) {
        try {
            return div().withClass(data.path("small").asBoolean() ? "plot small" : "plot")
                    .attr("role", "img")
                    .attr("aria-label", words)
                    .attr("data-plot", JSON.writeValueAsString(data));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers are written as JSON", e);
        }
    }

    /** A point carries the time at which its interval ends. */
    private int place(TimePoint point) {
        if (point.value() == null) {
            return -1;
        }
        long place = Math.floorDiv(point.time().toEpochMilli() - 1 - from.toEpochMilli(), step.toMillis());
        return place < steps ? (int) Math.max(-1, place) : -1;
    }
}
