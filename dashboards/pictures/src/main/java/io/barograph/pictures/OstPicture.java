package io.barograph.pictures;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Bytes by OST: those of a run, and those of everybody while it ran (zoom-in analysis, figures 11 and 12). In SVG a bar
 * is a group {@code ost-bar} with {@code data-ost}, {@code data-source} and {@code data-bytes}.
 */
final class OstPicture extends Picture {
    private static final int HEIGHT = 290;
    private static final int TOP = 34;
    private static final int MAX_LABELS = 32;

    private final List<Series> series;
    private final List<String> osts;

    record Series(String source, Color colour, Map<String, Double> bytes) {
        Series {
            bytes = new TreeMap<>(bytes);
        }
    }

    OstPicture(String title, List<Series> series) {
        super(WIDTH, HEIGHT, title);
        this.series = List.copyOf(series);
        this.osts = series.stream()
                .flatMap(each -> each.bytes().keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        double most = series.stream()
                .flatMap(each -> each.bytes().values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        UnitScale scale = UnitScale.of("B", most);
        NumberAxis domain = PictureAxes.hidden(osts.size());
        NumberAxis values = PictureAxes.numbers(0, scale.scaled(most), 4);
        values.setRange(0, Math.max(1e-9, scale.scaled(most)) * 1.05);
        XYPlot plot = PictureAxes.plot(domain, values, CHART_LEFT, CHART_BOTTOM);
        plot.setDomainGridlinesVisible(false);
        for (int s = 0; s < series.size(); s++) {
            Series each = series.get(s);
            double from = 0.1 + 0.8 * s / series.size();
            each.bytes()
                    .forEach((ost, bytes) -> plot.addAnnotation(
                            new PartAnnotation(canvas, attributes(each, ost, bytes), (part, place) -> {
                                double x = place.x(osts.indexOf(ost) + from);
                                double width = place.x(osts.indexOf(ost) + from + 0.8 / series.size()) - x;
                                double y = place.y(scale.scaled(bytes));
                                part.setPaint(each.colour());
                                part.fill(new Rectangle2D.Double(
                                        x, y, width, place.area().getMaxY() - y));
                            })));
        }
        PictureAxes.draw(plot, graphics, 0, TOP, WIDTH - CHART_RIGHT, HEIGHT - (double) TOP);
        label(graphics, scale);
    }

    private static Map<String, String> attributes(Series series, String ost, double bytes) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "ost-bar");
        attributes.put("data-ost", ost);
        attributes.put("data-source", series.source());
        attributes.put("data-bytes", Double.toString(bytes));
        return attributes;
    }

    private void label(Graphics2D graphics, UnitScale scale) {
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        graphics.setPaint(PictureStyle.TEXT);
        graphics.drawString(scale.unit(), 8, TOP + 12);
        double x = CHART_LEFT;
        for (Series each : series) {
            graphics.setPaint(each.colour());
            graphics.fill(new Rectangle2D.Double(x, 10, 12, 12));
            graphics.setPaint(PictureStyle.TEXT);
            PictureText.draw(graphics, each.source(), x + 18, 20, 300);
            x += 340;
        }
        graphics.setFont(PictureText.font(Font.PLAIN, 9));
        graphics.setPaint(PictureStyle.FAINT_TEXT);
        double room = (WIDTH - CHART_RIGHT - CHART_LEFT) / (double) osts.size();
        int step = 1 + osts.size() / MAX_LABELS;
        for (int i = 0; i < osts.size(); i += step) {
            PictureText.draw(
                    graphics,
                    osts.get(i).replaceFirst("^OST", ""),
                    CHART_LEFT + room * i + 1,
                    HEIGHT - 12,
                    room * step - 1);
        }
    }
}
