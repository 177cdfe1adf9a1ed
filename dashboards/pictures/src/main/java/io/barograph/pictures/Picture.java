package io.barograph.pictures;

/** Something that can be drawn, as SVG or as pixels alike. */
interface Picture {
    int width();

    int height();

    String title();

    void draw(PictureCanvas canvas);
}
