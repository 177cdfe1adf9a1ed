package io.barograph.dashboards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.LivePageSettings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The live page in a browser, over results that the real pipeline has made. The page's clock is moved through the
 * simulated night. With {@code -Dbarograph.screenshots=FOLDER} the pictures of the docs are written there.
 */
@ExtendWith(SimulatedEvening.Shared.class)
class LivePageIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Instant EARLIER = SimulatedEvening.TO.minus(Duration.ofMinutes(10));
    private static final int PHONE = 360;
    private static final int DESK = 1100;
    private static final int WALL = 3840;

    private static final MovableClock CLOCK = new MovableClock();
    private static Browser browser;
    private static LivePageServer page;

    /** What the page takes for now. */
    private static final class MovableClock extends Clock {
        private volatile Instant now = EARLIER;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeAll
    static void start(SimulatedEvening evening) throws Exception {
        browser = Browser.start();
        page = LivePageServer.start(
                LivePageSettings.forThisHost(0),
                new LivePageServer.Installation(evening.kafka(), evening.database(), false, evening.catalogue()),
                CLOCK);
        browser.open(page.url());
        await().atMost(LIMIT).until(() -> !browser.texts("#open").get(0).contains("still being read"));
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (browser != null) {
            browser.close();
        }
        if (page != null) {
            page.close();
        }
    }

    @BeforeEach
    void lookFromADesk() {
        CLOCK.now = EARLIER;
        browser.look(DESK, 900, false);
    }

    private static void open(String path) {
        browser.open(page.url().resolve(path));
    }

    private static String number(String key) {
        return browser.first("[data-number=" + key + "]").getText();
    }

    @Test
    void shouldShowNewValuesWithoutReloadAndUnknownWhenTheyGrowOld() throws Exception {
        open("/");
        browser.run("document.querySelector('details').open = true");
        await().atMost(LIMIT).until(() -> number("interval").contains("01:5"));
        browser.run("window.sameDocument = true");
        String before = number("interval") + number("read") + number("write");

        CLOCK.now = SimulatedEvening.TO;

        await().atMost(LIMIT).until(() -> !(number("interval") + number("read") + number("write")).equals(before));
        assertThat(number("read")).contains("B/s");
        assertThat(number("slowdown")).isNotEqualTo("unknown");
        assertThat(browser.texts(".state")).containsExactly("slow");
        CLOCK.now = SimulatedEvening.TO.plus(Duration.ofMinutes(10));

        await().atMost(LIMIT).until(() -> browser.texts(".state").equals(List.of("unknown")));
        assertThat(List.of(number("read"), number("write"), number("slowdown"), number("silent")))
                .containsOnly("unknown");
        assertThat(browser.first("[role=status]").getText()).contains("sim-scratch: unknown");
        assertThat(browser.run("return window.sameDocument")).isEqualTo(true);
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void shouldSayDuringContentionWhoIsSuspectedAndDrawTheDay() throws Exception {
        CLOCK.now = SimulatedEvening.TO;
        open("/");

        await().atMost(LIMIT).until(() -> browser.texts(".state").equals(List.of("slow")));
        assertThat(browser.texts(".story")).singleElement().asString().contains("Since", "Suspect", "% of the load");
        await().atMost(LIMIT).until(() -> browser.all("#day canvas").size() == 2);
        assertThat(
                        browser.run(
                                "return [...document.querySelectorAll('#day canvas')].every(canvas =>"
                                        + " canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(v => v > 0))"))
                .as("charts with ink")
                .isEqualTo(true);
        assertThat(browser.first("#day .osts").getAttribute("aria-label")).startsWith("16 OSTs: ");
        assertThat(browser.errors()).isEmpty();
        browser.look(DESK, 1250, false);
        screenshot("live-page-now.png");
        browser.look(DESK, 1250, true);
        screenshot("live-page-dark.png");
        browser.look(PHONE, 1400, false);
        screenshot("live-page-phone.png");
    }

    @Test
    void shouldFindAJobByTheSearchOfEachPage() {
        open("/jobs?verdict=NORMAL");
        String id = browser.first("tbody th a").getText();
        open("/slowdown");

        browser.first("[role=search] input").sendKeys(id, org.openqa.selenium.Keys.ENTER);

        await().atMost(LIMIT).until(() -> browser.address().getPath().equals("/jobs"));
        assertThat(browser.texts("tbody th a")).isNotEmpty().containsOnly(id);
    }

    @Test
    void shouldOpenTheReportOfAJobByAClick() throws Exception {
        open("/jobs?verdict=NORMAL");
        var job = browser.first("tbody th a");
        String id = job.getText();

        job.click();

        await().atMost(LIMIT).until(() -> browser.address().getPath().equals("/jobs/" + id));
        // A page says that the report is being prepared until it is.
        await().atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> browser.first("h1").getText().equals("Job " + id));
        assertThat(browser.all("figure svg .umami-star")).isNotEmpty();
        assertThat(browser.errors()).isEmpty();
        screenshot("live-page-report.png");
    }

    @Test
    void shouldOpenAnEventByAClickAndReachTheContentByKeyboard() {
        open("/events");
        browser.first("#harm tbody th a").click();

        await().atMost(LIMIT).until(() -> browser.address().getPath().startsWith("/events/sim-scratch/"));
        assertThat(browser.texts("#event")).singleElement().asString().contains("Suspects", "Victims");
        browser.first("body").sendKeys(org.openqa.selenium.Keys.TAB);
        assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("Skip to content");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void shouldBeUsableByEverybodyInLightAndDarkAndOnAPhone() throws Exception {
        open("/jobs?verdict=NORMAL");
        String report = browser.first("tbody th a").getAttribute("href");
        open("/events");
        String event = browser.first("#harm tbody th a").getAttribute("href");
        List<String> faults = new ArrayList<>();
        for (String path : List.of("/", "/jobs", "/events", "/slowdown", report, event)) {
            open(path);
            for (boolean dark : new boolean[] {false, true}) {
                browser.look(dark ? PHONE : DESK, 900, dark);
                for (String fault : browser.faults()) {
                    faults.add(path + (dark ? " dark " : " light ") + fault);
                }
            }
            for (int width : new int[] {PHONE, DESK, WALL}) {
                browser.look(width, 900, true);
                long wide = (Long) browser.run("return document.documentElement.scrollWidth");
                if (wide > width) {
                    faults.add(path + " is " + wide + " pixels wide in a window of " + width);
                }
            }
        }
        assertThat(faults).isEmpty();
        assertThat(browser.errors()).isEmpty();
    }

    /** Numbers of the page, as a scraper gets them. */
    @Test
    void shouldSendWhatItShowsAsMetrics() throws Exception {
        HttpRequest scrape =
                HttpRequest.newBuilder(page.url().resolve("/metrics")).build();
        HttpClient http = HttpClient.newHttpClient();

        await().atMost(LIMIT).untilAsserted(() -> assertThat(
                        http.send(scrape, HttpResponse.BodyHandlers.ofString()).body())
                .contains(
                        "barograph_influxdb_up 1.0",
                        "barograph_read_bytes_per_second{fs=\"sim-scratch\"}",
                        "barograph_write_bytes_per_second{fs=\"sim-scratch\"}",
                        "barograph_newest_rates_age_seconds{fs=\"sim-scratch\"}",
                        "barograph_slowdown_ratio{fs=\"sim-scratch\",operation=\"STAT\"}",
                        "barograph_job_coverage_ratio{fs=\"sim-scratch\",job_id=\"",
                        "barograph_judged_runs{fs=\"sim-scratch\",verdict=\"NORMAL\"}"));
    }

    private static void screenshot(String name) throws Exception {
        String folder = System.getProperty("barograph.screenshots");
        if (folder != null) {
            Files.write(Path.of(folder).resolve(name), browser.picture());
        }
    }
}
