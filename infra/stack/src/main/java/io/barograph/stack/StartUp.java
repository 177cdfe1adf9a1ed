package io.barograph.stack;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Waits until a server of this machine answers: as long as its process lives, for a loaded machine may take minutes to
 * start it.
 *
 * @param limit when it is given up although it lives
 * @param betweenNotices how often is said that it is waited for
 */
record StartUp(Duration limit, Duration betweenNotices) {
    /** A server that has not answered after ten minutes hangs; the slowest start seen took some two. */
    static final StartUp PATIENT = new StartUp(Duration.ofMinutes(10), Duration.ofSeconds(30));

    private static final int POLL_INTERVAL_MILLIS = 50;

    /** Whether the server answers. */
    interface Look {
        boolean answers() throws IOException, InterruptedException;
    }

    /** @throws CommandFailedException as soon as the server has ended, or at the limit */
    void await(ChildProcess child, Look look, Consumer<String> notice) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long next = betweenNotices.toNanos();
        while (!look.answers()) {
            if (!child.isAlive()) {
                throw child.failure("did not start");
            }
            long elapsed = System.nanoTime() - begin;
            if (elapsed > limit.toNanos()) {
                throw child.failure("did not answer within " + limit.toSeconds() + " s");
            }
            if (elapsed > next) {
                notice.accept(child.name() + " (process " + child.pid() + ") lives, but does not answer after "
                        + TimeUnit.NANOSECONDS.toSeconds(elapsed) + " s; waiting");
                next += betweenNotices.toNanos();
            }
            TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
        }
    }
}
