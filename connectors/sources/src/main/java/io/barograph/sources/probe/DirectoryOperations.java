package io.barograph.sources.probe;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ProbeOperation;
import java.io.IOException;
import java.util.function.Consumer;

/** The operations on one directory. All calls come from one thread, and any of them may hang. */
interface DirectoryOperations {
    /**
     * What an operation works on.
     *
     * @param bytes bytes that it moves; null if none
     * @param offset offset in the data file; null for small files
     * @param server OST or MDT that it goes to; null if that is not known
     * @param cacheBypassed true if the client's cache cannot answer; null if that is not known
     */
    record Target(Long bytes, Long offset, String server, Boolean cacheBypassed) {
        /** Nothing is known. */
        static final Target UNKNOWN = new Target(null, null, null, null);
    }

    /**
     * Makes the files.
     *
     * @param progress called as the work goes on; silence for longer than the time-out means that it hangs
     * @throws UnreadableSourceException if the directory cannot or must not be probed
     */
    void prepare(Runnable progress) throws IOException, InterruptedException;

    /**
     * @param target receives what the operation works on before it begins
     * @return its duration, nanoseconds
     */
    long run(ProbeOperation operation, Consumer<Target> target) throws IOException;

    /** Removes the files, unless they are to be kept, and gives the directory free. */
    void finish(Runnable progress) throws IOException;
}
