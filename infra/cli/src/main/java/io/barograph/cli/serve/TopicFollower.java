package io.barograph.cli.serve;

import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a topic from its begin, and again whenever that fails, until stopped. Whatever it fails with is reported to the
 * page: a topic that nobody reads any more would look like one in which nothing happens.
 *
 * @param listener called when it has been read and when it cannot be
 */
record TopicFollower(String topic, Reading reading, Listener listener, CountDownLatch stopped, Duration pause)
        implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicFollower.class);

    /** Reads until stopped. */
    interface Reading {
        /** @param caughtUp to be run when what the topic held at the call has been read */
        void run(Runnable caughtUp) throws InterruptedException;
    }

    /** Told how reading goes. */
    interface Listener {
        void read(String topic);

        void lost(String topic, String why);
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
            reading.run(() -> listener.read(topic));
        } catch (CommandFailedException e) {
            reportFailure(e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            reportFailure("topic " + topic + " cannot be shown (" + e + "); the log says more", e);
        }
    }

    private void reportFailure(String why, Throwable cause) {
        listener.lost(topic, why);
        LOG.warn("the live page cannot read topic {}", topic, cause);
    }
}
