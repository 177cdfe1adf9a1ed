package io.barograph.pictures;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * The rates that runs reported, over those that the servers saw (CUG 2010, figure 4). In SVG a run is a group {@code
 * reported-run} with {@code data-job}, {@code data-from}, {@code data-to} and {@code data-rate}; the servers' line a group
 * {@code reported-servers} with {@code data-spans}.
 */
final class ReportedPicture extends Picture {
    private static final int HEIGHT = 300;
    private static final int TOP = 34;

    private final NavigableMap<Instant, Rate> rates;
    private final List<Reported> runs;

    /** What the servers moved; of several rates of a time the one of the latest revision counts. */
    record Rate(int revision, Instant to, double bytesPerSecond) {}

    /**
     * What a run reported.
     *
     * @param bytesPerSecond bytes / I/O time of its slowest rank
     */
    record Reported(String job, Instant from, Instant to, double bytesPerSecond) {}

    ReportedPicture(String title, Map<Instant, Rate> rates, List<Reported> runs) {
        super(WIDTH, HEIGHT, title);
        this.rates = new TreeMap<>(rates);
        this.runs = List.copyOf(runs);
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        double most = DoubleStream.concat(
                        rates.values().stream().mapToDouble(Rate::bytesPerSecond),
                        runs.stream().mapToDouble(Reported::bytesPerSecond))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        UnitScale scale = UnitScale.of("B/s", most);
        XYSeries line = new XYSeries("servers");
        Instant end = rates.firstKey();
        for (Map.Entry<Instant, Rate> entry : rates.entrySet()) {
            if (entry.getKey().isAfter(end)) {
                line.add(PictureAxes.millis(end), Double.NaN);
            }
            end = entry.getValue().to();
            line.add(
                    PictureAxes.millis(entry.getKey()),
                    scale.scaled(entry.getValue().bytesPerSecond()));
            line.add(PictureAxes.millis(end) - 1, scale.scaled(entry.getValue().bytesPerSecond()));
        }
        XYStepRenderer renderer = new XYStepRenderer();
        renderer.setSeriesPaint(0, PictureStyle.LINE);
        renderer.setSeriesStroke(0, PictureStyle.HISTORY);
        Instant first = Stream.concat(Stream.of(rates.firstKey()), runs.stream().map(Reported::from))
                .min(Instant::compareTo)
                .orElseThrow();
        Instant last = Stream.concat(Stream.of(end), runs.stream().map(Reported::to))
                .max(Instant::compareTo)
                .orElseThrow();
        DateAxis time = PictureAxes.times(first, last);
        XYPlot plot = PictureAxes.plot(
                new XYSeriesCollection(line),
                time,
                PictureAxes.numbers(0, scale.scaled(most), 4),
                renderer,
                CHART_LEFT,
                CHART_BOTTOM);
        for (Reported run : runs) {
            plot.addAnnotation(new PartAnnotation(canvas, attributes(run), (part, place) -> {
                double y = place.y(scale.scaled(run.bytesPerSecond()));
                double from = place.x(PictureAxes.millis(run.from()));
                part.setPaint(PictureStyle.WRITE);
                part.setStroke(PictureStyle.MEDIAN);
                part.draw(new Line2D.Double(from, y, Math.max(from + 2, place.x(PictureAxes.millis(run.to()))), y));
            }));
        }
        canvas.part(
                Map.of("class", "reported-servers", "data-spans", Integer.toString(rates.size())),
                () -> PictureAxes.draw(plot, graphics, 0, TOP, WIDTH - CHART_RIGHT, HEIGHT - TOP - 4.0));
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        graphics.setPaint(PictureStyle.TEXT);
        graphics.drawString(scale.unit(), 8, TOP + 12);
        graphics.drawString("line: servers, read and written; bars: runs, as they reported", CHART_LEFT, 20);
    }

    private static Map<String, String> attributes(Reported run) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "reported-run");
        attributes.put("data-job", run.job());
        attributes.put("data-from", run.from().toString());
        attributes.put("data-to", run.to().toString());
        attributes.put("data-rate", Double.toString(run.bytesPerSecond()));
        return attributes;
    }
}
