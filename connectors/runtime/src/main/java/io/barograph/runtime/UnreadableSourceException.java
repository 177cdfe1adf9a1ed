package io.barograph.runtime;

/** A file or database as a whole cannot be read: damaged, cut short, or not what it should be. */
public final class UnreadableSourceException extends RuntimeException {
    private final String source;

    public UnreadableSourceException(String source, String problem, String remedy) {
        this(source, problem, remedy, null);
    }

    /** @param cause what the reading library said; may be null */
    public UnreadableSourceException(String source, String problem, String remedy, Throwable cause) {
        super(source + ": " + problem + "; " + remedy, cause);
        this.source = source;
    }

    public String source() {
        return source;
    }
}
