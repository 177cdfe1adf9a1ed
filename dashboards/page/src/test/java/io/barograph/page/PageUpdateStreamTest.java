package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.page.results.PageViewer;
import j2html.TagCreator;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PageUpdateStreamTest {
    /** Beats had ended for all, and open pages stayed as they were: green, if they had been green. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldKeepTheOtherPagesUpToDateWhateverOneThrows() throws Exception {
        AtomicInteger beats = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        LivePageContent good = (viewer, query) -> content("beat " + beats.incrementAndGet());
        LivePageContent bad = (viewer, query) -> {
            failures.incrementAndGet();
            throw new NoClassDefFoundError("the picture");
        };
        Server server = new Server(0);
        try (PageUpdateStream updates = new PageUpdateStream(Duration.ofMillis(20))) {
            server.setHandler(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    String path = Request.getPathInContext(request);
                    LivePageContent page = path.equals("/bad") ? bad : good;
                    return updates.add(
                            new PageUpdateStream.Open(page, PageViewer.STAFF, Map.of(), path), response, callback);
                }
            });
            server.start();
            try (BufferedReader pageThatGoesOn = open(server, "/good")) {
                assertThat(pageThatGoesOn.readLine()).contains("beat 1");
                try (BufferedReader pageThatFails = open(server, "/bad")) {
                    assertThat(pageThatFails.readLine()).isNull();
                }
                assertThat(failures).hasValue(1);
                int before = beats.get();
                while (beats.get() < before + 5) {
                    assertThat(pageThatGoesOn.readLine()).isNotNull();
                }
            }
        } finally {
            server.stop();
        }
    }

    private static PageContent content(String text) {
        return new PageContent("page", List.of(new PageSection("part", false, TagCreator.p(text))));
    }

    private static BufferedReader open(Server server, String path) throws Exception {
        int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
        HttpResponse<InputStream> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }
}
