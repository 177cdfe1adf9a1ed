package io.barograph.pictures;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import javax.imageio.ImageIO;

/** Draws pictures without a screen. */
public final class PictureRenderer {
    /** Pixels for a CSS pixel, so that a PNG is sharp on today's screens. */
    private static final double SCALE = 2;

    private PictureRenderer() {}

    /** @return an SVG document in UTF-8 */
    public static String svg(UmamiDiagram umami) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(new UmamiPicture(umami), "umami") + "\n";
    }

    /** @return the bytes of a PNG image, two pixels for a pixel of the SVG */
    public static byte[] png(UmamiDiagram umami) {
        UmamiPicture picture = new UmamiPicture(umami);
        PixelCanvas canvas = new PixelCanvas(picture.width(), picture.height(), SCALE);
        picture.draw(canvas);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(canvas.image(), "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return bytes.toByteArray();
    }

    static String svg(Picture picture, String idPrefix) {
        SvgCanvas canvas = new SvgCanvas(picture.width(), picture.height(), idPrefix);
        picture.draw(canvas);
        return canvas.svg(picture.title());
    }

    /** A raster image: parts have no names there. */
    static final class PixelCanvas implements PictureCanvas {
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
}
