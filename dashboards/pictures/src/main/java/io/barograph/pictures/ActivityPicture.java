package io.barograph.pictures;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * When a run did I/O, after the sweep line over its file accesses (Wang et al., A Zoom-in Analysis of I/O Logs, CCGrid,
 * fig. 1): reads, writes, and the time that the IO covering set covers.
 */
final class ActivityPicture extends Picture {
    private static final int LABELS = 120;
    private static final int LANE = 30;
    private static final int GAP = 8;
    private static final int TOP = 8;
    private static final int AXIS = 40;
    private static final double MICROS = 1e6;

    private final FileSystemUse use;
    private final double runSeconds;

    /** A stretch of time, microseconds since the run's start. */
    private record Stretch(long from, long to, long bytes) {}

    ActivityPicture(FileSystemUse use, double runSeconds) {
        super(WIDTH, TOP + 3 * (LANE + GAP) + AXIS, "When the run read and wrote on " + use.getFileSystem());
        this.use = use;
        this.runSeconds = runSeconds;
    }

    @Override
    void draw(PictureCanvas canvas) {
        lane(canvas, 0, "Read", "read", PictureStyle.READ, of(IoDirection.READ));
        lane(canvas, 1, "Write", "write", PictureStyle.WRITE, of(IoDirection.WRITE));
        lane(canvas, 2, "Covering set", "covering", PictureStyle.LINE, union());
    }

    private List<Stretch> of(IoDirection direction) {
        return use.getIoIntervals().stream()
                .filter(interval -> interval.getDirection() == direction)
                .map(interval -> new Stretch(interval.getStartMicros(), interval.getEndMicros(), interval.getBytes()))
                .toList();
    }

    private List<Stretch> union() {
        List<Stretch> union = new ArrayList<>();
        for (IoInterval interval : use.getIoIntervals().stream()
                .sorted(Comparator.comparingLong(IoInterval::getStartMicros))
                .toList()) {
            Stretch last = union.isEmpty() ? null : union.get(union.size() - 1);
            if (last != null && interval.getStartMicros() <= last.to()) {
                union.set(
                        union.size() - 1,
                        new Stretch(
                                last.from(),
                                Math.max(last.to(), interval.getEndMicros()),
                                last.bytes() + interval.getBytes()));
            } else {
                union.add(new Stretch(interval.getStartMicros(), interval.getEndMicros(), interval.getBytes()));
            }
        }
        return union;
    }

    private void lane(
            PictureCanvas canvas, int place, String label, String name, Color colour, List<Stretch> stretches) {
        Graphics2D graphics = canvas.graphics();
        int top = TOP + place * (LANE + GAP);
        graphics.setFont(PictureText.font(Font.BOLD, 13));
        graphics.setPaint(PictureStyle.TEXT);
        graphics.drawString(label, 8, top + 20);
        double end =
                stretches.stream().mapToDouble(stretch -> stretch.to() / MICROS).reduce(runSeconds, Math::max);
        boolean last = place == 2;
        NumberAxis seconds = PictureAxes.seconds(end);
        seconds.setVisible(last);
        XYPlot plot = PictureAxes.plot(seconds, PictureAxes.hidden(1), 0, last ? AXIS : 0);
        plot.setRangeGridlinesVisible(false);
        for (Stretch stretch : stretches) {
            plot.addAnnotation(new PartAnnotation(canvas, attributes(name, stretch), (part, area) -> {
                double from = area.x(stretch.from() / MICROS);
                // An instant is seen, too.
                double length = Math.max(1, area.x(stretch.to() / MICROS) - from);
                part.setPaint(colour);
                part.fill(new Rectangle2D.Double(from, area.area().getMinY() + 4, length, LANE - 8));
            }));
        }
        canvas.part(
                Map.of("class", "activity-lane", "data-lane", name),
                () -> PictureAxes.draw(
                        plot, graphics, LABELS, top, WIDTH - LABELS - CHART_RIGHT, LANE + (last ? AXIS : 0)));
    }

    private static Map<String, String> attributes(String name, Stretch stretch) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("class", "activity-interval");
        attributes.put("data-lane", name);
        attributes.put("data-from-micros", Long.toString(stretch.from()));
        attributes.put("data-to-micros", Long.toString(stretch.to()));
        attributes.put("data-bytes", Long.toString(stretch.bytes()));
        return attributes;
    }
}
