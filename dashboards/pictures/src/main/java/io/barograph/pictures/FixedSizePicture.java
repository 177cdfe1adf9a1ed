package io.barograph.pictures;

/** A picture whose size and title are known from the start. */
abstract class FixedSizePicture implements Picture {
    private final int width;
    private final int height;
    private final String title;

    FixedSizePicture(int width, int height, String title) {
        this.width = width;
        this.height = height;
        this.title = title;
    }

    @Override
    public final int width() {
        return width;
    }

    @Override
    public final int height() {
        return height;
    }

    @Override
    public final String title() {
        return title;
    }
}
