package io.barograph.umami;

import java.awt.Font;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.TimeZone;
import org.jfree.chart.axis.AxisSpace;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.XYDataset;

/** Axes and plots as all pictures have them. */
final class Axes {
    private static final Font TICKS = Text.font(Font.PLAIN, 10);
    private static final double MARGIN = 0.1;

    private Axes() {}

    /**
     * An axis of values with a few round ticks.
     *
     * @param smallest smallest value shown
     * @param largest largest one
     * @param ticks about how many
     */
    static NumberAxis numbers(double smallest, double largest, int ticks) {
        double span = largest - smallest;
        if (span <= 0) {
            span = largest == 0 ? 1 : Math.abs(largest) * 0.2;
        }
        double low = smallest - MARGIN * span;
        if (smallest >= 0 && low < 0) {
            low = -0.02 * span;
        }
        NumberAxis axis = new NumberAxis();
        axis.setRange(new Range(low, largest + MARGIN * span));
        double step = roundStep(span / ticks);
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        axis.setTickUnit(new NumberTickUnit(
                step, decimals > 4 ? Scale.format("0.#E0") : Scale.format("#,##0" + decimals(decimals))));
        style(axis);
        return axis;
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
        double margin = 0.03 * span;
        axis.setRange(from.toEpochMilli() - margin, to.toEpochMilli() + margin);
        style(axis);
        return axis;
    }

    /** Where an instant lies on such an axis. */
    static double millis(Instant time) {
        return (double) time.toEpochMilli();
    }

    /** An axis that is not seen, from 0 to 1. */
    static NumberAxis hidden() {
        NumberAxis axis = new NumberAxis();
        axis.setRange(0, 1);
        axis.setVisible(false);
        return axis;
    }

    private static void style(ValueAxis axis) {
        axis.setTickLabelFont(TICKS);
        axis.setTickLabelPaint(Ink.FAINT_TEXT);
        axis.setAxisLinePaint(Ink.GRID);
        axis.setTickMarkPaint(Ink.GRID);
        axis.setMinorTickMarksVisible(false);
    }

    /**
     * A plot that leaves exactly so much room for its axes.
     *
     * @param left pixels for the axis of values
     * @param bottom pixels for the other axis
     */
    static XYPlot plot(
            XYDataset data, ValueAxis domain, ValueAxis values, XYItemRenderer renderer, double left, double bottom) {
        XYPlot plot = new XYPlot(data, domain, values, renderer);
        plot.setInsets(RectangleInsets.ZERO_INSETS);
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        plot.setBackgroundPaint(Ink.PAPER);
        plot.setOutlinePaint(Ink.GRID);
        plot.setDomainGridlinePaint(Ink.GRID);
        plot.setRangeGridlinePaint(Ink.GRID);
        plot.setDomainGridlineStroke(Ink.THIN);
        plot.setRangeGridlineStroke(Ink.THIN);
        AxisSpace besides = new AxisSpace();
        besides.setLeft(left);
        plot.setFixedRangeAxisSpace(besides);
        AxisSpace below = new AxisSpace();
        below.setBottom(bottom);
        plot.setFixedDomainAxisSpace(below);
        return plot;
    }
}
