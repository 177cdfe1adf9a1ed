package io.barograph.pictures;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.WeatherMetric.Good;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.axis.DateAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * The UMAMI diagram (Lockwood et al., PDSW 2017, figures 2 to 6): a row per metric, left its history with the run as a
 * star, right the box plot of the climate at the same height with the run's value as a dashed line.
 *
 * <p>In SVG each row is a group of class {@code umami-row} with {@code data-metric}, {@code data-value}, {@code
 * data-quartile} and the percentiles; in it are groups {@code umami-history}, {@code umami-star}, {@code umami-box},
 * {@code umami-outlier} and {@code umami-line}.
 */
final class UmamiPicture extends Picture {
    private static final int MARGIN = 18;
    private static final int LABELS = 205;
    private static final int AXIS = 62;
    private static final int HISTORY = 430;
    private static final int GAP = 12;
    private static final int BOX = 110;
    private static final int HISTORY_X = MARGIN + LABELS;
    private static final int BOX_X = HISTORY_X + AXIS + HISTORY + GAP;
    private static final int VALUE_X = BOX_X + BOX + 2 * GAP;
    private static final int VALUE_WIDTH = WIDTH - MARGIN - VALUE_X;

    private static final int TITLE_LINE = 24;
    private static final int LINE = 16;
    private static final int HEADINGS = 26;
    private static final int ROW = 78;
    private static final int ROW_GAP = 10;
    private static final int TIME_AXIS = 22;
    private static final int LEGEND = 46;
    private static final int MAX_SENTENCE_LINES = 4;

    private static final Font TITLE = PictureText.font(Font.BOLD, 17);
    private static final Font STRONG = PictureText.font(Font.BOLD, 13);
    private static final Font PLAIN = PictureText.font(Font.PLAIN, 12);
    private static final Font SMALL = PictureText.font(Font.PLAIN, 10);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final UmamiDiagram umami;
    private final List<String> sentence;

    UmamiPicture(UmamiDiagram umami) {
        this(umami, sentence(umami));
    }

    private UmamiPicture(UmamiDiagram umami, List<String> sentence) {
        super(
                WIDTH,
                rowsTop(sentence) + umami.rows().size() * (ROW + ROW_GAP) + TIME_AXIS + LEGEND + MARGIN,
                "UMAMI of job " + umami.verdict().getJobId() + ", " + application(umami.verdict()) + " on "
                        + umami.verdict().getFileSystem());
        this.umami = umami;
        this.sentence = sentence;
    }

    private static List<String> sentence(UmamiDiagram umami) {
        return PictureText.wrap(
                (umami.side() == ClimateSide.BEFORE ? "" : "Beside earlier runs: ")
                        + umami.verdict().getSentence(),
                PictureText.metrics(PLAIN),
                WIDTH - 2.0 * MARGIN,
                MAX_SENTENCE_LINES);
    }

    private static int rowsTop(List<String> sentence) {
        return MARGIN + TITLE_LINE + LINE * (2 + sentence.size()) + HEADINGS;
    }

    private static String application(Anomaly verdict) {
        return verdict.getApplication() == null ? verdict.getExecutable() : verdict.getApplication();
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        canvas.part(Map.of("class", "umami-head"), () -> head(graphics));
        int top = rowsTop(sentence);
        for (int i = 0; i < umami.rows().size(); i++) {
            UmamiRow row = umami.rows().get(i);
            int rowTop = top + i * (ROW + ROW_GAP);
            boolean last = i == umami.rows().size() - 1;
            canvas.part(attributes(row), () -> new Row(canvas, row, rowTop, last).draw());
        }
        canvas.part(
                Map.of("class", "umami-legend"),
                () -> legend(graphics, top + umami.rows().size() * (ROW + ROW_GAP) + TIME_AXIS + 12));
    }

    private void head(Graphics2D graphics) {
        Anomaly verdict = umami.verdict();
        double width = WIDTH - 2.0 * MARGIN;
        double y = MARGIN + 14;
        graphics.setPaint(PictureStyle.TEXT);
        graphics.setFont(TITLE);
        PictureText.draw(
                graphics,
                application(verdict) + " on " + verdict.getFileSystem() + ", job " + verdict.getJobId(),
                MARGIN,
                y,
                width);
        graphics.setFont(PLAIN);
        graphics.setPaint(PictureStyle.FAINT_TEXT);
        y += TITLE_LINE - 4;
        PictureText.draw(
                graphics,
                when(verdict) + (verdict.getUser() == null ? "" : ", user " + verdict.getUser()),
                MARGIN,
                y,
                width);
        y += LINE;
        PictureText.draw(graphics, "Motif " + verdict.getMotif() + ", beside " + umami.climate(), MARGIN, y, width);
        graphics.setPaint(PictureStyle.TEXT);
        for (String line : sentence) {
            y += LINE;
            graphics.drawString(line, MARGIN, (float) y);
        }
        graphics.setFont(SMALL);
        graphics.setPaint(PictureStyle.FAINT_TEXT);
        float headings = rowsTop(sentence) - 8f;
        graphics.drawString("metric", MARGIN, headings);
        graphics.drawString("history, by end of run (UTC)", HISTORY_X + AXIS, headings);
        graphics.drawString("climate", BOX_X, headings);
        graphics.drawString("this run", VALUE_X, headings);
    }

    private static String when(Anomaly verdict) {
        if (verdict.getStartTime() == null || verdict.getEndTime() == null) {
            return "";
        }
        return TIME.format(verdict.getStartTime()) + " to " + TIME.format(verdict.getEndTime()) + " UTC";
    }

    private static Map<String, String> attributes(UmamiRow row) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("id", "umami-" + row.metric());
        attributes.put("class", "umami-row");
        attributes.put("data-metric", row.metric());
        attributes.put("data-unit", row.unit());
        attributes.put("data-good", row.good().name().toLowerCase(Locale.ROOT));
        attributes.put("data-value", Double.toString(row.value()));
        attributes.put("data-quartile", Integer.toString(row.quartile()));
        attributes.put("data-climate-size", Integer.toString(row.climateSize()));
        attributes.put("data-p05", Double.toString(row.box().p05()));
        attributes.put("data-p25", Double.toString(row.box().p25()));
        attributes.put("data-p50", Double.toString(row.box().p50()));
        attributes.put("data-p75", Double.toString(row.box().p75()));
        attributes.put("data-p95", Double.toString(row.box().p95()));
        return attributes;
    }

    private DateAxis timeAxis() {
        Instant first = umami.verdict().getEndTime();
        Instant last = first;
        for (UmamiRow row : umami.rows()) {
            for (UmamiRow.Point point : row.history()) {
                first = point.time().isBefore(first) ? point.time() : first;
                last = point.time().isAfter(last) ? point.time() : last;
            }
        }
        return PictureAxes.times(first, last);
    }

    private final class Row {
        private final PictureCanvas canvas;
        private final Graphics2D graphics;
        private final UmamiRow row;
        private final int top;
        private final boolean last;
        private final UnitScale scale;
        private final Color colour;

        Row(PictureCanvas canvas, UmamiRow row, int top, boolean last) {
            this.canvas = canvas;
            this.graphics = canvas.graphics();
            this.row = row;
            this.top = top;
            this.last = last;
            this.scale = UnitScale.of(row.unit(), row.largest());
            this.colour = PictureStyle.quartile(row.quartile());
        }

        void draw() {
            label();
            canvas.part(historyAttributes(), this::history);
            canvas.part(Map.of("class", "umami-climate"), this::climate);
            value();
        }

        private void label() {
            double y = top + 16;
            graphics.setPaint(PictureStyle.TEXT);
            graphics.setFont(STRONG);
            for (String line :
                    PictureText.wrap(PictureText.heading(row.metric()), graphics.getFontMetrics(), LABELS - GAP, 2)) {
                graphics.drawString(line, MARGIN, (float) y);
                y += LINE;
            }
            graphics.setFont(PLAIN);
            if (!scale.unit().isEmpty()) {
                graphics.drawString(scale.unit(), MARGIN, (float) y);
                y += LINE;
            }
            graphics.setPaint(PictureStyle.FAINT_TEXT);
            graphics.setFont(SMALL);
            if (row.good() != Good.NONE) {
                boolean high = row.good() == Good.HIGH;
                graphics.fill(triangle(MARGIN + 4.0, y - 4, high));
                graphics.drawString(high ? "higher is better" : "lower is better", MARGIN + 13f, (float) y);
            }
        }

        private NumberAxis values() {
            return PictureAxes.numbers(scale.scaled(row.smallest()), scale.scaled(row.largest()), 3);
        }

        private Map<String, String> historyAttributes() {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("class", "umami-history");
            attributes.put(
                    "data-times",
                    row.history().stream().map(point -> point.time().toString()).collect(Collectors.joining(" ")));
            attributes.put(
                    "data-values",
                    row.history().stream()
                            .map(point -> Double.isNaN(point.value()) ? "-" : Double.toString(point.value()))
                            .collect(Collectors.joining(" ")));
            return attributes;
        }

        private void history() {
            XYSeries series = new XYSeries("history");
            for (UmamiRow.Point point : row.history()) {
                series.add(PictureAxes.millis(point.time()), scale.scaled(point.value()));
            }
            series.add(PictureAxes.millis(umami.verdict().getEndTime()), scale.scaled(row.value()));
            XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, true);
            renderer.setDefaultShape(new Ellipse2D.Double(-2, -2, 4, 4));
            renderer.setSeriesShape(0, new Ellipse2D.Double(-2, -2, 4, 4));
            renderer.setSeriesPaint(0, PictureStyle.LINE);
            renderer.setSeriesStroke(0, PictureStyle.HISTORY);
            DateAxis time = timeAxis();
            time.setVisible(last);
            XYPlot plot = PictureAxes.plot(
                    new XYSeriesCollection(series), time, values(), renderer, AXIS, last ? TIME_AXIS : 0);
            plot.addAnnotation(new PartAnnotation(canvas, valueAttributes("umami-star"), (part, place) -> {
                Shape star = star(
                        place.x(PictureAxes.millis(umami.verdict().getEndTime())),
                        place.y(scale.scaled(row.value())),
                        9);
                part.setPaint(colour);
                part.fill(star);
                part.setPaint(PictureStyle.TEXT);
                part.setStroke(PictureStyle.THIN);
                part.draw(star);
            }));
            PictureAxes.draw(plot, graphics, HISTORY_X, top, AXIS + HISTORY, ROW + (last ? TIME_AXIS : 0));
        }

        private Map<String, String> valueAttributes(String name) {
            Map<String, String> attributes = new LinkedHashMap<>();
            attributes.put("class", name);
            attributes.put("data-value", Double.toString(row.value()));
            attributes.put("data-quartile", Integer.toString(row.quartile()));
            attributes.put("data-colour", PictureStyle.css(colour));
            return attributes;
        }

        private void climate() {
            NumberAxis values = values();
            values.setVisible(false);
            XYPlot plot = PictureAxes.plot(PictureAxes.hidden(1), values, 0, 0);
            plot.setDomainGridlinesVisible(false);
            plot.addAnnotation(new PartAnnotation(canvas, Map.of("class", "umami-box"), this::box));
            for (UmamiRow.Point outlier : row.outliers()) {
                plot.addAnnotation(new PartAnnotation(
                        canvas,
                        Map.of("class", "umami-outlier", "data-value", Double.toString(outlier.value())),
                        (part, place) -> {
                            part.setPaint(PictureStyle.LINE);
                            part.setStroke(PictureStyle.THIN);
                            part.draw(circle(place.x(0.5), place.y(scale.scaled(outlier.value())), 3.2));
                        }));
            }
            plot.addAnnotation(new PartAnnotation(canvas, valueAttributes("umami-line"), (part, place) -> {
                double y = place.y(scale.scaled(row.value()));
                part.setPaint(colour);
                part.setStroke(PictureStyle.DASHED);
                part.draw(new Line2D.Double(
                        place.area().getMinX(), y, place.area().getMaxX(), y));
            }));
            PictureAxes.draw(plot, graphics, BOX_X, top, BOX, ROW);
        }

        private void box(Graphics2D part, PartAnnotation.Place place) {
            UmamiRow.Box box = row.box();
            double left = place.x(0.28);
            double right = place.x(0.72);
            double middle = place.x(0.5);
            double top25 = place.y(scale.scaled(box.p75()));
            double bottom25 = place.y(scale.scaled(box.p25()));
            Rectangle2D body = new Rectangle2D.Double(left, top25, right - left, Math.max(0.5, bottom25 - top25));
            part.setPaint(PictureStyle.BOX);
            part.fill(body);
            part.setPaint(PictureStyle.LINE);
            part.setStroke(PictureStyle.THIN);
            part.draw(body);
            double high = place.y(scale.scaled(box.p95()));
            double low = place.y(scale.scaled(box.p05()));
            part.draw(new Line2D.Double(middle, top25, middle, high));
            part.draw(new Line2D.Double(middle, bottom25, middle, low));
            part.draw(new Line2D.Double(place.x(0.39), high, place.x(0.61), high));
            part.draw(new Line2D.Double(place.x(0.39), low, place.x(0.61), low));
            double median = place.y(scale.scaled(box.p50()));
            part.setStroke(PictureStyle.MEDIAN);
            part.setPaint(PictureStyle.TEXT);
            part.draw(new Line2D.Double(left, median, right, median));
        }

        private void value() {
            double y = top + 16;
            graphics.setPaint(PictureStyle.TEXT);
            graphics.setFont(STRONG);
            PictureText.draw(graphics, UnitScale.brief(row.unit(), row.value()), VALUE_X, y, VALUE_WIDTH);
            graphics.setFont(SMALL);
            graphics.setPaint(PictureStyle.FAINT_TEXT);
            y += LINE;
            PictureText.draw(
                    graphics, "median " + UnitScale.brief(row.unit(), row.box().p50()), VALUE_X, y, VALUE_WIDTH);
            y += LINE + 2;
            if (row.quartile() != 0) {
                graphics.setPaint(colour);
                graphics.fill(new Rectangle2D.Double(VALUE_X, y - 9, 10, 10));
                graphics.setPaint(PictureStyle.TEXT);
                graphics.drawString(quartileWords(row.quartile()), VALUE_X + 15f, (float) y);
            }
        }
    }

    private static String quartileWords(int quartile) {
        return "quartile " + quartile + (quartile == 1 ? ", best" : quartile == 4 ? ", worst" : "");
    }

    private static void legend(Graphics2D graphics, int y) {
        graphics.setFont(SMALL);
        double x = HISTORY_X + AXIS;
        double middle = y + 6;
        graphics.setPaint(PictureStyle.LINE);
        graphics.fill(star(x + 6, middle - 2, 8));
        x = entry(graphics, "this run", x + 18, middle);
        graphics.setStroke(PictureStyle.THIN);
        graphics.setPaint(PictureStyle.BOX);
        graphics.fill(new Rectangle2D.Double(x, middle - 8, 16, 10));
        graphics.setPaint(PictureStyle.LINE);
        graphics.draw(new Rectangle2D.Double(x, middle - 8, 16, 10));
        x = entry(graphics, "25 to 75 %, median; whiskers 5 and 95 %", x + 22, middle);
        graphics.setPaint(PictureStyle.LINE);
        graphics.draw(circle(x + 4, middle - 3, 3.2));
        entry(graphics, "beyond the whiskers", x + 13, middle);
        x = HISTORY_X + AXIS;
        double second = middle + 18;
        for (int quartile : List.of(1, 2, 3, 4)) {
            graphics.setPaint(PictureStyle.quartile(quartile));
            graphics.setStroke(PictureStyle.DASHED);
            graphics.draw(new Line2D.Double(x, second - 3, x + 29, second - 3));
            x = entry(graphics, quartileWords(quartile), x + 35, second);
        }
        graphics.setStroke(new BasicStroke(1f));
    }

    private static double entry(Graphics2D graphics, String words, double x, double y) {
        graphics.setPaint(PictureStyle.FAINT_TEXT);
        graphics.drawString(words, (float) x, (float) y);
        // Other fonts are wider: a tenth more is left.
        return x + 1.1 * graphics.getFontMetrics().stringWidth(words) + 16;
    }

    private static Shape circle(double x, double y, double radius) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
    }

    private static Shape triangle(double x, double y, boolean up) {
        double half = up ? 4 : -4;
        Path2D path = new Path2D.Double();
        path.moveTo(x, y - half);
        path.lineTo(x + 4, y + half);
        path.lineTo(x - 4, y + half);
        path.closePath();
        return path;
    }

    private static Shape star(double x, double y, double radius) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < 10; i++) {
            double angle = Math.PI * (i / 5.0 - 0.5);
            double distance = i % 2 == 0 ? radius : 0.42 * radius;
            double pointX = x + distance * Math.cos(angle);
            double pointY = y + distance * Math.sin(angle);
            if (i == 0) {
                path.moveTo(pointX, pointY);
            } else {
                path.lineTo(pointX, pointY);
            }
        }
        path.closePath();
        return path;
    }
}
