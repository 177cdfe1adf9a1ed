package io.barograph.page;

import io.barograph.configuration.LivePageSettings;
import io.barograph.page.prometheus.MetricsSnapshot;
import io.barograph.page.prometheus.PrometheusMetrics;
import io.barograph.page.report.JobEvidence;
import io.barograph.page.report.ReportService;
import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteHistory;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.SlowdownSnapshot;
import io.barograph.page.results.WeatherQueries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Predicate;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The live page: a read-only web server on one port.
 *
 * <pre>{@code
 * try (LivePage page = LivePage.start(settings, new LivePage.Sources(store, view, evidence, names), Clock.systemUTC())) {
 *     System.out.println(page.url());
 * }
 * }</pre>
 */
public final class LivePage implements AutoCloseable {
    /** How often an open page is brought up to date, and how old what it shows may be beside the database. */
    private static final Duration BEAT = Duration.ofSeconds(2);

    /** Minutes change once a minute. */
    private static final Duration HISTORY_SHARE = Duration.ofSeconds(15);

    private static final Duration HISTORY_STALE = Duration.ofSeconds(45);

    /** No request holds one for longer than {@link CachedQuery#TIMEOUT_MILLIS}. */
    private static final int MAX_THREADS = 32;

    /** Connections that are accepted, and neither opened nor closed yet. */
    private static final int MAX_UNOPENED_CONNECTIONS = 100;

    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private static final int MAX_REQUEST_HEADER_BYTES = 8_192;

    private final Server server;
    private final PageUpdateStream updates;
    private final ReportService reports;
    private final LivePageSettings settings;
    private final ServerConnector connector;

    /**
     * Where the page takes what it shows from.
     *
     * @param store InfluxDB
     * @param view newest events and runs, kept up to date by the caller
     * @param fileSystems names of file systems that are shown even if nothing has ever been heard of them
     */
    public record Sources(
            WeatherQueries store, RecentResults view, JobEvidence evidence, Collection<String> fileSystems) {}

    private LivePage(
            Server server,
            ServerConnector connector,
            PageUpdateStream updates,
            ReportService reports,
            LivePageSettings settings) {
        this.server = server;
        this.connector = connector;
        this.updates = updates;
        this.reports = reports;
        this.settings = settings;
    }

    /** @throws IOException if the port is taken or the token cannot be read */
    public static LivePage start(LivePageSettings settings, Sources sources, Clock clock) throws IOException {
        // Behind a proxy, and on this host, all come from one address.
        Predicate<InetAddress> isShared = address -> settings.userHeader() != null || address.isLoopbackAddress();
        return start(settings, sources, clock, PageConnectionLimits.DEFAULT, isShared);
    }

    static LivePage start(
            LivePageSettings settings,
            Sources sources,
            Clock clock,
            PageConnectionLimits limits,
            Predicate<InetAddress> isShared)
            throws IOException {
        CachedQuery<SiteSnapshot> site = new CachedQuery<>(
                () -> SiteSnapshot.ask(sources.store(), sources.fileSystems(), clock.instant()),
                SiteSnapshot.nothing(sources.fileSystems()),
                BEAT,
                clock);
        CachedQuery<SiteHistory> history = new CachedQuery<>(
                () -> SiteHistory.ask(sources.store(), clock.instant()),
                SiteHistory.NOTHING,
                HISTORY_SHARE,
                HISTORY_STALE,
                clock);
        CachedQuery<SlowdownSnapshot> slowdowns = new CachedQuery<>(
                () -> SlowdownSnapshot.ask(sources.store(), clock.instant()), SlowdownSnapshot.NOTHING, BEAT, clock);
        CachedQuery<MetricsSnapshot> metrics = new CachedQuery<>(
                () -> MetricsSnapshot.ask(sources.store(), clock.instant()), MetricsSnapshot.NOTHING, BEAT, clock);
        Map<String, LivePageContent> pages = Map.of(
                "/", new StatusPage(site, history, sources.view()),
                "/jobs", new JobsPage(sources.view()),
                "/events", new EventsPage(sources.view()),
                "/slowdown", new SlowdownPage(slowdowns));
        PageAuthentication access = new PageAuthentication(settings);
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS);
        threads.setName("live-page");
        threads.setDaemon(true);
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_REQUEST_HEADER_BYTES);
        PageUpdateStream updates = new PageUpdateStream(BEAT);
        ReportService reports = new ReportService(sources.evidence(), new ReportPages(clock));
        PageConnectionBounds bounds = new PageConnectionBounds(
                new LivePageRoutes(
                        access,
                        updates,
                        reports,
                        sources.view(),
                        history,
                        pages,
                        new PrometheusMetrics(site, metrics, sources.store(), sources.view(), clock)),
                limits,
                isShared);
        server.setHandler(bounds);
        ServerConnector connector = new ServerConnector(server, 1, 1, bounds.connections(http));
        InetSocketAddress address = settings.socketAddress();
        connector.setHost(address.getAddress().getHostAddress());
        connector.setPort(address.getPort());
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(limits.connections() + MAX_UNOPENED_CONNECTIONS, connector));
        ErrorHandler errors = new ErrorHandler();
        errors.setShowStacks(false);
        server.setErrorHandler(errors);
        try {
            server.start();
            bounds.watch(connector.getScheduler());
        } catch (Exception e) { // what Jetty declares
            updates.close();
            reports.close();
            stop(server);
            throw new IOException(
                    "the live page does not start at " + settings.address() + ":" + settings.port() + ": "
                            + e.getMessage() + "; choose another livePage.port, or 0 for a free one",
                    e);
        }
        return new LivePage(server, connector, updates, reports, settings);
    }

    private static void stop(Server server) {
        try {
            server.stop();
        } catch (Exception e) { // what Jetty declares; there is nothing left to do
            throw new IllegalStateException("stopping the live page", e);
        }
    }

    public URI url() {
        InetAddress address = settings.socketAddress().getAddress();
        String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
        return URI.create(
                "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + connector.getLocalPort() + "/");
    }

    @Override
    public void close() {
        updates.close();
        reports.close();
        stop(server);
    }
}
