package io.barograph.pictures;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.Map;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.RectangleEdge;

/** A part of a plot that is drawn in the plot's coordinates and can be found again. */
final class PartAnnotation extends AbstractXYAnnotation {
    private final transient PictureCanvas canvas;
    private final transient Map<String, String> attributes;
    private final transient Drawing drawing;

    @FunctionalInterface
    interface Drawing {
        void draw(Graphics2D graphics, Place place);
    }

    /** Where values lie. */
    record Place(Rectangle2D area, ValueAxis domain, ValueAxis values) {
        double x(double value) {
            return domain.valueToJava2D(value, area, RectangleEdge.BOTTOM);
        }

        double y(double value) {
            return values.valueToJava2D(value, area, RectangleEdge.LEFT);
        }
    }

    PartAnnotation(PictureCanvas canvas, Map<String, String> attributes, Drawing drawing) {
        this.canvas = canvas;
        this.attributes = attributes;
        this.drawing = drawing;
    }

    @Override
    public void draw(
            Graphics2D graphics,
            XYPlot plot,
            Rectangle2D dataArea,
            ValueAxis domainAxis,
            ValueAxis rangeAxis,
            int rendererIndex,
            PlotRenderingInfo info) {
        canvas.part(attributes, () -> drawing.draw(graphics, new Place(dataArea, domainAxis, rangeAxis)));
    }

    /** Two annotations are the same only if they are one. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
