package io.barograph.sources.darshan.record;

/** No usable libdarshan-util; the message says what was tried and what to do. */
public final class DarshanLibraryException extends RuntimeException {
    public static final String REMEDY =
            "install it with \"pip install darshan\" (the package brings the library along) or load"
                    + " the site's Darshan module, or name the library with --darshan-library FILE or"
                    + " BAROGRAPH_DARSHAN_LIBRARY=FILE";

    public DarshanLibraryException(String message) {
        super(message + "; " + REMEDY);
    }

    public DarshanLibraryException(String message, Throwable cause) {
        super(message + "; " + REMEDY, cause);
    }
}
