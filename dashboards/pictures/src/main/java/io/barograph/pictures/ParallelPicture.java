package io.barograph.pictures;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Parallel coordinates (zoom-in analysis): an axis for each factor, a line for each run. In SVG an axis is a group {@code
 * parallel-axis} with its ends, a run a group {@code parallel-run} with its values in the order of the axes.
 */
final class ParallelPicture extends Picture {
    private static final int HEIGHT = 420;
    private static final int TOP = 112;
    private static final int BOTTOM = 40;
    private static final int MARGIN = 50;
    private static final Font SMALL = PictureText.font(Font.PLAIN, 10);

    private final List<Axis> axes;
    private final List<Run> runs;
    private final GroupLegend legend;

    record Axis(String metric, String unit) {}

    /**
     * A run.
     *
     * @param values by axis; NaN where it is not known, where the line is interrupted
     */
    record Run(String job, String group, List<Double> values) {}

    ParallelPicture(String title, List<Axis> axes, List<Run> runs) {
        super(WIDTH, HEIGHT, title);
        this.axes = List.copyOf(axes);
        this.runs = List.copyOf(runs);
        this.legend = GroupLegend.of(runs.stream().map(Run::group).toList());
    }

    private DoubleStream known(int axis) {
        return runs.stream().mapToDouble(run -> run.values().get(axis)).filter(Double::isFinite);
    }

    private double least(int axis) {
        return known(axis).min().orElse(Double.NaN);
    }

    private double most(int axis) {
        return known(axis).max().orElse(Double.NaN);
    }

    /** Where a value lies on its axis, 0 to 1; in the middle if all are the same. */
    private double place(int axis, double value) {
        double least = least(axis);
        double span = most(axis) - least;
        return span > 0 ? (value - least) / span : 0.5;
    }

    @Override
    void draw(PictureCanvas canvas) {
        NumberAxis domain = PictureAxes.hidden(Math.max(1, axes.size() - 1));
        XYPlot plot = PictureAxes.plot(domain, PictureAxes.hidden(1), 0, 0);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinesVisible(false);
        plot.setOutlineVisible(false);
        for (Run run : runs) {
            plot.addAnnotation(new PartAnnotation(
                    canvas, attributes(run), (part, place) -> draw(part, place, run, legend.colour(run.group()))));
        }
        for (int i = 0; i < axes.size(); i++) {
            int axis = i;
            plot.addAnnotation(new PartAnnotation(canvas, attributes(i), (part, place) -> draw(part, place, axis)));
        }
        PictureAxes.draw(plot, canvas.graphics(), MARGIN, TOP, WIDTH - 2.0 * MARGIN, HEIGHT - TOP - (double) BOTTOM);
        label(canvas.graphics());
        legend.draw(canvas.graphics(), MARGIN, 18, WIDTH - 2.0 * MARGIN);
    }

    private Map<String, String> attributes(Run run) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "parallel-run");
        attributes.put("data-job", run.job());
        attributes.put("data-group", run.group());
        attributes.put(
                "data-values",
                run.values().stream()
                        .map(value -> Double.isFinite(value) ? Double.toString(value) : "-")
                        .collect(Collectors.joining(" ")));
        return attributes;
    }

    private Map<String, String> attributes(int axis) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "parallel-axis");
        attributes.put("data-metric", axes.get(axis).metric());
        attributes.put("data-unit", axes.get(axis).unit());
        attributes.put("data-min", Double.toString(least(axis)));
        attributes.put("data-max", Double.toString(most(axis)));
        attributes.put("data-runs", Long.toString(known(axis).count()));
        return attributes;
    }

    private void draw(Graphics2D part, PartAnnotation.Place place, Run run, Color colour) {
        Path2D line = new Path2D.Double();
        boolean drawing = false;
        for (int i = 0; i < axes.size(); i++) {
            double value = run.values().get(i);
            if (!Double.isFinite(value)) {
                drawing = false;
                continue;
            }
            double x = place.x(i);
            double y = place.y(place(i, value));
            if (drawing) {
                line.lineTo(x, y);
            } else {
                line.moveTo(x, y);
            }
            drawing = true;
        }
        part.setPaint(new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), 150));
        part.setStroke(PictureStyle.THIN);
        part.draw(line);
    }

    private static void draw(Graphics2D part, PartAnnotation.Place place, int axis) {
        double x = place.x(axis);
        part.setPaint(PictureStyle.LINE);
        part.setStroke(PictureStyle.THIN);
        part.draw(new Line2D.Double(x, place.area().getMinY(), x, place.area().getMaxY()));
    }

    /** Name and ends of each axis, outside of the plot. */
    private void label(Graphics2D graphics) {
        double room = (WIDTH - 2.0 * MARGIN) / Math.max(1, axes.size() - 1);
        graphics.setFont(SMALL);
        for (int i = 0; i < axes.size(); i++) {
            double x = MARGIN + i * room;
            double width = Math.min(2.0 * MARGIN, room) - 4;
            graphics.setPaint(PictureStyle.TEXT);
            double y = TOP - 58;
            for (String line :
                    PictureText.wrap(PictureText.heading(axes.get(i).metric()), graphics.getFontMetrics(), width, 4)) {
                centred(graphics, line, x, y, width);
                y += 11;
            }
            graphics.setPaint(PictureStyle.FAINT_TEXT);
            String unit = axes.get(i).unit();
            centred(graphics, UnitScale.brief(unit, most(i)), x, TOP - 6, width);
            centred(graphics, UnitScale.brief(unit, least(i)), x, HEIGHT - BOTTOM + 16, width);
        }
    }

    private static void centred(Graphics2D part, String text, double x, double y, double room) {
        String cut = PictureText.cut(text, part.getFontMetrics(), room);
        part.drawString(cut, (float) (x - part.getFontMetrics().stringWidth(cut) / 2.0), (float) y);
    }
}
