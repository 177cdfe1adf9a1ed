package io.barograph.collectors.simulator;

import java.util.List;

/** A stretch of a job; the next begins when it is over. */
sealed interface Phase {

    /**
     * The job computes and leaves the file systems alone.
     *
     * @param micros its length, microseconds
     */
    record Compute(long micros) implements Phase {}

    /**
     * The job moves bytes, spread evenly over OSTs. The phase is over when the slowest OST is done.
     *
     * @param fileSystem name of the file system
     * @param direction read or write
     * @param osts indices of the OSTs
     * @param bytes bytes over all of them
     * @param bytesPerSecond what the job's clients can move at most, over all OSTs
     */
    record Transfer(String fileSystem, Direction direction, List<Integer> osts, long bytes, long bytesPerSecond)
            implements Phase {

        public Transfer {
            osts = List.copyOf(osts);
            if (bytes < osts.size() || bytesPerSecond < osts.size()) {
                throw new IllegalArgumentException(
                        "a transfer needs at least one byte, and one byte/s, for each of its " + osts.size()
                                + " OSTs, not " + bytes + " and " + bytesPerSecond);
            }
        }

        /** @return bytes on the OST at that position of {@link #osts} */
        long bytesAt(int position) {
            return bytes / osts.size() + (position < bytes % osts.size() ? 1 : 0);
        }

        /** @return what the job's clients can move at most on one OST, bytes/s */
        long bytesPerSecondAndOst() {
            return bytesPerSecond / osts.size();
        }
    }
}
