package io.barograph.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.DatabaseResult;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteHistory;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.TimePoint;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.Victim;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>\"'&";
    private static final PageViewer ADA = PageViewer.user("ada");

    private final RecentResults view = Samples.view();

    private static ContentionEvent harm() {
        return Samples.event(EventKind.CONTENTION, EventState.OPENED, 600)
                .setWorstSlowdown(3.2)
                .setSuspects(List.of(
                        Suspect.newBuilder()
                                .setJobId("4711")
                                .setUser("mallory")
                                .setApplication("secret.exe")
                                .setAmount(1e12)
                                .setShare(0.61)
                                .setSource(SuspectSource.JOB_STATS)
                                .build(),
                        Suspect.newBuilder()
                                .setJobId("99")
                                .setUser("ada")
                                .setApplication("vpicio_uni")
                                .setAmount(1e11)
                                .setShare(0.06)
                                .setSource(SuspectSource.JOB_STATS)
                                .build()))
                .setVictims(List.of(Victim.newBuilder()
                        .setJobId("4712")
                        .setUser("mallory")
                        .setApplication("secret.exe")
                        .build()))
                .setVictimJobs(1)
                .setSimilarEvents(4)
                .setSimilarApplication("secret.exe")
                .setSimilarByApplication(3)
                .build();
    }

    private static <T extends DatabaseResult<T>> CachedQuery<T> latest(T now) {
        return new CachedQuery<>(() -> now, now, Duration.ZERO, Clock.fixed(Samples.NOW, ZoneOffset.UTC));
    }

    /** Two hours with a slowdown of three, and three OSTs of which one is slow and one unknown. */
    private static CachedQuery<SiteHistory> history() {
        List<TimePoint> rates = new ArrayList<>();
        List<TimePoint> slowdowns = new ArrayList<>();
        for (int minute = 0; minute < 120; minute += 2) {
            Instant time = Samples.NOW.minus(Duration.ofMinutes(minute));
            rates.add(new TimePoint(time, 1e9));
            slowdowns.add(new TimePoint(time, minute < 10 ? 3.0 : 1.0));
        }
        return latest(new SiteHistory(
                Samples.NOW,
                Map.of(
                        "scratch",
                        new SiteHistory.FileSystem(
                                rates,
                                rates,
                                slowdowns,
                                List.of(
                                        new SiteHistory.Ost("OST0000", 2e9, 0.5, null),
                                        new SiteHistory.Ost("OST0001", 1e8, 0.6, 4.5),
                                        new SiteHistory.Ost("OST0002", null, null, null)))),
                ""));
    }

    private LivePageContent now(FileSystemSnapshot... fileSystems) {
        return new StatusPage(latest(new SiteSnapshot(Samples.NOW, List.of(fileSystems), "")), history(), view);
    }

    private static String eventPage(RecentResults view, PageViewer viewer) throws InterruptedException {
        return Samples.rendered(
                new EventPage(
                        view,
                        history(),
                        "scratch",
                        "write",
                        harm().getOpenedAt().toEpochMilli()),
                viewer,
                Map.of());
    }

    @Test
    void shouldEscapeWhatUsersName() throws InterruptedException {
        JobWeather weather = Samples.weather(HOSTILE, 100)
                .setUser(HOSTILE)
                .setApplication(HOSTILE)
                .setFileSystem(HOSTILE)
                .build();
        view.add(weather);
        view.add(Samples.verdict(weather).setSentence(HOSTILE).build());
        view.add(ContentionEvent.newBuilder(harm())
                .setSuspects(List.of(Suspect.newBuilder()
                        .setJobId(HOSTILE)
                        .setUser(HOSTILE)
                        .setApplication(HOSTILE)
                        .setAmount(1)
                        .setSource(SuspectSource.JOB_STATS)
                        .build()))
                .setSentence(HOSTILE)
                .build());
        FileSystemSnapshot well = Samples.well();
        FileSystemSnapshot hostile = new FileSystemSnapshot(
                HOSTILE,
                well.rates(),
                Map.of(HOSTILE, 3.0),
                new FileSystemSnapshot.Fullest(HOSTILE, 0.95),
                null,
                null,
                Map.of(),
                List.of(new FileSystemSnapshot.Talker("OST", 1, HOSTILE, HOSTILE, HOSTILE, 0.5, 1)));

        for (LivePageContent page : List.of(now(hostile), new JobsPage(view), new EventsPage(view))) {
            assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of("q", "<img")))
                    .contains("&lt;img src=x")
                    .doesNotContain("<img");
        }
        assertThat(eventPage(view, PageViewer.STAFF)).contains("&lt;img src=x").doesNotContain("<img");
        assertThat(PageLayout.live(new PageContent(HOSTILE, List.of()), "/", "/stream?\"><script>"))
                .doesNotContain("<img", "\"><script>");
    }

    @Test
    void shouldShowStaffWhoIsSuspected() throws InterruptedException {
        view.add(harm());

        assertThat(eventPage(view, PageViewer.STAFF))
                .contains("4711", "mallory", "secret.exe", "61 %", "disturbed others", "3 of them by secret.exe");
        assertThat(Samples.rendered(new EventsPage(view), PageViewer.STAFF, Map.of()))
                .contains("/jobs/4711");
        assertThat(Samples.rendered(now(Samples.well()), PageViewer.STAFF, Map.of()))
                .contains("/jobs/4711", "secret.exe");
    }

    @Test
    void shouldNameNobodyElseToAUser() throws InterruptedException {
        view.add(harm());

        for (String page : List.of(
                eventPage(view, ADA),
                Samples.rendered(new EventsPage(view), ADA, Map.of()),
                Samples.rendered(now(Samples.well()), ADA, Map.of()))) {
            assertThat(page).contains("another job").doesNotContain("4711", "4712", "mallory", "secret.exe");
        }
        assertThat(eventPage(view, ADA)).contains("61 %", "your job 99", "/jobs/99", "vpicio_uni");
        assertThat(Samples.rendered(now(Samples.well()), ADA, Map.of()))
                .as("how the file system is")
                .contains("Write contention on scratch");
    }

    @Test
    void shouldShowUsersTheirOwnJobsOnly() throws InterruptedException {
        view.add(Samples.weather("1", 100).build());
        view.add(Samples.weather("2", 200).setUser("mallory").build());
        view.add(Samples.weather("3", 300).setUser(null).build());
        LivePageContent page = new JobsPage(view);

        assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of())).contains("/jobs/1", "/jobs/2", "/jobs/3");
        assertThat(Samples.rendered(page, ADA, Map.of()))
                .contains("/jobs/1")
                .doesNotContain("/jobs/2", "/jobs/3", "mallory");
        assertThat(Samples.rendered(page, PageViewer.user(""), Map.of()))
                .contains("Nobody says who you are")
                .doesNotContain("/jobs/1", "/jobs/2", "/jobs/3");
        assertThat(Samples.rendered(page, ADA, Map.of("q", "mallory"))).doesNotContain("/jobs/");
    }

    @Test
    void shouldFilterRuns() throws InterruptedException {
        JobWeather slow = Samples.weather("1", 100).build();
        view.add(slow);
        Anomaly verdict = Samples.verdict(slow).setVerdict(Verdict.ANOMALOUS).build();
        view.add(verdict);
        view.add(Samples.weather("2", 200)
                .setFileSystem("projects")
                .setApplication("ior")
                .build());
        LivePageContent page = new JobsPage(view);

        assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of("verdict", "ANOMALOUS")))
                .contains("/jobs/1", "unusually slow", "0.75", "50 %")
                .doesNotContain("/jobs/2");
        assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of("fs", "projects")))
                .contains("/jobs/2", "not judged yet")
                .doesNotContain("/jobs/1");
        assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of("q", "IOR")))
                .contains("/jobs/2")
                .doesNotContain("/jobs/1");
    }

    @Test
    void shouldSaySinceWhenWhoAndWhatNext() throws InterruptedException {
        view.add(harm());

        String page = Samples.rendered(now(Samples.well()), PageViewer.STAFF, Map.of());

        assertThat(page)
                .contains(
                        "2026-03-01 11:50:00 UTC, 10 min 0 s",
                        "(secret.exe), 61 % of the load",
                        "1 job lost time",
                        "href=\"" + EventPageLinks.path(harm()) + "\">Suspects, victims and course");
    }

    @Test
    void shouldNotNameTheJobWithTheLargestLoadToAnybodyElse() throws InterruptedException {
        view.add(Samples.weather("4711", 100).setUser("ada").build());
        PageViewer mallory = PageViewer.user("mallory");

        assertThat(Samples.rendered(now(Samples.well()), mallory, Map.of()))
                .as("job statistics say mallory, its run says ada")
                .contains("Largest load", "another job")
                .doesNotContain("4711", "secret.exe");
        assertThat(Samples.rendered(now(Samples.well()), ADA, Map.of())).contains("your job 4711");
    }

    @Test
    void shouldShowAnEventOfAnotherClockAndOneThatIsNoLongerHeld() throws InterruptedException {
        Instant ahead = Samples.NOW.plus(Duration.ofHours(5));
        view.add(ContentionEvent.newBuilder(harm())
                .setOnset(ahead)
                .setStart(ahead)
                .setOpenedAt(ahead)
                .build());
        String course = "The course of this event is not shown";

        assertThat(Samples.rendered(
                        new EventPage(view, history(), "scratch", "write", ahead.toEpochMilli()),
                        PageViewer.STAFF,
                        Map.of()))
                .contains(course, "4711");
        assertThat(Samples.rendered(new EventPage(view, history(), "scratch", "write", 1), PageViewer.STAFF, Map.of()))
                .contains(course);
    }

    @Test
    void shouldDrawTheDayWithItsEventsAndEachOst() throws InterruptedException {
        view.add(harm());

        String page = Samples.rendered(now(Samples.well()), PageViewer.STAFF, Map.of());

        assertThat(page)
                .contains(
                        "at most 3.00",
                        "&quot;step&quot;:300,&quot;steps&quot;:288",
                        "null,null,1.0E9,",
                        "3.0,3.0]",
                        "&quot;events&quot;:[{&quot;from&quot;:"
                                + harm().getStart().getEpochSecond() + "}]",
                        "3 OSTs: 1 slow, 1 above half of the busiest, 1 unknown",
                        "slow: OST0001 (4.50 times as long)",
                        "busiest: OST0000, 2.00 GB/s",
                        "fullest: OST0001, 60 % used");
        assertThat(eventPage(view, PageViewer.STAFF)).contains("&quot;step&quot;:120", "&quot;level&quot;:2.0");
    }

    @Test
    void shouldShowWhatIsNotKnownAsUnknownAndNeverAsZero() throws InterruptedException {
        FileSystemSnapshot silent =
                new FileSystemSnapshot("scratch", null, Map.of(), null, null, null, Map.of(), List.of());

        String page = Samples.rendered(now(silent), PageViewer.STAFF, Map.of());

        assertThat(page).contains("data-state=\"UNKNOWN\"").doesNotContain("class=\"known\"", "0 B/s");
        assertThat(page.split("class=\"unknown\"", -1)).hasSize(1 + 11);
    }

    @Test
    void shouldSayThatInfluxDbDoesNotAnswer() throws InterruptedException {
        LivePageContent page = new StatusPage(
                latest(new SiteSnapshot(Samples.NOW, List.of(), "InfluxDB does not answer: refused")),
                latest(SiteHistory.NOTHING.unknown(Samples.NOW, "InfluxDB does not answer")),
                new RecentResults());

        assertThat(Samples.rendered(page, PageViewer.STAFF, Map.of()))
                .contains("InfluxDB does not answer: refused", "events not known", "still being read");
    }
}
