package io.barograph.pictures;

/** Something that can be drawn, as SVG or as pixels alike. */
abstract class Picture {
    /** Of most pictures, in CSS pixels. */
    static final int WIDTH = 1000;

    /** Room for the axis of values of a chart. */
    static final int CHART_LEFT = 90;

    /** Room for the other axis. */
    static final int CHART_BOTTOM = 26;

    static final int CHART_RIGHT = 20;

    private final int width;
    private final int height;
    private final String title;

    Picture(int width, int height, String title) {
        this.width = width;
        this.height = height;
        this.title = title;
    }

    final int width() {
        return width;
    }

    final int height() {
        return height;
    }

    final String title() {
        return title;
    }

    abstract void draw(PictureCanvas canvas);
}
