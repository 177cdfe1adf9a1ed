package io.barograph.pictures;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Stroke;
import java.util.Locale;

final class PictureStyle {
    static final Color TEXT = new Color(0x222222);
    static final Color FAINT_TEXT = new Color(0x5f5f5f);
    static final Color LINE = new Color(0x4d4d4d);
    static final Color GRID = new Color(0xe2e2e2);
    static final Color BOX = new Color(0xe9e9e9);
    static final Color PAPER = Color.WHITE;

    /** Quartiles 1 to 4: best to worst. Blue to red without green, distinguishable also by eyes that lack a colour. */
    private static final Color[] QUARTILES = {
        new Color(0x1f5fa8), new Color(0x56a5dc), new Color(0xf0932b), new Color(0xc8102e)
    };

    static final Color READ = new Color(0x1f5fa8);
    static final Color WRITE = new Color(0xd9720a);

    static final Stroke THIN = new BasicStroke(1f);
    static final Stroke HISTORY = new BasicStroke(1.3f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    static final Stroke MEDIAN = new BasicStroke(2f);
    static final Stroke DASHED =
            new BasicStroke(2.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {7f, 4f}, 0f);

    private PictureStyle() {}

    /** @param quartile 1 best to 4 worst; 0 for a metric without good direction */
    static Color quartile(int quartile) {
        return quartile == 0 ? LINE : QUARTILES[quartile - 1];
    }

    static String css(Color colour) {
        return String.format(Locale.ROOT, "#%06x", colour.getRGB() & 0xffffff);
    }
}
