package io.barograph.sources.probe;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.ProbeOperation;
import io.barograph.sources.probe.DirectoryOperations.Target;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Probes one directory. A pacing thread keeps the time axis and never touches the directory; a working thread does the
 * operations and may hang in one of them. While it hangs the pacing thread publishes the slots as BLOCKED, so there is
 * never more than one hung thread, and it is a daemon.
 */
final class DirectoryProbe {
    private static final List<ProbeOperation> SLOT = List.of(
            ProbeOperation.DATA_READ,
            ProbeOperation.DATA_WRITE,
            ProbeOperation.CREATE,
            ProbeOperation.STAT,
            ProbeOperation.READ,
            ProbeOperation.DELETE);
    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(10);
    private static final long MAX_WAIT_MILLIS = 1000;

    private record Done(long nanos, Instant end) {}

    private final TimingTemplate template;
    private final ProbeOptions options;
    private final DirectoryOperations operations;
    private final Clock clock;
    private final LongSupplier nanos;
    private final TimingBuffer outbox;
    private final SlotAxis axis;
    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private final Thread worker;
    private final Thread pacer;
    private final AtomicReference<Target> target = new AtomicReference<>(Target.UNKNOWN);
    private final AtomicLong lastProgress = new AtomicLong();
    private final AtomicReference<Future<?>> underWay = new AtomicReference<>();
    private final AtomicReference<UnreadableSourceException> refusal = new AtomicReference<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean closing;
    private ProbeOverhead intrusion;

    /** @param clock gives the instants of slots and of the ends of operations */
    DirectoryProbe(
            TimingTemplate template,
            ProbeOptions options,
            DirectoryOperations operations,
            Clock clock,
            LongSupplier nanos,
            TimingBuffer outbox) {
        this.template = template;
        this.options = options;
        this.operations = operations;
        this.clock = clock;
        this.nanos = nanos;
        this.outbox = outbox;
        this.axis = new SlotAxis(options.interval());
        this.worker = daemon(this::work, "probe " + template.directory());
        this.pacer = daemon(this::pace, "probe pace " + template.directory());
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        worker.start();
        pacer.start();
    }

    /** @return true if there will be no further timing */
    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** @return why the directory is not probed; null if it is */
    UnreadableSourceException refusal() {
        return refusal.get();
    }

    /** Runs tasks one after the other; a cancelled one may leave its interrupt behind, which ends nothing. */
    private void work() {
        while (!closing) {
            try {
                tasks.take().run();
            } catch (InterruptedException e) {
                Thread.interrupted();
            }
        }
    }

    private <T> Future<T> submit(Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        lastProgress.set(nanos.getAsLong());
        underWay.set(future);
        tasks.add(future);
        return future;
    }

    private void progressed() {
        lastProgress.set(nanos.getAsLong());
    }

    private void pace() {
        try {
            if (prepare()) {
                probe();
            } else {
                remove();
                endWorker();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) { // else it would seem to have ended as planned
            refuse(e);
            removeAfterFailure();
        } finally {
            ended.countDown();
            outbox.wake();
        }
    }

    /** The next attempt could not claim the files otherwise. */
    private void removeAfterFailure() {
        try {
            removeAndEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean prepare() throws InterruptedException {
        Future<?> preparation = submit(() -> {
            operations.prepare(this::progressed);
            return null;
        });
        while (true) {
            try {
                preparation.get(options.interval().toNanos(), TimeUnit.NANOSECONDS);
                return true;
            } catch (TimeoutException e) {
                if (nanos.getAsLong() - lastProgress.get() > options.timeout().toNanos()) {
                    block(clock.instant(), SLOT, "the preparation hangs");
                }
            } catch (ExecutionException e) {
                refuse(e.getCause());
                return false;
            }
        }
    }

    private void refuse(Throwable cause) {
        if (cause instanceof UnreadableSourceException refused) {
            refusal.set(refused);
            return;
        }
        String remedy = cause instanceof IOException
                ? "mend the directory, or probe another one"
                : "this is a fault of the probe; report it";
        refusal.set(new UnreadableSourceException(template.directory(), describe(cause), remedy, cause));
    }

    private void probe() throws InterruptedException {
        intrusion = new ProbeOverhead(List.of(worker, pacer), nanos.getAsLong());
        long slot = axis.after(clock.millis());
        long end = options.duration() == null
                ? Long.MAX_VALUE
                : slot + options.duration().toMillis();
        try {
            while (slot < end) {
                awaitSlot(slot);
                Future<?> hung = runSlot(slot);
                while (hung != null && slot < end) {
                    slot = axis.after(clock.millis());
                    hung = awaitReturn(hung, slot, end);
                }
                long next = axis.after(clock.millis());
                intrusion.skipped(axis.between(slot, next));
                slot = next;
                report(REPORT_INTERVAL);
            }
        } finally {
            report(Duration.ZERO);
        }
    }

    private void report(Duration age) {
        long now = nanos.getAsLong();
        if (intrusion.age(now) >= age.toNanos()) {
            outbox.note(template.directory() + ": " + intrusion.report(now));
        }
    }

    private void awaitSlot(long slot) throws InterruptedException {
        for (long left = slot - clock.millis(); left > 0; left = slot - clock.millis()) {
            Thread.sleep(Math.min(left, MAX_WAIT_MILLIS));
        }
    }

    /** @return the operation that hangs, or null */
    private Future<?> runSlot(long slot) throws InterruptedException {
        for (int index = 0; index < SLOT.size(); index++) {
            ProbeOperation operation = SLOT.get(index);
            Future<Done> future = submit(() -> {
                target.set(Target.UNKNOWN);
                long taken = operations.run(operation, target::set);
                return new Done(taken, clock.instant());
            });
            try {
                Done done = future.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
                intrusion.done(target.get());
                outbox.timing(template.done(operation, done.end(), done.nanos() / 1e9, target.get()));
            } catch (ExecutionException e) {
                outbox.timing(template.broken(operation, clock.instant(), describe(e.getCause()), target.get()));
            } catch (TimeoutException e) {
                hang(slot, operation, SLOT.subList(index + 1, SLOT.size()));
                return future;
            }
        }
        return null;
    }

    private static String describe(Throwable cause) {
        return cause instanceof IOException failure ? SystemErrors.describe(failure) : cause.toString();
    }

    /** Publishes the slots that went by while it was not yet known that the operation hangs, then the time-out. */
    private void hang(long slot, ProbeOperation operation, List<ProbeOperation> rest) {
        Instant now = clock.instant();
        String by = operation + " hangs";
        // Bounded, because the clock may have been set forward meanwhile.
        long earliest = now.minus(options.timeout()).minus(options.interval()).toEpochMilli();
        for (long passed = axis.after(Math.max(slot, earliest));
                passed <= now.toEpochMilli();
                passed = axis.after(passed)) {
            block(Instant.ofEpochMilli(passed), SLOT, by);
        }
        outbox.timing(template.timedOut(operation, now, options.timeout(), target.get()));
        block(now, rest, by);
        Target of = target.get();
        outbox.note(template.directory() + ": " + operation + (of.server() == null ? "" : " on " + of.server())
                + " is still not done after " + options.timeout().toMillis() / 1e3
                + " s; no further operations until it returns");
    }

    private void block(Instant slot, List<ProbeOperation> blocked, String by) {
        for (ProbeOperation operation : blocked) {
            outbox.timing(template.blocked(operation, slot, by));
        }
    }

    /**
     * Waits for a hung operation until the next slot.
     *
     * @return null if it has returned, else the same operation; the slot is then published as blocked
     */
    private Future<?> awaitReturn(Future<?> hung, long slot, long end) throws InterruptedException {
        long left = slot - clock.millis();
        while (left > 0) {
            try {
                hung.get(Math.min(left, MAX_WAIT_MILLIS), TimeUnit.MILLISECONDS);
                outbox.note(template.directory() + ": the hung operation has returned");
                return null;
            } catch (ExecutionException e) {
                outbox.note(template.directory() + ": the hung operation has failed: " + describe(e.getCause()));
                return null;
            } catch (TimeoutException e) {
                left = slot - clock.millis();
            }
        }
        if (slot < end) {
            block(Instant.ofEpochMilli(slot), SLOT, "an operation before it hangs");
        }
        return hung;
    }

    /** Begins to end: no further slot. */
    void stop() {
        pacer.interrupt();
    }

    /** Waits until the files are removed. What hangs is left alone, and said. */
    void awaitEnd() throws InterruptedException {
        if (worker.getState() == Thread.State.NEW) {
            return;
        }
        ended.await();
        if (closing) {
            return;
        }
        Future<?> last = underWay.get();
        if (last != null) {
            last.cancel(true);
        }
        removeAndEnd();
    }

    private void removeAndEnd() throws InterruptedException {
        try {
            remove();
        } finally {
            endWorker();
        }
    }

    private void endWorker() {
        closing = true;
        worker.interrupt();
    }

    /** What an earlier call removed is not there any more, so a second one does nothing. */
    private void remove() throws InterruptedException {
        Future<?> removal = submit(() -> {
            Thread.interrupted();
            operations.finish(this::progressed);
            return null;
        });
        while (true) {
            try {
                removal.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
                return;
            } catch (ExecutionException e) {
                outbox.note(
                        template.directory() + ": the probe's files could not be removed: " + describe(e.getCause()));
                return;
            } catch (TimeoutException e) {
                if (nanos.getAsLong() - lastProgress.get() >= options.timeout().toNanos()) {
                    outbox.note(template.directory()
                            + " hangs: the probe's files stay there until the next start uses or removes them");
                    return;
                }
            }
        }
    }

    /** Slots begin at multiples of the interval since the epoch. */
    record SlotAxis(Duration interval) {
        /**
         * @param now an instant, milliseconds since the epoch
         * @return the first slot after it
         */
        long after(long now) {
            return (Math.floorDiv(now, interval.toMillis()) + 1) * interval.toMillis();
        }

        /** @return number of slots between the two; 0 if the clock was set back */
        long between(long from, long to) {
            return Math.max(0, (to - from) / interval.toMillis() - 1);
        }
    }
}
