package io.barograph.pictures;

import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.ServerRates;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** What a file system read and wrote before, during and after a run. */
final class RatesPicture extends Picture {
    private static final int HEIGHT = 250;
    private static final int TOP = 30;
    private static final Color RUN = new Color(0xe9e2c9);

    private final List<ServerRates> rates;
    private final Instant start;
    private final Instant end;

    /** @param rates rates of one file system in spans of one length; not empty */
    RatesPicture(List<ServerRates> rates, Instant start, Instant end) {
        super(WIDTH, HEIGHT, "Read and write rates of " + rates.get(0).getFileSystem() + " around the run");
        this.rates = rates.stream()
                .sorted(Comparator.comparing(ServerRates::getFrom))
                .toList();
        this.start = start;
        this.end = end;
    }

    static double rate(ServerRates span, String quantity) {
        RateOfQuantity rate =
                span.getData() == null ? null : span.getData().getQuantities().get(quantity);
        return rate == null ? Double.NaN : rate.getPerSecond();
    }

    private double largest() {
        return rates.stream()
                .flatMapToDouble(span -> DoubleStream.of(rate(span, "readBytes"), rate(span, "writeBytes")))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }

    private XYSeries series(String name, String quantity, UnitScale scale) {
        XYSeries series = new XYSeries(name);
        for (ServerRates span : rates) {
            double value = scale.scaled(rate(span, quantity));
            series.add(PictureAxes.millis(span.getFrom()), value);
            series.add(PictureAxes.millis(span.getTo()) - 1, value);
        }
        return series;
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        UnitScale scale = UnitScale.of("B/s", largest());
        XYSeriesCollection data = new XYSeriesCollection();
        data.addSeries(series("read", "readBytes", scale));
        data.addSeries(series("write", "writeBytes", scale));
        XYStepRenderer renderer = new XYStepRenderer();
        renderer.setSeriesPaint(0, PictureStyle.READ);
        renderer.setSeriesPaint(1, PictureStyle.WRITE);
        renderer.setSeriesStroke(0, PictureStyle.MEDIAN);
        renderer.setSeriesStroke(1, PictureStyle.MEDIAN);
        DateAxis time = PictureAxes.times(
                rates.get(0).getFrom(), rates.get(rates.size() - 1).getTo());
        XYPlot plot = PictureAxes.plot(
                data, time, PictureAxes.numbers(0, scale.scaled(largest()), 4), renderer, CHART_LEFT, CHART_BOTTOM);
        // Behind the lines.
        renderer.addAnnotation(
                new PartAnnotation(canvas, Map.of("class", "rates-run"), (part, place) -> {
                    double from = place.x(PictureAxes.millis(start));
                    part.setPaint(RUN);
                    part.fill(new Rectangle2D.Double(
                            from,
                            place.area().getMinY(),
                            Math.max(1, place.x(PictureAxes.millis(end)) - from),
                            place.area().getHeight()));
                }),
                Layer.BACKGROUND);
        canvas.part(
                Map.of("class", "rates", "data-spans", Integer.toString(rates.size())),
                () -> PictureAxes.draw(plot, graphics, 0, TOP, WIDTH - CHART_RIGHT, HEIGHT - TOP - 4.0));
        legend(graphics, scale);
    }

    private static void legend(Graphics2D graphics, UnitScale scale) {
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        graphics.setPaint(PictureStyle.TEXT);
        graphics.drawString(scale.unit(), 8, TOP + 12);
        double x = CHART_LEFT;
        for (Map.Entry<String, Color> entry :
                List.of(Map.entry("read", PictureStyle.READ), Map.entry("write", PictureStyle.WRITE))) {
            graphics.setPaint(entry.getValue());
            graphics.setStroke(PictureStyle.MEDIAN);
            graphics.draw(new Line2D.Double(x, 16, x + 24, 16));
            graphics.setPaint(PictureStyle.TEXT);
            graphics.drawString(entry.getKey(), (float) x + 30, 20f);
            x += 90;
        }
        graphics.setPaint(RUN);
        graphics.fill(new Rectangle2D.Double(x, 8, 24, 14));
        graphics.setPaint(PictureStyle.TEXT);
        graphics.drawString("the run", (float) x + 30, 20f);
    }
}
