package io.barograph.cli.serve;

import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a topic from its begin, and again whenever that fails, until stopped. Whatever it fails with is reported to the
 * page: a topic that nobody reads any more would look like one in which nothing happens.
 *
 * @param read called when it has been read
 * @param lost told why it cannot be
 */
record TopicFollower(
        String topic, Reading reading, Runnable read, Consumer<String> lost, CountDownLatch stopped, Duration pause)
        implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);

    /** Reads until stopped. */
    interface Reading {
        /** @param caughtUp to be run when what the topic held at the call has been read */
        void run(Runnable caughtUp) throws InterruptedException;
    }

    @Override
    public void run() {
        boolean isStopped = stopped.getCount() == 0;
        while (!isStopped) {
            try {
                readUntilItFails();
                isStopped = stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) { // by nobody that owns this thread: its end is the latch
                reportFailure("reading was interrupted", e);
            }
        }
    }

    private void readUntilItFails() throws InterruptedException {
        try {
            reading.run(read);
        } catch (CommandFailedException e) {
            reportFailure(e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            reportFailure("topic " + topic + " cannot be shown (" + e + "); the log says more", e);
        }
    }

    private void reportFailure(String why, Throwable cause) {
        lost.accept(why);
        LOG.warn("the live page cannot read topic {}", topic, cause);
    }
}
