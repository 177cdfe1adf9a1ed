package io.barograph.sources.note;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the requests of a {@link com.sun.net.httpserver.HttpServer}, which blocks one while it reads head and body,
 * for as long as its client likes. Here a request has a time limit until its body has been read, and when all threads are
 * taken the one that has been read longest is given up for the next. The thread is interrupted, which closes the
 * connection that it reads from.
 */
final class NoteRequestThreads implements Executor, AutoCloseable {
    private static final long IDLE_TIMEOUT_SECONDS = 30;

    private final Duration timeLimit;
    private final int maxRequests;
    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService deadlines;
    private final Object lock = new Object();

    /** Threads that read a request, each with what that request alone has; the oldest first. */
    private final Map<Thread, Object> reading = new LinkedHashMap<>();

    private int open;

    NoteRequestThreads(Duration timeLimit, int maxRequests) {
        this.timeLimit = timeLimit;
        this.maxRequests = maxRequests;
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "notes-http");
            thread.setDaemon(true);
            return thread;
        };
        threads = new ThreadPoolExecutor(
                maxRequests, maxRequests, IDLE_TIMEOUT_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
        threads.allowCoreThreadTimeOut(true);
        deadlines = Executors.newSingleThreadScheduledExecutor(daemons);
    }

    @Override
    public void execute(Runnable request) {
        synchronized (lock) {
            if (open >= maxRequests) {
                giveUpOldest();
            }
            open++;
        }
        threads.execute(() -> run(request));
    }

    private void run(Runnable request) {
        Thread reader = Thread.currentThread();
        Object identity = new Object();
        synchronized (lock) {
            reading.put(reader, identity);
        }
        ScheduledFuture<?> deadline =
                deadlines.schedule(() -> giveUp(reader, identity), timeLimit.toMillis(), TimeUnit.MILLISECONDS);
        try {
            request.run();
        } finally {
            deadline.cancel(false);
            synchronized (lock) {
                open--;
                reading.remove(reader);
                Thread.interrupted(); // it was meant for this request
            }
        }
    }

    /** Ends the time limit of the request that this thread reads: it has been read. */
    void bodyIsRead() {
        synchronized (lock) {
            reading.remove(Thread.currentThread());
        }
    }

    private void giveUpOldest() {
        Iterator<Map.Entry<Thread, Object>> oldest = reading.entrySet().iterator();
        if (oldest.hasNext()) {
            Map.Entry<Thread, Object> entry = oldest.next();
            giveUp(entry.getKey(), entry.getValue());
        }
    }

    private void giveUp(Thread reader, Object request) {
        synchronized (lock) {
            if (reading.remove(reader, request)) {
                reader.interrupt();
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        deadlines.shutdownNow();
    }
}
