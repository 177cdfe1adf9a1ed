package io.barograph.page;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Bounds of the connections to the live page: nobody keeps others out by holding many of them, or by sending slowly.
 *
 * <p>Jetty's idle timeout begins anew with every byte, and its limit of connections leaves newcomers waiting for as long
 * as others hold theirs. Here a request has one time limit whatever bytes come, and a newcomer takes the place of the
 * connection that has waited longest for a request. Who sends its request at once is answered.
 */
final class PageConnectionBounds extends Handler.Wrapper implements Connection.Listener {
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);
    private static final int RETRY_SECONDS = 5;
    private static final String FULL = "Too many requests are being answered. Ask again in " + RETRY_SECONDS + " s.\n";

    private final PageConnectionLimits limits;
    private final Predicate<InetAddress> isShared;
    private final Object lock = new Object();
    private final Map<Connection, HeldConnection> held = new LinkedHashMap<>();

    /** What is known of an open connection. */
    private static final class HeldConnection {
        private final InetAddress address;
        private Request request;
        private long since;
        private long limitNanos;

        HeldConnection(InetAddress address) {
            this.address = address;
        }

        void begin(Request begun, Duration limit) {
            request = begun;
            since = System.nanoTime();
            limitNanos = limit.toNanos();
        }

        boolean isWaiting() {
            return request == null;
        }

        long ageNanos(long now) {
            return now - since;
        }

        boolean isOverdue(long now) {
            return limitNanos > 0 && ageNanos(now) > limitNanos;
        }
    }

    /** @param isShared addresses that many come from, such as a reverse proxy; they have no limit of their own */
    PageConnectionBounds(Handler pages, PageConnectionLimits limits, Predicate<InetAddress> isShared) {
        super(pages);
        this.limits = limits;
        this.isShared = isShared;
    }

    /** @return makes the connections that are bounded here */
    HttpConnectionFactory connections(HttpConfiguration http) {
        return new HttpConnectionFactory(http) {
            @Override
            public Connection newConnection(Connector connector, EndPoint endPoint) {
                Connection connection = super.newConnection(connector, endPoint);
                connection.addEventListener(PageConnectionBounds.this);
                return connection;
            }
        };
    }

    /** Begins to close connections whose time is up; ends with the scheduler. */
    void watch(Scheduler scheduler) {
        scheduler.schedule(
                () -> {
                    try {
                        closeOverdue();
                    } finally {
                        watch(scheduler);
                    }
                },
                CHECK_INTERVAL.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        HeldConnection opened = new HeldConnection(address(connection));
        opened.begin(null, limits.headTimeout());
        Connection surplus;
        synchronized (lock) {
            held.put(connection, opened);
            surplus = surplus(opened);
            held.remove(surplus);
        }
        if (surplus != null) {
            close(surplus);
        }
    }

    private static InetAddress address(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress remote
                ? remote.getAddress()
                : InetAddress.getLoopbackAddress();
    }

    /** The connection that has to go for the one that was opened; null if there is room. */
    private Connection surplus(HeldConnection opened) {
        Predicate<HeldConnection> sameAddress = other -> other.address.equals(opened.address);
        if (!isShared.test(opened.address)
                && held.values().stream().filter(sameAddress).count() > limits.connectionsPerAddress()) {
            return longestWaiting(sameAddress);
        }
        return held.size() > limits.connections() ? longestWaiting(other -> true) : null;
    }

    private Connection longestWaiting(Predicate<HeldConnection> which) {
        long now = System.nanoTime();
        return held.entrySet().stream()
                .filter(entry -> entry.getValue().isWaiting() && which.test(entry.getValue()))
                .max(Comparator.comparingLong(entry -> entry.getValue().ageNanos(now)))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    @Override
    public void onClosed(Connection connection) {
        synchronized (lock) {
            held.remove(connection);
        }
    }

    private void closeOverdue() {
        List<Connection> overdue = new ArrayList<>();
        synchronized (lock) {
            long now = System.nanoTime();
            held.forEach((connection, state) -> {
                if (state.isOverdue(now)) {
                    overdue.add(connection);
                }
            });
            overdue.forEach(held::remove);
        }
        overdue.forEach(PageConnectionBounds::close);
    }

    private static void close(Connection connection) {
        connection.getEndPoint().close();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        if (!begin(connection, request)) {
            response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
            response.write(true, ByteBuffer.wrap(FULL.getBytes(StandardCharsets.UTF_8)), callback);
            return true;
        }
        Request.addCompletionListener(request, failure -> end(connection, request));
        return super.handle(request, response, callback);
    }

    /** @return false if it is one too many */
    private boolean begin(Connection connection, Request request) {
        synchronized (lock) {
            HeldConnection state = held.get(connection);
            if (state == null) {
                return false; // it is being closed
            }
            long ofAll = 0;
            long ofAddress = 0;
            for (HeldConnection other : held.values()) {
                if (other != state && !other.isWaiting()) {
                    ofAll++;
                    ofAddress += other.address.equals(state.address) ? 1 : 0;
                }
            }
            boolean isAddressFull = !isShared.test(state.address) && ofAddress >= limits.requestsPerAddress();
            if (ofAll >= limits.requests() || isAddressFull) {
                return false;
            }
            state.begin(request, timeLimit(request));
            return true;
        }
    }

    private Duration timeLimit(Request request) {
        if (HttpMethod.POST.is(request.getMethod())) {
            return limits.headTimeout();
        }
        return Request.getPathInContext(request).equals(LivePageRoutes.STREAM)
                ? Duration.ZERO
                : limits.requestTimeout();
    }

    private void end(Connection connection, Request request) {
        synchronized (lock) {
            HeldConnection state = held.get(connection);
            // The next request of the connection may have begun before the end of this one is heard of.
            if (state != null && state.request == request) {
                state.begin(null, limits.headTimeout());
            }
        }
    }
}
