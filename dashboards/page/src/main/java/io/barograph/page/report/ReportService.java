package io.barograph.page.report;

import io.barograph.page.results.PageViewer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes reports in threads of its own and keeps them for a while. Nobody who asks is held up: a request is answered from
 * what is kept, or joins the one that is already waiting for the same report, or waits in a queue with a bound; who has no
 * report after {@value #ANSWER_TIMEOUT_SECONDS} s gets the response to ask again. One scan of the topics answers up to {@value #MAX_BATCH}
 * jobs. A report that nobody has asked for during {@value #ABANDONED_SECONDS} s is not made.
 */
public final class ReportService implements AutoCloseable {
    /** Reports that are waited for or being made. At some 10 s a scan the last one takes a minute or two. */
    public static final int MAX_PENDING = 64;

    /** Of these for one user; staff shares all of them. */
    public static final int MAX_PENDING_OF_USER = 8;

    /** Every record of the topics is compared with each job of a scan, and what belongs to it held in memory. */
    public static final int MAX_BATCH = 16;

    public static final int MAX_KEPT = 500;
    public static final long MAX_KEPT_BYTES = 64L << 20;

    /** A request is open for so long; proxies give up after 30 s or 60 s. */
    public static final int ANSWER_TIMEOUT_SECONDS = 5;

    public static final int ABANDONED_SECONDS = 30;

    /** A broker that goes away while a topic is read would hold a scan for ever. */
    private static final int SCAN_SECONDS = 300;

    private static final int SCANS_AT_A_TIME = 2;
    private static final int SWEEP_MILLIS = 250;

    private static final Logger LOG = LoggerFactory.getLogger(ReportService.class);

    public interface ReportCallback {
        void ready(ReportDocument document);

        void pending();

        void refused(int waiting);
    }

    /** Makes the documents of what is known; called by the threads of this class. */
    public interface Renderer {
        /** @param runs runs of the job; none if it has no verdict */
        ReportDocument document(ReportKey key, JobRuns runs);

        ReportDocument failure(ReportKey key, String reason);
    }

    private record Waiter(ReportCallback answer, long askedNanos) {}

    private record Kept(ReportDocument document, long madeNanos) {
        boolean isFresh(long nowNanos) {
            return nowNanos - madeNanos < document.keep().toNanos();
        }
    }

    private static final class Work {
        private final ReportKey key;
        private final List<Waiter> waiters = new ArrayList<>();
        private long askedNanos;
        private boolean isStarted;

        Work(ReportKey key) {
            this.key = key;
        }

        boolean isAbandoned(long nowNanos) {
            return waiters.isEmpty() && nowNanos - askedNanos > TimeUnit.SECONDS.toNanos(ABANDONED_SECONDS);
        }
    }

    private static final class Batch {
        private final Thread thread = Thread.currentThread();
        private final long startedNanos;
        private final List<Work> works = new ArrayList<>();
        private final Set<String> jobIds = new LinkedHashSet<>();
        private boolean isReading = true;
        private boolean isTooLong;

        Batch(long startedNanos) {
            this.startedNanos = startedNanos;
        }
    }

    private final JobEvidence evidence;
    private final Renderer renderer;
    private final LongSupplier nanoTime;
    private final Map<ReportKey, Work> pending = new LinkedHashMap<>();
    private final Map<ReportKey, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<Batch> batches = new LinkedHashSet<>();
    private final List<Thread> makers = new ArrayList<>();
    private final ScheduledExecutorService sweeps = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "live-page-reports-sweep");
        thread.setDaemon(true);
        return thread;
    });
    private long keptBytes;
    private boolean isClosed;

    /** @param evidence asked by threads of this class, by each for other jobs */
    public ReportService(JobEvidence evidence, Renderer renderer) {
        this(evidence, renderer, System::nanoTime);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the executor
    public ReportService(JobEvidence evidence, Renderer renderer, LongSupplier nanoTime) {
        this.evidence = evidence;
        this.renderer = renderer;
        this.nanoTime = nanoTime;
        for (int i = 0; i < SCANS_AT_A_TIME; i++) {
            Thread maker = new Thread(this::makeAll, "live-page-reports-" + i);
            maker.setDaemon(true);
            makers.add(maker);
            maker.start();
        }
        sweeps.scheduleWithFixedDelay(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Returns at once.
     *
     * @param answer called once: now or later, then by another thread
     */
    public void ask(ReportKey key, ReportCallback answer) {
        Consumer<ReportCallback> now = asked(key, answer);
        if (now != null) {
            now.accept(answer);
        }
    }

    /** @return what to say now; null if it is said later */
    private synchronized Consumer<ReportCallback> asked(ReportKey key, ReportCallback answer) {
        long now = nanoTime.getAsLong();
        Kept known = kept.get(key);
        if (known != null && known.isFresh(now)) {
            return waiter -> waiter.ready(known.document());
        }
        Work work = pending.get(key);
        if (work == null) {
            if (isClosed || pending.size() >= MAX_PENDING || isUsersShareFull(key.viewer())) {
                int waiting = pending.size();
                return waiter -> waiter.refused(waiting);
            }
            work = new Work(key);
            pending.put(key, work);
            notifyAll();
        }
        work.askedNanos = now;
        work.waiters.add(new Waiter(answer, now));
        return null;
    }

    private boolean isUsersShareFull(PageViewer viewer) {
        return !viewer.staff()
                && pending.keySet().stream()
                                .filter(key -> key.viewer().equals(viewer))
                                .count()
                        >= MAX_PENDING_OF_USER;
    }

    private void makeAll() {
        try {
            while (true) {
                Batch batch = next();
                if (batch == null) {
                    return;
                }
                make(batch);
            }
        } catch (InterruptedException e) {
            LOG.debug("no more reports are made", e);
        }
    }

    /** @return what to do next; null if the page has been closed */
    private synchronized Batch next() throws InterruptedException {
        while (true) {
            if (isClosed) {
                return null;
            }
            long now = nanoTime.getAsLong();
            pending.values().removeIf(work -> !work.isStarted && work.isAbandoned(now));
            Batch batch = new Batch(now);
            for (Work work : pending.values()) {
                if (!work.isStarted && (batch.jobIds.size() < MAX_BATCH || batch.jobIds.contains(work.key.jobId()))) {
                    work.isStarted = true;
                    batch.works.add(work);
                    batch.jobIds.add(work.key.jobId());
                }
            }
            if (!batch.works.isEmpty()) {
                batches.add(batch);
                return batch;
            }
            wait();
        }
    }

    private void make(Batch batch) throws InterruptedException {
        Map<String, JobRuns> runs = null;
        String failure = null;
        boolean isAbandoned = false;
        try {
            runs = evidence.of(Set.copyOf(batch.jobIds));
        } catch (IOException e) {
            LOG.warn("reports of jobs {}", batch.jobIds, e);
            failure = e.getMessage();
        } catch (InterruptedException e) {
            if (hasClosed()) {
                throw e;
            }
            isAbandoned = !batch.isTooLong;
            failure = "Reading the results took longer than " + SCAN_SECONDS + " s. Is the broker there?";
            LOG.warn("reports of jobs {} are given up: {}", batch.jobIds, isAbandoned ? "nobody waits" : failure);
        } catch (Throwable e) { // this thread makes the other reports, too
            LOG.error("reports of jobs {}", batch.jobIds, e);
            failure = "The results hold what this page cannot show; its log says more.";
        }
        finishedReading(batch);
        for (Work work : batch.works) {
            ReportDocument document = isAbandoned ? null : document(work.key, runs, failure);
            complete(work, document);
        }
    }

    private synchronized boolean hasClosed() {
        return isClosed;
    }

    private synchronized void finishedReading(Batch batch) {
        batch.isReading = false;
        batches.remove(batch);
        Thread.interrupted(); // it was meant for the reading
    }

    private ReportDocument document(ReportKey key, Map<String, JobRuns> runs, String failure) {
        try {
            return runs == null
                    ? renderer.failure(key, failure)
                    : renderer.document(key, runs.getOrDefault(key.jobId(), JobRuns.NONE));
        } catch (Throwable e) { // the other reports are made all the same
            LOG.error("report of job {}", key.jobId(), e);
            return failure(key);
        }
    }

    /** @return null if not even this can be drawn */
    private ReportDocument failure(ReportKey key) {
        try {
            return renderer.failure(key, "The report cannot be drawn; the log of this page says more.");
        } catch (Throwable e) { // this thread makes the other reports, too
            LOG.error("report of job {}", key.jobId(), e);
            return null;
        }
    }

    /** @param document null if it has been given up or cannot be drawn */
    private void complete(Work work, ReportDocument document) {
        List<Waiter> waiters;
        synchronized (this) {
            pending.remove(work.key);
            waiters = List.copyOf(work.waiters);
            work.waiters.clear();
            if (document != null) {
                keep(work.key, document);
            }
        }
        for (Waiter waiter : waiters) {
            respond(waiter.answer(), answer -> {
                if (document == null) {
                    answer.pending(); // came in the moment it was given up, or asks again for what cannot be drawn
                } else {
                    answer.ready(document);
                }
            });
        }
    }

    private void keep(ReportKey key, ReportDocument document) {
        Kept before = kept.put(key, new Kept(document, nanoTime.getAsLong()));
        keptBytes += document.size() - (before == null ? 0 : before.document().size());
        Iterator<Kept> oldest = kept.values().iterator();
        while (kept.size() > 1 && (kept.size() > MAX_KEPT || keptBytes > MAX_KEPT_BYTES)) {
            keptBytes -= oldest.next().document().size();
            oldest.remove();
        }
    }

    private static void respond(ReportCallback answer, Consumer<ReportCallback> what) {
        try {
            what.accept(answer);
        } catch (RuntimeException | Error e) { // a connection that has gone concerns nobody else
            LOG.debug("a request for a report has gone", e);
        }
    }

    /** Lets go of who has waited long enough, of what nobody waits for, and of what takes too long. */
    private void sweep() {
        List<Waiter> tired = new ArrayList<>();
        synchronized (this) {
            long now = nanoTime.getAsLong();
            for (Work work : pending.values()) {
                work.waiters.removeIf(waiter -> {
                    boolean isTired = now - waiter.askedNanos() > TimeUnit.SECONDS.toNanos(ANSWER_TIMEOUT_SECONDS);
                    return isTired && tired.add(waiter);
                });
            }
            pending.values().removeIf(work -> !work.isStarted && work.isAbandoned(now));
            for (Batch batch : batches) {
                boolean isTooLong = now - batch.startedNanos > TimeUnit.SECONDS.toNanos(SCAN_SECONDS);
                if (batch.isReading && (isTooLong || batch.works.stream().allMatch(work -> work.isAbandoned(now)))) {
                    batch.isTooLong = isTooLong;
                    batch.isReading = false;
                    batch.thread.interrupt();
                }
            }
            Iterator<Kept> all = kept.values().iterator();
            while (all.hasNext()) {
                Kept each = all.next();
                if (!each.isFresh(now)) {
                    keptBytes -= each.document().size();
                    all.remove();
                }
            }
        }
        tired.forEach(waiter -> respond(waiter.answer(), ReportCallback::pending));
    }

    /** Ends all work; requests that still wait get the response to ask again. */
    @Override
    public void close() {
        List<Waiter> left = new ArrayList<>();
        synchronized (this) {
            isClosed = true;
            for (Work work : pending.values()) {
                left.addAll(work.waiters);
                work.waiters.clear();
            }
            pending.clear();
            notifyAll();
            makers.forEach(Thread::interrupt);
        }
        sweeps.shutdownNow();
        left.forEach(waiter -> respond(waiter.answer(), ReportCallback::pending));
    }
}
