package io.barograph.pictures;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * A matrix of correlations as coloured cells with their number. In SVG a cell is a group {@code heatmap-cell} with {@code
 * data-row}, {@code data-column}, {@code data-value} and {@code data-runs}.
 */
final class HeatmapPicture extends Picture {
    private static final int CELL = 40;
    private static final int LABELS = 230;
    private static final int TOP = 36;
    private static final int MARGIN = 12;

    private final List<String> metrics;
    private final List<Cell> cells;

    /**
     * A cell.
     *
     * @param row number of its row, from 0 at the top
     * @param column number of its column, from 0 on the left
     * @param value -1 to 1; NaN if it is not known
     */
    record Cell(int row, int column, double value, long runs) {}

    HeatmapPicture(String title, List<String> metrics, List<Cell> cells) {
        super(2 * MARGIN + LABELS + CELL * metrics.size(), TOP + CELL * metrics.size() + MARGIN, title);
        this.metrics = List.copyOf(metrics);
        this.cells = List.copyOf(cells);
    }

    @Override
    void draw(PictureCanvas canvas) {
        Graphics2D graphics = canvas.graphics();
        NumberAxis columns = PictureAxes.hidden(metrics.size());
        NumberAxis rows = PictureAxes.rows(metrics.size());
        XYPlot plot = PictureAxes.plot(columns, rows, 0, 0);
        plot.setDomainGridlinesVisible(false);
        plot.setRangeGridlinesVisible(false);
        for (Cell cell : cells) {
            plot.addAnnotation(new PartAnnotation(canvas, attributes(cell), (part, place) -> draw(part, place, cell)));
        }
        PictureAxes.draw(
                plot, graphics, MARGIN + LABELS, TOP, CELL * (double) metrics.size(), CELL * (double) metrics.size());
        graphics.setFont(PictureText.font(Font.PLAIN, 12));
        graphics.setPaint(PictureStyle.TEXT);
        for (int i = 0; i < metrics.size(); i++) {
            PictureText.draw(
                    graphics,
                    (i + 1) + "  " + PictureText.heading(metrics.get(i)),
                    MARGIN,
                    TOP + CELL * (i + 0.5) + 4,
                    LABELS - 8.0);
            graphics.drawString(Integer.toString(i + 1), (float) (MARGIN + LABELS + CELL * (i + 0.5) - 5), TOP - 8f);
        }
    }

    private Map<String, String> attributes(Cell cell) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "heatmap-cell");
        attributes.put("data-row", metrics.get(cell.row()));
        attributes.put("data-column", metrics.get(cell.column()));
        attributes.put("data-value", Double.isNaN(cell.value()) ? "-" : Double.toString(cell.value()));
        attributes.put("data-runs", Long.toString(cell.runs()));
        return attributes;
    }

    private static void draw(Graphics2D part, PartAnnotation.Place place, Cell cell) {
        double left = place.x(cell.column());
        double top = place.y(cell.row());
        double width = place.x(cell.column() + 1) - left;
        double height = place.y(cell.row() + 1) - top;
        double size = Double.isNaN(cell.value()) ? 0 : Math.min(1, Math.abs(cell.value()));
        part.setPaint(mixed(cell.value() < 0 ? PictureStyle.WRITE : PictureStyle.READ, size));
        part.fill(new Rectangle2D.Double(left, top, width, height));
        part.setPaint(size > 0.6 ? Color.WHITE : PictureStyle.TEXT);
        part.setFont(PictureText.font(Font.PLAIN, 10));
        String number = Double.isNaN(cell.value()) ? "-" : String.format(Locale.ROOT, "%.2f", cell.value());
        double wide = part.getFontMetrics().stringWidth(number);
        part.drawString(number, (float) (left + (width - wide) / 2), (float) (top + height / 2 + 4));
    }

    private static Color mixed(Color colour, double part) {
        return new Color(
                (int) (255 + part * (colour.getRed() - 255)), (int) (255 + part * (colour.getGreen() - 255)), (int)
                        (255 + part * (colour.getBlue() - 255)));
    }
}
