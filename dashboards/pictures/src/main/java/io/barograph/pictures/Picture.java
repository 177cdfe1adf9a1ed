package io.barograph.pictures;

/** Something that can be drawn, as SVG or as pixels alike. */
interface Picture {
    /** @return CSS pixels */
    int width();

    /** @return CSS pixels */
    int height();

    /** @return what it shows, in words */
    String title();

    void draw(PictureCanvas canvas);
}
