package io.barograph.pictures;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.axis.DateTickUnit;
import org.jfree.chart.axis.DateTickUnitType;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.XYDataset;

/** Axes and plots as all pictures have them. */
final class PictureAxes {
    private static final Font TICKS = PictureText.font(Font.PLAIN, 10);

    /** Of the span above and below, so that a star at an end is whole. */
    private static final double MARGIN = 0.17;

    private static final int MAX_TIME_TICKS = 8;

    private static final List<TimeStep> TIME_STEPS = List.of(
            new TimeStep(DateTickUnitType.SECOND, 10, Duration.ofSeconds(10), "HH:mm:ss"),
            new TimeStep(DateTickUnitType.MINUTE, 1, Duration.ofMinutes(1), "HH:mm"),
            new TimeStep(DateTickUnitType.MINUTE, 5, Duration.ofMinutes(5), "HH:mm"),
            new TimeStep(DateTickUnitType.MINUTE, 15, Duration.ofMinutes(15), "HH:mm"),
            new TimeStep(DateTickUnitType.HOUR, 1, Duration.ofHours(1), "HH:mm"),
            new TimeStep(DateTickUnitType.HOUR, 3, Duration.ofHours(3), "d MMM HH:mm"),
            new TimeStep(DateTickUnitType.HOUR, 12, Duration.ofHours(12), "d MMM HH:mm"),
            new TimeStep(DateTickUnitType.DAY, 1, Duration.ofDays(1), "d MMM"),
            new TimeStep(DateTickUnitType.DAY, 2, Duration.ofDays(2), "d MMM"),
            new TimeStep(DateTickUnitType.DAY, 7, Duration.ofDays(7), "d MMM"),
            new TimeStep(DateTickUnitType.DAY, 14, Duration.ofDays(14), "d MMM"),
            new TimeStep(DateTickUnitType.MONTH, 1, Duration.ofDays(31), "MMM yyyy"),
            new TimeStep(DateTickUnitType.MONTH, 3, Duration.ofDays(92), "MMM yyyy"),
            new TimeStep(DateTickUnitType.YEAR, 1, Duration.ofDays(366), "yyyy"));

    private PictureAxes() {}

    /** An axis of values with a few round ticks. */
    static NumberAxis numbers(double smallest, double largest, int ticks) {
        double span = largest - smallest;
        if (span <= 0) {
            span = largest == 0 ? 1 : Math.abs(largest) * 0.2;
        }
        NumberAxis axis = new NumberAxis();
        axis.setRange(new Range(smallest - MARGIN * span, largest + MARGIN * span));
        axis.setTickUnit(numberTick(span, ticks));
        style(axis);
        return axis;
    }

    private static NumberTickUnit numberTick(double span, int ticks) {
        double step = roundStep(span / ticks);
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        return new NumberTickUnit(
                step, decimals > 4 ? UnitScale.format("0.#E0") : UnitScale.format("#,##0" + decimals(decimals)));
    }

    private static String decimals(int count) {
        return count == 0 ? "" : "." + "0".repeat(count);
    }

    /** The next of 1, 2, 5, 10, ... */
    private static double roundStep(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        double digit = step / power;
        return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    }

    /** An axis of time in UTC that reaches a little beyond both ends. */
    static DateAxis times(Instant from, Instant to) {
        DateAxis axis = new DateAxis(null, TimeZone.getTimeZone(ZoneOffset.UTC), Locale.ENGLISH);
        long span = Math.max(1_000, to.toEpochMilli() - from.toEpochMilli());
        axis.setTickUnit(timeTick(Duration.ofMillis(span)));
        double margin = 0.03 * span;
        axis.setRange(from.toEpochMilli() - margin, to.toEpochMilli() + margin);
        style(axis);
        return axis;
    }

    /** The smallest round step that gives few enough ticks. */
    private static DateTickUnit timeTick(Duration span) {
        for (TimeStep step : TIME_STEPS) {
            if (span.dividedBy(step.length) < MAX_TIME_TICKS) {
                return step.unit();
            }
        }
        return TIME_STEPS.get(TIME_STEPS.size() - 1).unit();
    }

    private record TimeStep(DateTickUnitType type, int count, Duration length, String pattern) {
        DateTickUnit unit() {
            SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.ENGLISH);
            format.setTimeZone(TimeZone.getTimeZone(ZoneOffset.UTC));
            return new DateTickUnit(type, count, format);
        }
    }

    /** Where an instant lies on such an axis. */
    static double millis(Instant time) {
        return (double) time.toEpochMilli();
    }

    /** An axis of seconds since the start of a run. */
    static NumberAxis seconds(double largest) {
        double span = largest <= 0 ? 1 : largest;
        NumberAxis axis = new NumberAxis("seconds since the start of the run");
        axis.setLabelFont(TICKS);
        axis.setLabelPaint(PictureStyle.FAINT_TEXT);
        axis.setRange(new Range(0, 1.01 * span));
        axis.setTickUnit(numberTick(span, 8));
        style(axis);
        return axis;
    }

    /** An axis of whole powers of ten. */
    static LogAxis logarithmic(double smallest, double largest) {
        double from = Math.pow(10, Math.floor(Math.log10(smallest)));
        double to = Math.pow(10, Math.ceil(Math.log10(largest)));
        LogAxis axis = new LogAxis();
        axis.setSmallestValue(Double.MIN_NORMAL);
        axis.setRange(new Range(from, to > from ? to : 10 * from));
        axis.setTickUnit(new NumberTickUnit(1, UnitScale.format("#,##0.######")));
        axis.setNumberFormatOverride(UnitScale.format("#,##0.######"));
        style(axis);
        return axis;
    }

    /** An axis that is not seen, from 0. */
    static NumberAxis hidden(double largest) {
        NumberAxis axis = new NumberAxis();
        axis.setRange(0, largest);
        axis.setVisible(false);
        return axis;
    }

    /** Such an axis from the top down. */
    static NumberAxis rows(int count) {
        NumberAxis axis = hidden(count);
        axis.setInverted(true);
        return axis;
    }

    private static void style(ValueAxis axis) {
        axis.setTickLabelFont(TICKS);
        axis.setTickLabelPaint(PictureStyle.FAINT_TEXT);
        axis.setAxisLinePaint(PictureStyle.GRID);
        axis.setTickMarkPaint(PictureStyle.GRID);
        axis.setMinorTickMarksVisible(false);
    }

    /** A plot that holds annotations alone. */
    static XYPlot plot(ValueAxis domain, ValueAxis values, double left, double bottom) {
        return plot(null, domain, values, new XYLineAndShapeRenderer(), left, bottom);
    }

    static void draw(XYPlot plot, Graphics2D graphics, double x, double y, double width, double height) {
        plot.draw(graphics, new Rectangle2D.Double(x, y, width, height), null, null, null);
    }

    /** A plot that leaves exactly so much room for its axes. */
    static XYPlot plot(
            XYDataset data, ValueAxis domain, ValueAxis values, XYItemRenderer renderer, double left, double bottom) {
        XYPlot plot = new XYPlot(data, domain, values, renderer);
        plot.setInsets(RectangleInsets.ZERO_INSETS);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        plot.setBackgroundPaint(PictureStyle.PAPER);
        plot.setOutlinePaint(PictureStyle.GRID);
        plot.setDomainGridlinePaint(PictureStyle.GRID);
        plot.setRangeGridlinePaint(PictureStyle.GRID);
        plot.setDomainGridlineStroke(PictureStyle.THIN);
        plot.setRangeGridlineStroke(PictureStyle.THIN);
        AxisSpace besides = new AxisSpace();
        besides.setLeft(left);
        plot.setFixedRangeAxisSpace(besides);
        AxisSpace below = new AxisSpace();
        below.setBottom(bottom);
        plot.setFixedDomainAxisSpace(below);
        return plot;
    }
}
