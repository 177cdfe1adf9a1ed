package io.barograph.runtime.runner;

import io.barograph.runtime.CollectorBackoff;
import io.barograph.runtime.SourceCollector;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the rounds of one collector, one after the other, in a thread of its own. A failed round is said once and tried
 * again with growing pauses.
 */
final class CollectorWorker implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CollectorWorker.class);

    private final ConfiguredCollector<?> configured;
    private final SourceCollector collector;
    private final SpoolingPublisher outlet;
    private final String host;
    private final Clock clock;
    private final Duration roundLimit;
    private final CollectorBackoff backoff;
    private final Consumer<String> notes;
    private final RoundSchedule schedule;
    private final Thread thread;
    private final Instant startedAt;

    private boolean stopping;
    private boolean ended;
    private boolean hangingSaid;
    private long rounds;
    private long failedRounds;
    private Double lastRoundSeconds;
    private String failure;
    private Instant roundBegan;
    private Instant lastSign;
    private long activities;

    /** @param roundLimit how long a round may be silent before it counts as hanging */
    CollectorWorker(
            ConfiguredCollector<?> configured,
            SourceCollector collector,
            SpoolingPublisher outlet,
            String host,
            Clock clock,
            Duration roundLimit,
            CollectorBackoff backoff,
            Consumer<String> notes) {
        this.configured = configured;
        this.collector = collector;
        this.outlet = outlet;
        this.host = host;
        this.clock = clock;
        this.roundLimit = roundLimit;
        this.backoff = backoff;
        this.notes = notes;
        this.schedule = new RoundSchedule(configured.interval());
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
                more = round();
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
    private boolean round() throws InterruptedException {
        long from = System.nanoTime();
        begin();
        try {
            boolean more = collector.round(outlet);
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
                roundBegan = null;
            }
        }
    }

    private synchronized void begin() {
        roundBegan = clock.instant();
        lastSign = roundBegan;
    }

    private void succeeded(double seconds) {
        String before;
        synchronized (this) {
            rounds++;
            lastRoundSeconds = seconds;
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
            rounds++;
            failedRounds++;
            first = failure == null;
            failure = reason;
        }
        if (first) {
            LOG.warn("collector {} fails", name(), cause);
            say(reason + " (it is tried again until it works)");
        }
    }

    private synchronized void pause() throws InterruptedException {
        Duration wait = failure == null ? schedule.untilNext(clock.instant()) : backoff.next();
        long until = System.nanoTime() + wait.toNanos();
        long left = wait.toMillis();
        while (left > 0 && !stopping) {
            wait(left);
            left = (until - System.nanoTime()) / 1_000_000;
        }
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

    /** Asks it to end: after the round that is under way, or at once if it waits for data. */
    void stop() {
        boolean waits;
        synchronized (this) {
            stopping = true;
            waits = roundBegan != null && configured.interval().isZero();
            notifyAll();
        }
        if (waits) {
            thread.interrupt();
        }
    }

    /** Ends the round that is under way. */
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
                .setHost(host)
                .setTime(now)
                .setStartedAt(startedAt)
                .setSpooledBytes(outlet.waitingBytes());
        outlet.counters().describe(health, now);
        if (outlet.problem().isPresent()) {
            health.setSampleAgeSeconds(Map.of());
        }
        boolean hanging = hangs(now);
        synchronized (this) {
            health.setRounds(rounds).setFailedRounds(failedRounds).setLastRoundSeconds(lastRoundSeconds);
            health.setState(
                    ended
                            ? CollectorState.ENDED
                            : hanging
                                    ? CollectorState.HANGING
                                    : failure == null ? CollectorState.RUNNING : CollectorState.FAILING);
            if (hanging) {
                health.setFailure("a round goes on since " + roundBegan + " without publishing anything;"
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

    /** Rounds that wait for data may be silent. */
    private boolean hangs(Instant now) {
        boolean first;
        synchronized (this) {
            long seen = outlet.counters().activities();
            if (seen != activities) {
                activities = seen;
                lastSign = now;
            }
            boolean hangs = !ended
                    && roundBegan != null
                    && !configured.interval().isZero()
                    && Duration.between(lastSign, now).compareTo(roundLimit) > 0;
            if (!hangs) {
                return false;
            }
            first = !hangingSaid;
            hangingSaid = true;
        }
        if (first) {
            say("a round takes longer than " + roundLimit.toMillis() / 1e3 + " s; check whether the source answers");
        }
        return true;
    }

    private void say(String what) {
        LOG.info("collector {}: {}", name(), what);
        notes.accept(name() + ": " + what);
    }
}
