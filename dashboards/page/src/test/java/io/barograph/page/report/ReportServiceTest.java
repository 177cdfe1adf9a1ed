package io.barograph.page.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.page.results.PageViewer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReportServiceTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();
    private final Set<String> givenUp = ConcurrentHashMap.newKeySet();
    private final CountDownLatch topicsAreRead = new CountDownLatch(1);
    private int bytes = 10;
    private ReportService reports = reports(this::evidence);

    @AfterEach
    void close() {
        reports.close();
    }

    private ReportService reports(JobEvidence evidence) {
        return new ReportService(
                evidence,
                new ReportService.Renderer() {
                    @Override
                    public ReportDocument document(ReportKey key, JobRuns runs) {
                        return ReportDocument.of(200, "text/html", new byte[bytes], Duration.ofMinutes(1));
                    }

                    @Override
                    public ReportDocument failure(ReportKey key, String reason) {
                        return ReportDocument.html(503, reason, Duration.ofSeconds(5));
                    }
                },
                nanos::get);
    }

    private Map<String, JobRuns> evidence(Set<String> jobIds) throws InterruptedException {
        jobIds.forEach(job -> asked.merge(job, 1, Integer::sum));
        try {
            topicsAreRead.await();
        } catch (InterruptedException e) {
            givenUp.addAll(jobIds);
            throw e;
        }
        return Map.of();
    }

    /** What has been said to one request. */
    private static final class Heard implements ReportService.ReportCallback {
        private final List<String> said = new ArrayList<>();

        @Override
        public synchronized void ready(ReportDocument document) {
            said.add(String.valueOf(document.status()));
        }

        @Override
        public synchronized void pending() {
            said.add("pending");
        }

        @Override
        public synchronized void refused(int waiting) {
            said.add("refused");
        }

        synchronized List<String> said() {
            return List.copyOf(said);
        }
    }

    private Heard ask(String jobId, PageViewer viewer) {
        Heard heard = new Heard();
        reports.ask(new ReportKey(jobId, viewer, ReportKey.Form.PAGE), heard);
        return heard;
    }

    private void pass(int seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void shouldGiveUpWhatNobodyWaitsForAndNeverBeginWhatNobodyWaitsForAnyMore() {
        Heard first = ask("1", PageViewer.STAFF);
        await().until(() -> asked.containsKey("1"));
        Heard second = ask("2", PageViewer.STAFF);
        await().until(() -> asked.containsKey("2"));
        Heard queued = ask("3", PageViewer.STAFF);

        pass(ReportService.ANSWER_TIMEOUT_SECONDS + 1);

        await().until(() -> queued.said().equals(List.of("pending")));
        assertThat(givenUp).isEmpty();

        pass(ReportService.ABANDONED_SECONDS + 1);

        await().until(() -> givenUp.equals(Set.of("1", "2")));
        Heard last = ask("4", PageViewer.STAFF);
        await().until(() -> asked.containsKey("4"));
        topicsAreRead.countDown();
        await().until(() -> last.said().equals(List.of("200")));
        assertThat(asked).doesNotContainKey("3");
        assertThat(first.said()).containsExactly("pending");
        assertThat(second.said()).containsExactly("pending");
    }

    @Test
    void shouldGoOnWithWhatIsStillAskedFor() {
        ask("1", PageViewer.STAFF);
        await().until(() -> asked.containsKey("1"));
        pass(ReportService.ABANDONED_SECONDS - 1);
        Heard again = ask("1", PageViewer.STAFF);
        pass(2);
        topicsAreRead.countDown();
        await().until(() -> again.said().equals(List.of("200")));
        assertThat(asked).containsExactly(Map.entry("1", 1));
        assertThat(givenUp).isEmpty();
    }

    @Test
    void shouldLetNoUserTakeAllPlaces() {
        PageViewer ada = PageViewer.user("ada");
        for (int i = 0; i < ReportService.MAX_PENDING_OF_USER; i++) {
            assertThat(ask("a" + i, ada).said()).isEmpty();
        }
        assertThat(ask("a-more", ada).said()).containsExactly("refused");
        assertThat(ask("b", PageViewer.user("bob")).said()).isEmpty();
    }

    @Test
    void shouldKeepNoMoreThanItsBytesAndNothingForLongerThanItHolds() {
        topicsAreRead.countDown();
        bytes = (int) (ReportService.MAX_KEPT_BYTES / 4);
        for (int i = 0; i < 6; i++) {
            Heard heard = ask("job" + i, PageViewer.STAFF);
            await().until(() -> heard.said().equals(List.of("200")));
        }
        assertThat(ask("job5", PageViewer.STAFF).said()).as("kept").containsExactly("200");
        assertThat(ask("job2", PageViewer.STAFF).said()).as("kept").containsExactly("200");
        Heard oldest = ask("job0", PageViewer.STAFF);
        await().until(() -> oldest.said().equals(List.of("200")));
        assertThat(asked).containsEntry("job0", 2).containsEntry("job5", 1).containsEntry("job2", 1);

        pass(61);
        Heard again = ask("job5", PageViewer.STAFF);
        await().until(() -> again.said().equals(List.of("200")));
        assertThat(asked).containsEntry("job5", 2);
    }

    @Test
    void shouldGoOnAfterResultsThatCannotBeReadOrShown() {
        reports.close();
        Map<String, Exception> failures = new HashMap<>();
        failures.put("io", new IOException("the broker does not answer"));
        failures.put("bug", new IllegalStateException("not shown"));
        reports = reports(jobIds -> {
            for (String job : jobIds) {
                if (failures.get(job) instanceof IOException e) {
                    throw e;
                }
                if (failures.get(job) instanceof RuntimeException e) {
                    throw e;
                }
            }
            return Map.of();
        });
        for (String job : List.of("io", "bug", "io2", "io", "bug")) {
            Heard heard = ask(job, PageViewer.STAFF);
            String expected = failures.containsKey(job) ? "503" : "200";
            await().until(() -> heard.said().equals(List.of(expected)));
        }
    }

    /** Its threads had ended one after the other, and no report was made any more. */
    @Test
    void shouldGoOnWhateverARequestOrADocumentThrows() {
        reports.close();
        AtomicInteger thrown = new AtomicInteger();
        reports = new ReportService(
                jobIds -> Map.of(),
                new ReportService.Renderer() {
                    @Override
                    public ReportDocument document(ReportKey key, JobRuns runs) {
                        if (key.jobId().startsWith("bad")) {
                            throw new NoClassDefFoundError("the picture");
                        }
                        return ReportDocument.of(200, "text/html", new byte[bytes], Duration.ofMinutes(1));
                    }

                    @Override
                    public ReportDocument failure(ReportKey key, String reason) {
                        thrown.incrementAndGet();
                        throw new NoClassDefFoundError("the page");
                    }
                },
                nanos::get);
        for (int i = 0; i < 4; i++) {
            Heard bad = ask("bad" + i, PageViewer.STAFF);
            await().until(() -> bad.said().equals(List.of("pending")));
            reports.ask(
                    new ReportKey("gone" + i, PageViewer.STAFF, ReportKey.Form.PAGE),
                    new ReportService.ReportCallback() {
                        @Override
                        public void ready(ReportDocument document) {
                            thrown.incrementAndGet();
                            throw new NoClassDefFoundError("the connection");
                        }

                        @Override
                        public void pending() {}

                        @Override
                        public void refused(int waiting) {}
                    });
        }
        await().until(() -> thrown.get() == 8);
        Heard good = ask("good", PageViewer.STAFF);
        await().until(() -> good.said().equals(List.of("200")));
    }
}
