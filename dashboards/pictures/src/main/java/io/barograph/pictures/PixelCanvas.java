package io.barograph.pictures;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.Map;

/** A raster image: parts have no names there. */
final class PixelCanvas implements PictureCanvas {
    private final BufferedImage image;
    private final Graphics2D graphics;

    PixelCanvas(int width, int height, double scale) {
        image = new BufferedImage(
                (int) Math.ceil(width * scale), (int) Math.ceil(height * scale), BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        graphics.scale(scale, scale);
    }

    @Override
    public Graphics2D graphics() {
        return graphics;
    }

    @Override
    public void part(Map<String, String> attributes, Runnable drawing) {
        drawing.run();
    }

    BufferedImage image() {
        graphics.dispose();
        return image;
    }
}
