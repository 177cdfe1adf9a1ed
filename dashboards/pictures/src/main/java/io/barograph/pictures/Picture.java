package io.barograph.pictures;

/** Something that can be drawn, as SVG or as pixels alike. */
abstract class Picture {
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
