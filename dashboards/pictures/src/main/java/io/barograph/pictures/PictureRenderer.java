package io.barograph.pictures;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws pictures without a screen. */
public final class PictureRenderer {
    /** Pixels for a CSS pixel, so that a PNG is sharp on today's screens. */
    private static final double SCALE = 2;

    private PictureRenderer() {}

    /**
     * @param umami a diagram
     * @return an SVG document in UTF-8
     */
    public static String svg(UmamiDiagram umami) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(new UmamiPicture(umami), "umami") + "\n";
    }

    /**
     * @param umami a diagram
     * @return the bytes of a PNG image, two pixels for a pixel of the SVG
     */
    public static byte[] png(UmamiDiagram umami) {
        return png(new UmamiPicture(umami));
    }

    static String svg(Picture picture, String idPrefix) {
        SvgCanvas canvas = new SvgCanvas(picture.width(), picture.height(), idPrefix);
        picture.draw(canvas);
        return canvas.svg(picture.title());
    }

    static byte[] png(Picture picture) {
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
}
