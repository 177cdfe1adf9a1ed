package io.barograph.runtime.runner;

import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.RetryBackoff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the polls of one collector, one after the other, in a thread of its own. A failed poll is said once and tried
 * again with growing pauses.
 */
final class CollectorWorker implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CollectorWorker.class);
    private static final Duration MIN_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);

    private final ConfiguredCollector<?> configured;
    private final SourceCollector collector;
    private final SpoolingPublisher outlet;
    private final CollectorRuntime.Site site;
    private final Clock clock;
    private final RetryBackoff backoff = new RetryBackoff(MIN_PAUSE, MAX_PAUSE, RandomGenerator.getDefault());
    private final Consumer<String> notes;
    private final Thread thread;
    private final Instant startedAt;

    private boolean stopping;
    private boolean ended;
    private boolean hangingSaid;
    private long polls;
    private long failedPolls;
    private Double lastPollSeconds;
    private String failure;
    private Instant pollBegan;
    private Instant lastSign;
    private long activities;

    CollectorWorker(
            ConfiguredCollector<?> configured,
            SourceCollector collector,
            SpoolingPublisher outlet,
            CollectorRuntime.Site site,
            Consumer<String> notes) {
        this.configured = configured;
        this.collector = collector;
        this.outlet = outlet;
        this.site = site;
        this.clock = site.clock();
        this.notes = notes;
        this.startedAt = clock.instant();
        this.thread = new Thread(this, "collect " + configured.name());
        thread.setDaemon(true);
    }

    String name() {
        return configured.name();
    }

    SpoolingPublisher outlet() {
        return outlet;
    }

    void start() {
        thread.start();
    }

    boolean isStarted() {
        return thread.getState() != Thread.State.NEW;
    }

    @Override
    public void run() {
        try {
            boolean more = true;
            while (more && !isStopping()) {
                more = poll();
                if (more) {
                    pause();
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("collector {} is to end", name(), e);
        } finally {
            end();
        }
    }

    /** @return false if the source has ended */
    private boolean poll() throws InterruptedException {
        long from = System.nanoTime();
        begin();
        try {
            boolean more = collector.poll(outlet);
            outlet.flush();
            succeeded((System.nanoTime() - from) / 1e9);
            return more;
        } catch (InterruptedException e) {
            if (isStopping()) {
                throw e;
            }
            failed(e); // of a library: only the runtime ends a collector
            return true;
        } catch (RuntimeException | Error e) {
            failed(e);
            return true;
        } finally {
            synchronized (this) {
                pollBegan = null;
            }
        }
    }

    private synchronized void begin() {
        pollBegan = clock.instant();
        lastSign = pollBegan;
    }

    private void succeeded(double seconds) {
        String before;
        synchronized (this) {
            polls++;
            lastPollSeconds = seconds;
            before = failure;
            failure = null;
            hangingSaid = false;
        }
        if (before != null) {
            say("works again");
        }
        backoff.reset();
    }

    private void failed(Throwable cause) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        boolean first;
        synchronized (this) {
            if (stopping) {
                LOG.debug("collector {} was interrupted", name(), cause);
                return;
            }
            polls++;
            failedPolls++;
            first = failure == null;
            failure = reason;
        }
        if (first) {
            LOG.warn("collector {} fails", name(), cause);
            say(reason + " (it is tried again until it works)");
        }
    }

    private synchronized void pause() throws InterruptedException {
        Duration wait = failure == null ? untilNext(configured.interval(), clock.instant()) : backoff.next();
        long until = System.nanoTime() + wait.toNanos();
        long left = wait.toMillis();
        while (left > 0 && !stopping) {
            wait(left);
            left = (until - System.nanoTime()) / 1_000_000;
        }
    }

    /**
     * Polls begin at multiples of the interval since the epoch, so that those of several hosts fall together and do not
     * drift. What a long poll has missed is left out.
     *
     * @param interval zero: no pauses
     */
    static Duration untilNext(Duration interval, Instant now) {
        if (interval.isZero()) {
            return Duration.ZERO;
        }
        long step = interval.toMillis();
        return Duration.ofMillis(step - Math.floorMod(now.toEpochMilli(), step));
    }

    void end() {
        try {
            collector.close();
            outlet.flush();
        } catch (RuntimeException | Error e) {
            LOG.warn("closing collector {}", name(), e);
            say("closing: " + (e.getMessage() == null ? e : e.getMessage()));
        } finally {
            synchronized (this) {
                ended = true;
                notifyAll();
            }
        }
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** Asks it to end: after the poll that is under way, or at once if it waits for data. */
    void stop() {
        boolean waits;
        synchronized (this) {
            stopping = true;
            waits = pollBegan != null && configured.interval().isZero();
            notifyAll();
        }
        if (waits) {
            thread.interrupt();
        }
    }

    /** Ends the poll that is under way. */
    void interrupt() {
        thread.interrupt();
    }

    /** @return false if it has not ended by then */
    boolean awaitEnd(long deadlineNanos) throws InterruptedException {
        synchronized (this) {
            long left = (deadlineNanos - System.nanoTime()) / 1_000_000;
            while (!ended && left > 0) {
                wait(left);
                left = (deadlineNanos - System.nanoTime()) / 1_000_000;
            }
            return ended;
        }
    }

    CollectorHealth health() {
        Instant now = clock.instant();
        CollectorHealth.Builder health = CollectorHealth.newBuilder()
                .setCollector(name())
                .setType(configured.type().name())
                .setHost(site.host())
                .setTime(now)
                .setStartedAt(startedAt)
                .setSpooledBytes(outlet.waitingBytes());
        outlet.counters().describe(health, now);
        if (outlet.problem().isPresent()) {
            health.setSampleAgeSeconds(Map.of());
        }
        boolean hanging = hangs(now);
        synchronized (this) {
            health.setPolls(polls).setFailedPolls(failedPolls).setLastPollSeconds(lastPollSeconds);
            health.setState(
                    ended
                            ? CollectorState.ENDED
                            : hanging
                                    ? CollectorState.HANGING
                                    : failure == null ? CollectorState.RUNNING : CollectorState.FAILING);
            if (hanging) {
                health.setFailure("a poll has published nothing since it started at " + pollBegan + ";"
                        + " check whether the source answers");
            } else if (failure != null) {
                health.setFailure(failure);
            } else {
                health.setFailure(outlet.problem()
                        .map(problem -> "records wait on disk for the broker: " + problem)
                        .or(outlet::clockProblem)
                        .orElse(null));
            }
        }
        return health.build();
    }

    /** Polls that wait for data may be silent. */
    private boolean hangs(Instant now) {
        Duration pollTimeout = site.collecting().pollTimeout();
        boolean first;
        synchronized (this) {
            long seen = outlet.counters().activities();
            if (seen != activities) {
                activities = seen;
                lastSign = now;
            }
            boolean hangs = !ended
                    && pollBegan != null
                    && !configured.interval().isZero()
                    && Duration.between(lastSign, now).compareTo(pollTimeout) > 0;
            if (!hangs) {
                return false;
            }
            first = !hangingSaid;
            hangingSaid = true;
        }
        if (first) {
            say("a poll takes longer than " + pollTimeout.toMillis() / 1e3 + " s; check whether the source answers");
        }
        return true;
    }

    private void say(String what) {
        LOG.info("collector {}: {}", name(), what);
        notes.accept(name() + ": " + what);
    }
}
