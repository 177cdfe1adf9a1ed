package io.barograph.pictures;

import io.barograph.schemas.WeatherMetric;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

public final class PictureText {
    private static final char REPLACEMENT = '\uFFFD';
    private static final String ELLIPSIS = "\u2026";

    private PictureText() {}

    static Font font(int style, int size) {
        return new Font(Font.SANS_SERIF, style, size);
    }

    /** Measures a font where there is no canvas yet. */
    static FontMetrics metrics(Font font) {
        Graphics2D graphics = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        try {
            return graphics.getFontMetrics(font);
        } finally {
            graphics.dispose();
        }
    }

    /**
     * @param metricName name in the table of metrics, for instance {@code ossCpuMeanPercent}
     * @return its label as a heading, for instance {@code CPU of the OSS, mean}
     */
    static String heading(String metricName) {
        String label = WeatherMetric.labelOf(metricName);
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }

    /** The text with what no XML document may hold replaced: job names come from users. */
    public static String printable(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            boolean allowed = point == '\t'
                    || (point >= 0x20 && point <= 0xD7FF)
                    || (point >= 0xE000 && point <= 0xFFFD)
                    || point >= 0x10000;
            boolean line = point == '\n' || point == '\r';
            result.appendCodePoint(line ? ' ' : allowed ? point : REPLACEMENT);
        });
        return result.toString();
    }

    /** The text, cut to a width with an ellipsis. */
    static String cut(String text, FontMetrics metrics, double width) {
        String clean = printable(text);
        if (metrics.stringWidth(clean) <= width) {
            return clean;
        }
        int end = clean.length();
        while (end > 0 && metrics.stringWidth(clean.substring(0, end) + ELLIPSIS) > width) {
            end = clean.offsetByCodePoints(end, -1);
        }
        return clean.substring(0, end) + ELLIPSIS;
    }

    /** The text in lines of a width; the last line is cut if there are more. */
    static List<String> wrap(String text, FontMetrics metrics, double width, int mostLines) {
        List<String> lines = new ArrayList<>();
        String rest = printable(text).strip();
        while (!rest.isEmpty() && lines.size() < mostLines - 1 && metrics.stringWidth(rest) > width) {
            int end = rest.lastIndexOf(' ');
            while (end > 0 && metrics.stringWidth(rest.substring(0, end)) > width) {
                end = rest.lastIndexOf(' ', end - 1);
            }
            if (end <= 0) {
                break;
            }
            lines.add(rest.substring(0, end));
            rest = rest.substring(end + 1);
        }
        if (!rest.isEmpty()) {
            lines.add(cut(rest, metrics, width));
        }
        return lines;
    }

    static void draw(Graphics2D graphics, String text, double x, double baseline, double width) {
        graphics.drawString(cut(text, graphics.getFontMetrics(), width), (float) x, (float) baseline);
    }
}
