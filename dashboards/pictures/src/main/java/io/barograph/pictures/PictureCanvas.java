package io.barograph.pictures;

import java.awt.Graphics2D;
import java.util.Map;

interface PictureCanvas {
    /** @return where to draw; coordinates are CSS pixels from the top left corner */
    Graphics2D graphics();

    /**
     * Draws a part that can be found again: an SVG group with these attributes. Parts may hold parts.
     *
     * @param attributes attributes by name, for instance {@code class} and {@code data-metric}
     */
    void part(Map<String, String> attributes, Runnable drawing);
}
