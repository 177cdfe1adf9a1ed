package io.barograph.page;

import static j2html.TagCreator.button;
import static j2html.TagCreator.div;
import static j2html.TagCreator.form;
import static j2html.TagCreator.input;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;

import io.barograph.page.prometheus.PrometheusFormat;
import io.barograph.page.prometheus.PrometheusMetrics;
import io.barograph.page.report.ReportDocument;
import io.barograph.page.report.ReportKey;
import io.barograph.page.report.ReportService;
import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteHistory;
import io.barograph.pictures.JobReport;
import io.barograph.pictures.PictureText;
import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.FormFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.URIUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is behind each address. Everything is read-only; the one thing that is posted is the token at the login. */
final class LivePageRoutes extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(LivePageRoutes.class);
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** Drawings carry styles in attributes, which can load nothing; the report has no script at all. */
    private static final String REPORT_POLICY = "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline';"
            + " img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

    /** @param resource where it lies, beside this class or absolute */
    private record Asset(String resource, String type) {}

    private static final Map<String, Asset> ASSETS = Map.of(
            "live.css", new Asset("live.css", "text/css; charset=utf-8"),
            "live.js", new Asset("live.js", "text/javascript; charset=utf-8"),
            "uplot.css", new Asset(CHART_LIBRARY + "uPlot.min.css", "text/css; charset=utf-8"),
            "uplot.js", new Asset(CHART_LIBRARY + "uPlot.iife.min.js", "text/javascript; charset=utf-8"),
            "icon.svg", new Asset("icon.svg", "image/svg+xml"));

    /** Where an open page gets its updates from, for as long as it is open. */
    static final String STREAM = "/stream";

    private static final int PENDING_RETRY_SECONDS = 2;
    private static final int REFUSED_RETRY_SECONDS = 10;

    /** Of a login: the token and where to go, with room for a browser's own ideas. */
    private static final int MAX_LOGIN_FIELDS = 8;

    private static final int MAX_LOGIN_BYTES = 4_096;

    private final PageAuthentication access;
    private final PageUpdateStream updates;
    private final ReportService reports;
    private final RecentResults view;
    private final CachedQuery<SiteHistory> history;
    private final Map<String, LivePageContent> pages;
    private final PrometheusMetrics metrics;

    LivePageRoutes(
            PageAuthentication access,
            PageUpdateStream updates,
            ReportService reports,
            RecentResults view,
            CachedQuery<SiteHistory> history,
            Map<String, LivePageContent> pages,
            PrometheusMetrics metrics) {
        this.access = access;
        this.updates = updates;
        this.reports = reports;
        this.view = view;
        this.history = history;
        this.pages = pages;
        this.metrics = metrics;
    }

    private record Exchange(Request request, Response response, Callback callback) {
        void html(int status, String document) {
            body(status, "text/html; charset=utf-8", StandardCharsets.UTF_8.encode(document));
        }

        void text(int status, String words) {
            body(status, "text/plain; charset=utf-8", StandardCharsets.UTF_8.encode(words + "\n"));
        }

        void retryAfter(long seconds) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, Math.max(1, seconds));
        }

        void body(int status, String type, ByteBuffer bytes) {
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            response.write(true, bytes, callback);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        response.getHeaders().put("Content-Security-Policy", POLICY);
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put("Referrer-Policy", "no-referrer");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Exchange exchange = new Exchange(request, response, callback);
        String path = Request.getPathInContext(request);
        boolean login = path.equals("/login") && access.isProtected();
        if (login && HttpMethod.POST.is(request.getMethod())) {
            login(exchange);
        } else if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            exchange.text(HttpStatus.METHOD_NOT_ALLOWED_405, "This page is read-only.");
        } else if (path.startsWith("/assets/")) {
            asset(exchange, path.substring("/assets/".length()));
        } else if (!access.isAllowed(request)) {
            refuse(exchange, login ? "/" : path);
        } else if (login) {
            redirect(exchange, "/");
        } else if (path.equals(STREAM)) {
            stream(exchange);
        } else if (path.equals("/metrics")) {
            metrics(exchange);
        } else {
            answer(exchange, segments(path), path);
        }
        return true;
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            segments.add(URIUtil.decodePath(segment));
        }
        return segments;
    }

    private void answer(Exchange exchange, List<String> segments, String path) throws Exception {
        PageViewer viewer = access.viewer(exchange.request());
        Optional<LivePageContent> page = page(path);
        if (page.isPresent()) {
            Map<String, String> query = query(exchange.request());
            exchange.html(
                    HttpStatus.OK_200,
                    PageLayout.live(page.get().content(viewer, query), path, stream(path, exchange.request())));
        } else if (segments.get(0).equals("jobs") && segments.size() == 2) {
            report(exchange, new ReportKey(segments.get(1), viewer, ReportKey.Form.PAGE));
        } else if (segments.get(0).equals("jobs")
                && segments.size() == 3
                && segments.get(2).equals("umami.png")) {
            report(exchange, new ReportKey(segments.get(1), viewer, ReportKey.Form.PICTURE));
        } else if (segments.get(0).equals("events") && segments.size() == 4) {
            missing(
                    exchange,
                    "No such event",
                    "It is not among the newest " + RecentResults.MAX_EVENTS
                            + " events that this page holds. Older ones are in InfluxDB, measurement"
                            + " contention_events.");
        } else {
            missing(exchange, "No such page", "The pages are linked above.");
        }
    }

    private void metrics(Exchange exchange) throws InterruptedException {
        PrometheusFormat format =
                PrometheusFormat.accepted(exchange.request().getHeaders().getQualityCSV(HttpHeader.ACCEPT));
        exchange.body(
                HttpStatus.OK_200,
                format.contentType(),
                ByteBuffer.wrap(format.written(metrics.collect(access.viewer(exchange.request())))));
    }

    private Optional<LivePageContent> page(String path) {
        return uncountedPage(path).map(page -> (viewer, query) -> {
            metrics.countPage();
            return page.content(viewer, query);
        });
    }

    private Optional<LivePageContent> uncountedPage(String path) {
        List<String> segments = segments(path);
        if (segments.size() == 4 && segments.get(0).equals("events")) {
            try {
                EventPage page =
                        new EventPage(view, history, segments.get(1), segments.get(2), Long.parseLong(segments.get(3)));
                return page.exists() ? Optional.of(page) : Optional.empty();
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(pages.get(path));
    }

    private static Map<String, String> query(Request request) {
        Map<String, String> query = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            query.put(field.getName(), field.getValue());
        }
        return query;
    }

    /** The address of a page's updates: the page's own one, in a parameter. */
    private static String stream(String path, Request request) {
        String query = request.getHttpURI().getQuery();
        return STREAM + "?path=" + URLEncoder.encode(path, StandardCharsets.UTF_8) + (query == null ? "" : "&" + query);
    }

    private void stream(Exchange exchange) {
        Map<String, String> query = query(exchange.request());
        String path = query.getOrDefault("path", "");
        Optional<LivePageContent> page = path.startsWith("/") ? page(path) : Optional.empty();
        if (page.isEmpty()) {
            exchange.text(HttpStatus.NOT_FOUND_404, "No such page.");
            return;
        }
        if (HttpMethod.HEAD.is(exchange.request().getMethod())) {
            exchange.text(HttpStatus.OK_200, "");
            return;
        }
        Response response = exchange.response();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        if (!updates.add(
                new PageUpdateStream.Open(page.get(), access.viewer(exchange.request()), query, path),
                response,
                exchange.callback())) {
            exchange.retryAfter(REFUSED_RETRY_SECONDS);
            exchange.text(
                    HttpStatus.SERVICE_UNAVAILABLE_503,
                    "More than " + PageUpdateStream.MAX_READERS + " pages are open; this one is not kept up to date.");
        }
    }

    /** Answers now, or later from another thread: reading the topics takes long. */
    private void report(Exchange exchange, ReportKey key) {
        if (key.form() == ReportKey.Form.PAGE) {
            exchange.response().getHeaders().put("Content-Security-Policy", REPORT_POLICY);
        }
        reports.ask(key, new ReportService.ReportCallback() {
            @Override
            public void ready(ReportDocument document) {
                if (document.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
                    exchange.retryAfter(document.keep().toSeconds());
                }
                exchange.body(document.status(), document.type(), document.body());
            }

            @Override
            public void pending() {
                later(
                        // A program that wants a picture takes no page for it.
                        key.form() == ReportKey.Form.PAGE
                                ? HttpStatus.ACCEPTED_202
                                : HttpStatus.SERVICE_UNAVAILABLE_503,
                        PENDING_RETRY_SECONDS,
                        "Report of job " + key.jobId() + " is being prepared",
                        "The result topics are being read. This page asks again every " + PENDING_RETRY_SECONDS
                                + " s.");
            }

            @Override
            public void refused(int waiting) {
                later(
                        HttpStatus.SERVICE_UNAVAILABLE_503,
                        REFUSED_RETRY_SECONDS,
                        "Too many reports are asked for",
                        waiting + " reports are being prepared, and no more can wait. This page asks again every "
                                + REFUSED_RETRY_SECONDS + " s.");
            }

            private void later(int status, int retrySeconds, String title, String words) {
                exchange.retryAfter(retrySeconds);
                exchange.html(status, PageLayout.again(title, p(PictureText.printable(words)), retrySeconds));
            }
        });
    }

    private static void missing(Exchange exchange, String title, String words) {
        exchange.html(HttpStatus.NOT_FOUND_404, PageLayout.still(title, p(PictureText.printable(words))));
    }

    private static void asset(Exchange exchange, String name) throws IOException {
        if (name.equals("report.css")) {
            exchange.body(HttpStatus.OK_200, "text/css; charset=utf-8", StandardCharsets.UTF_8.encode(JobReport.css()));
            return;
        }
        Asset asset = ASSETS.get(name);
        if (asset == null) {
            exchange.text(HttpStatus.NOT_FOUND_404, "No such file.");
            return;
        }
        try (InputStream in = LivePageRoutes.class.getResourceAsStream(asset.resource())) {
            exchange.body(HttpStatus.OK_200, asset.type(), ByteBuffer.wrap(in.readAllBytes()));
        }
    }

    private void refuse(Exchange exchange, String path) {
        if (!access.isProtected()) {
            exchange.text(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "Without a token this page is for this host alone: look at it as http://127.0.0.1:PORT/, or"
                            + " configure livePage.tokenFile, or livePage.userHeader behind a reverse proxy.");
            return;
        }
        exchange.response().getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        exchange.html(HttpStatus.UNAUTHORIZED_401, PageLayout.still("Log in", loginForm(path, "")));
    }

    private static DomContent loginForm(String path, String trouble) {
        return div(
                trouble.isEmpty() ? p() : p(trouble).withClass("trouble").attr("role", "alert"),
                form(
                                div(
                                        label("Token").attr("for", "token"),
                                        input().withType("password")
                                                .withId("token")
                                                .withName("token")
                                                .attr("autocomplete", "current-password")
                                                .isRequired()),
                                input().withType("hidden").withName("to").withValue(path),
                                button("Log in").withType("submit"))
                        .withMethod("post")
                        .withAction("/login"));
    }

    /** The form may come slowly; no thread waits for it. */
    private void login(Exchange exchange) {
        FormFields.onFields(
                exchange.request(),
                StandardCharsets.UTF_8,
                MAX_LOGIN_FIELDS,
                MAX_LOGIN_BYTES,
                new Promise.Invocable.NonBlocking<>() {
                    @Override
                    public void succeeded(Fields fields) {
                        login(exchange, fields);
                    }

                    @Override
                    public void failed(Throwable failure) {
                        LOG.debug("a login that cannot be read", failure);
                        exchange.response().getHeaders().put(HttpHeader.CONNECTION, "close"); // the rest is not read
                        exchange.text(HttpStatus.BAD_REQUEST_400, "This is no login.");
                    }
                });
    }

    private void login(Exchange exchange, Fields fields) {
        String to = fields.getValue("to");
        String path = to != null && to.matches("/([^/\\\\\\p{Cntrl}].*)?") ? to : "/";
        if (access.isToken(fields.getValue("token"))) {
            Response.addCookie(
                    exchange.response(), access.cookie(exchange.request().isSecure()));
            redirect(exchange, path);
        } else {
            exchange.html(
                    HttpStatus.UNAUTHORIZED_401, PageLayout.still("Log in", loginForm(path, "This is not the token.")));
        }
    }

    private static void redirect(Exchange exchange, String path) {
        exchange.response().getHeaders().put(HttpHeader.LOCATION, path);
        exchange.text(HttpStatus.SEE_OTHER_303, "See " + path);
    }
}
