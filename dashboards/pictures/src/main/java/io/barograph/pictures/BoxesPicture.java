package io.barograph.pictures;

import io.barograph.verdicts.climate.SortedValues;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Box plots of groups, one below the other: box from 25 to 75 %, median, whiskers at 5 and 95 %, circles beyond. In SVG a
 * group is a group {@code boxes-group} with {@code data-group}, {@code data-runs} and {@code data-p05} to {@code
 * data-p95}.
 */
final class BoxesPicture extends Picture {
    private static final int LABELS = 330;
    private static final int ROW = 26;
    private static final int TOP = 26;
    private static final int BOTTOM = 26;
    private static final int RIGHT = 24;

    /** Of the circles of one group: the outermost. */
    private static final int MAX_OUTLIERS = 40;

    private final String unit;
    private final List<Group> groups;
    private final boolean logarithmic;

    record Group(String name, List<Double> values) {
        Group {
            values = List.copyOf(values);
        }

        DoubleStream stream() {
            return values.stream().mapToDouble(Double::doubleValue);
        }

        SortedValues sample() {
            return SortedValues.of(stream().toArray());
        }
    }

    BoxesPicture(String title, String unit, List<Group> groups, boolean logarithmic) {
        super(WIDTH, TOP + ROW * groups.size() + BOTTOM, title);
        this.unit = unit;
        this.groups = List.copyOf(groups);
        this.logarithmic = logarithmic;
    }

    private double least() {
        return groups.stream().flatMapToDouble(Group::stream).min().orElse(0);
    }

    private double most() {
        return groups.stream().flatMapToDouble(Group::stream).max().orElse(1);
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        UnitScale scale = UnitScale.of(unit, most());
        ValueAxis values = logarithmic
                ? PictureAxes.logarithmic(scale.scaled(least()), scale.scaled(most()))
                : PictureAxes.numbers(scale.scaled(least()), scale.scaled(most()), 8);
        NumberAxis rows = PictureAxes.rows(groups.size());
        XYPlot plot = PictureAxes.plot(values, rows, 0, BOTTOM - 4);
        plot.setRangeGridlinesVisible(false);
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            double row = i + 0.5;
            plot.addAnnotation(new PartAnnotation(
                    canvas, attributes(group), (part, place) -> draw(part, place, row, group, scale)));
        }
        PictureAxes.draw(
                plot,
                graphics,
                LABELS,
                TOP,
                WIDTH - LABELS - (double) RIGHT,
                (double) ROW * groups.size() + BOTTOM - 4);
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        graphics.setPaint(PictureStyle.TEXT);
        PictureText.draw(graphics, scale.unit(), LABELS, TOP - 8, 200);
        for (int i = 0; i < groups.size(); i++) {
            Group group = groups.get(i);
            PictureText.draw(
                    graphics,
                    group.name() + " (" + group.values().size() + ")",
                    8,
                    TOP + ROW * (i + 0.5) + 4,
                    LABELS - 16.0);
        }
    }

    private static Map<String, String> attributes(Group group) {
        SortedValues sample = group.sample();
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "boxes-group");
        attributes.put("data-group", group.name());
        attributes.put("data-runs", Integer.toString(sample.size()));
        attributes.put("data-p05", Double.toString(sample.quantile(0.05)));
        attributes.put("data-p25", Double.toString(sample.quantile(0.25)));
        attributes.put("data-p50", Double.toString(sample.median()));
        attributes.put("data-p75", Double.toString(sample.quantile(0.75)));
        attributes.put("data-p95", Double.toString(sample.quantile(0.95)));
        return attributes;
    }

    private static void draw(Graphics2D part, PartAnnotation.Place place, double row, Group group, UnitScale scale) {
        SortedValues sample = group.sample();
        double middle = place.y(row);
        double top = place.y(row - 0.3);
        double height = place.y(row + 0.3) - top;
        double p05 = place.x(scale.scaled(sample.quantile(0.05)));
        double p25 = place.x(scale.scaled(sample.quantile(0.25)));
        double p50 = place.x(scale.scaled(sample.median()));
        double p75 = place.x(scale.scaled(sample.quantile(0.75)));
        double p95 = place.x(scale.scaled(sample.quantile(0.95)));
        Rectangle2D body = new Rectangle2D.Double(p25, top, Math.max(0.5, p75 - p25), height);
        part.setPaint(PictureStyle.BOX);
        part.fill(body);
        part.setPaint(PictureStyle.LINE);
        part.setStroke(PictureStyle.THIN);
        part.draw(body);
        part.draw(new Line2D.Double(p05, middle, p25, middle));
        part.draw(new Line2D.Double(p75, middle, p95, middle));
        double[] outliers = group.stream()
                .filter(value -> value < sample.quantile(0.05) || value > sample.quantile(0.95))
                .sorted()
                .toArray();
        for (int i = 0; i < outliers.length; i++) {
            if (i < MAX_OUTLIERS / 2 || i >= outliers.length - MAX_OUTLIERS / 2) {
                double x = place.x(scale.scaled(outliers[i]));
                part.draw(new Ellipse2D.Double(x - 2, middle - 2, 4, 4));
            }
        }
        part.setStroke(PictureStyle.MEDIAN);
        part.draw(new Line2D.Double(p50, top, p50, top + height));
    }
}
