package io.barograph.pictures;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * A point for each run, both axes logarithmic. In SVG a point is a group {@code points-run} with {@code data-job}, {@code
 * data-group}, {@code data-x} and {@code data-y}.
 */
final class PointsPicture extends Picture {
    private static final int HEIGHT = 340;
    private static final int TOP = 48;

    private final Quantity x;
    private final Quantity y;
    private final List<Point> points;

    record Quantity(String name, String unit) {}

    record Point(String job, String group, double x, double y) {}

    /** At least one point. */
    PointsPicture(String title, Quantity x, Quantity y, List<Point> points) {
        super(WIDTH, HEIGHT, title);
        this.x = x;
        this.y = y;
        this.points = List.copyOf(points);
    }

    private ValueAxis axis(ToDoubleFunction<Point> value, UnitScale scale) {
        return PictureAxes.logarithmic(
                scale.scaled(points.stream().mapToDouble(value).min().orElse(1)),
                scale.scaled(points.stream().mapToDouble(value).max().orElse(1)));
    }

    private UnitScale scale(Quantity quantity, ToDoubleFunction<Point> value) {
        return UnitScale.of(
                quantity.unit(), points.stream().mapToDouble(value).max().orElse(1));
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        GroupLegend legend = GroupLegend.of(points.stream().map(Point::group).toList());
        UnitScale ofX = scale(x, Point::x);
        UnitScale ofY = scale(y, Point::y);
        XYPlot plot = PictureAxes.plot(axis(Point::x, ofX), axis(Point::y, ofY), CHART_LEFT, CHART_BOTTOM);
        for (Point point : points) {
            plot.addAnnotation(new PartAnnotation(canvas, attributes(point), (part, place) -> {
                part.setPaint(legend.colour(point.group()));
                part.fill(new Ellipse2D.Double(
                        place.x(ofX.scaled(point.x())) - 3, place.y(ofY.scaled(point.y())) - 3, 6, 6));
            }));
        }
        PictureAxes.draw(plot, graphics, 0, TOP, WIDTH - CHART_RIGHT, HEIGHT - TOP - 4.0);
        legend.draw(graphics, CHART_LEFT, 18, WIDTH - CHART_LEFT - (double) CHART_RIGHT);
        graphics.setPaint(PictureStyle.TEXT);
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        PictureText.draw(
                graphics,
                "up: " + y.name() + ", " + ofY.unit() + "; to the right: " + x.name()
                        + (ofX.unit().isEmpty() ? "" : ", " + ofX.unit()),
                CHART_LEFT,
                40,
                WIDTH - CHART_LEFT - (double) CHART_RIGHT);
    }

    private static Map<String, String> attributes(Point point) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "points-run");
        attributes.put("data-job", point.job());
        attributes.put("data-group", point.group());
        attributes.put("data-x", Double.toString(point.x()));
        attributes.put("data-y", Double.toString(point.y()));
        return attributes;
    }
}
