package io.barograph.page.results;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer of the database that several readers share: asked for again only when it is older than a moment, so that the
 * number of open pages does not matter to the database. A thread of its own asks. A database that does not answer holds
 * its readers up for {@value #TIMEOUT_MILLIS} ms once, all together; then they learn since when nothing is known.
 */
public final class CachedQuery<T extends DatabaseResult<T>> {
    public static final int TIMEOUT_MILLIS = 1_000;

    /** An answer that began and does not end is given up, and the database asked anew. */
    private static final long ABANDON_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int IDLE_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(CachedQuery.class);

    /** What asks the database. */
    public interface Source<T> {
        /** @throws IOException if the database does not answer: then nothing is known */
        T get() throws IOException, InterruptedException;
    }

    private final Source<T> source;
    private final T nothing;
    private final Duration share;
    private final Duration stale;
    private final Clock clock;
    private final ThreadPoolExecutor asking =
            new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "live-page-influxdb");
                thread.setDaemon(true);
                return thread;
            });
    private T value;
    private T lastAnswer;
    private Throwable failure;
    private long madeNanos;
    private long askedNanos;
    private Future<?> question;

    /** @param share for how long a value is shared; zero for not at all */
    public CachedQuery(Source<T> source, T nothing, Duration share, Clock clock) {
        this(source, nothing, share, Duration.ZERO, clock);
    }

    /**
     * @param nothing what is known before the first answer
     * @param share for how long a value is shared
     * @param stale for how long after that it is still returned while a newer one is asked for, so that no reader waits
     *     for a question that takes long
     */
    public CachedQuery(Source<T> source, T nothing, Duration share, Duration stale, Clock clock) {
        this.source = source;
        this.nothing = nothing;
        this.share = share;
        this.stale = stale;
        this.clock = clock;
        asking.allowCoreThreadTimeOut(true);
    }

    public synchronized T get() throws InterruptedException {
        if (isYoungerThan(share)) {
            return value;
        }
        if (question != null && System.nanoTime() - askedNanos > ABANDON_NANOS) {
            question.cancel(true);
            question = null;
        }
        if (question == null) {
            askedNanos = System.nanoTime();
            question = asking.submit(this::ask);
        }
        if (isYoungerThan(share.plus(stale))) {
            return value;
        }
        Future<?> mine = question;
        while (question == mine) {
            long left = TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS) - (System.nanoTime() - askedNanos);
            if (left <= 0) {
                return unknown("InfluxDB does not answer: no answer within " + TIMEOUT_MILLIS + " ms");
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        if (failure != null) {
            throw new IllegalStateException("asking InfluxDB", failure);
        }
        return value;
    }

    private boolean isYoungerThan(Duration age) {
        return value != null && System.nanoTime() - madeNanos < age.toNanos();
    }

    private T unknown(String reason) {
        T known = lastAnswer == null ? nothing : lastAnswer;
        return known.unknown(
                clock.instant(),
                reason
                        + (lastAnswer == null
                                ? ""
                                : ". Unknown since " + lastAnswer.time().truncatedTo(ChronoUnit.SECONDS)));
    }

    private void ask() {
        T answer = null;
        String trouble = null;
        Throwable problem = null;
        try {
            answer = source.get();
        } catch (IOException e) {
            trouble = "InfluxDB does not answer: " + e.getMessage();
        } catch (InterruptedException e) {
            LOG.debug("a question to InfluxDB is given up", e);
            return; // another one has taken its place
        } catch (RuntimeException | Error e) { // reported to the caller, and asked again
            LOG.error("an answer of InfluxDB that cannot be shown", e);
            problem = e;
        }
        synchronized (this) {
            failure = problem;
            if (problem == null) {
                lastAnswer = trouble == null ? answer : lastAnswer;
                value = trouble == null ? answer : unknown(trouble);
                madeNanos = System.nanoTime();
            }
            question = null;
            notifyAll();
        }
    }
}
