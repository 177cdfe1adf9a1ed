package io.barograph.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.barograph.page.results.PageViewer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events: every open page is sent those of its parts that have changed, at every beat. One thread renders
 * for all; pages with the same viewer and address share one rendering. A reader that has not taken the last message
 * gets the next one later, so that nothing is queued: memory is bounded by {@value #MAX_READERS} readers with the last
 * rendering of each.
 */
final class PageUpdateStream implements AutoCloseable {
    /** Most pages that are kept up to date at a time. */
    static final int MAX_READERS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(PageUpdateStream.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService beats = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "live-page-updates");
        thread.setDaemon(true);
        return thread;
    });

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the executor
    PageUpdateStream(Duration beat) {
        beats.scheduleWithFixedDelay(this::beat, beat.toMillis(), beat.toMillis(), TimeUnit.MILLISECONDS);
    }

    record Open(LivePageContent page, PageViewer viewer, Map<String, String> query, String path) {
        private String key() {
            return viewer + " " + path + " " + query;
        }
    }

    private final class Reader {
        private final Open open;
        private final Response response;
        private final Callback end;
        private final AtomicBoolean writing = new AtomicBoolean();
        private Map<String, String> shown = Map.of();

        Reader(Open open, Response response, Callback end) {
            this.open = open;
            this.response = response;
            this.end = end;
        }

        /** An empty message shows that the connection lives. */
        void send(Map<String, String> parts) {
            if (!writing.compareAndSet(false, true)) {
                return;
            }
            Map<String, String> changed = new LinkedHashMap<>(parts);
            changed.entrySet().removeAll(shown.entrySet());
            shown = parts;
            response.write(false, message(changed), Callback.from(() -> writing.set(false), failure -> {
                LOG.debug("a reader has gone", failure);
                leave();
            }));
        }

        void leave() {
            if (readers.remove(this)) {
                end.succeeded();
            }
        }
    }

    private static ByteBuffer message(Map<String, String> changed) {
        try {
            return ByteBuffer.wrap(
                    ("data: " + JSON.writeValueAsString(changed) + "\n\n").getBytes(StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text is written as JSON", e);
        }
    }

    /**
     * @param response its headers are set; messages follow until the reader goes
     * @return false if there are too many readers already; nothing has been written then
     */
    synchronized boolean add(Open open, Response response, Callback end) {
        if (readers.size() >= MAX_READERS) {
            return false;
        }
        readers.add(new Reader(open, response, end));
        beats.execute(this::beat);
        return true;
    }

    private void beat() {
        Map<String, Map<String, String>> rendered = new HashMap<>();
        for (Reader reader : readers) {
            try {
                Map<String, String> parts = rendered.get(reader.open.key());
                if (parts == null) {
                    parts = render(reader.open);
                    rendered.put(reader.open.key(), parts);
                }
                reader.send(parts);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) { // it would end the beats of the other pages
                LOG.error("page {}", reader.open.path(), e);
                reader.leave();
            }
        }
    }

    private static Map<String, String> render(Open open) throws InterruptedException {
        Map<String, String> parts = new LinkedHashMap<>();
        for (PageSection part : open.page().content(open.viewer(), open.query()).parts()) {
            parts.put(part.id(), part.content().render());
        }
        return parts;
    }

    @Override
    public void close() {
        beats.shutdownNow();
        readers.forEach(Reader::leave);
    }
}
