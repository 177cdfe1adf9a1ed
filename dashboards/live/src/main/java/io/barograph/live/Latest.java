package io.barograph.live;

/**
 * A value that several readers share: asked for again only when it is older than a moment, so that the number of open
 * pages does not matter to the database.
 *
 * @param <T> the value
 */
final class Latest<T> {
    /** What makes the value. */
    interface Source<T> {
        T get() throws InterruptedException;
    }

    private final Source<T> source;
    private final long shareNanos;
    private T value;
    private long madeNanos;

    /**
     * @param source asked by one reader at a time
     * @param shareNanos for how long a value is shared; 0 for not at all
     */
    Latest(Source<T> source, long shareNanos) {
        this.source = source;
        this.shareNanos = shareNanos;
    }

    synchronized T get() throws InterruptedException {
        if (value == null || System.nanoTime() - madeNanos >= shareNanos) {
            value = source.get();
            madeNanos = System.nanoTime();
        }
        return value;
    }
}
