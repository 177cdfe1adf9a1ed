package io.barograph.page;

import static j2html.TagCreator.each;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.p;

import io.barograph.page.report.JobRuns;
import io.barograph.page.report.ReportDocument;
import io.barograph.page.report.ReportKey;
import io.barograph.page.report.ReportService;
import io.barograph.page.results.PageViewer;
import io.barograph.pictures.JobReport;
import io.barograph.pictures.PictureRenderer;
import io.barograph.pictures.PictureText;
import io.barograph.pictures.RunEvidence;
import io.barograph.schemas.JobWeather;
import j2html.tags.DomContent;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** Draws reports and diagrams, each as its viewer may see it. */
final class ReportPages implements ReportService.Renderer {
    /** A decision is taken again 15 min later if samples were missing, and further runs of the job may end. */
    private static final Duration SETTLED = Duration.ofMinutes(30);

    private static final Duration KEEP_RECENT = Duration.ofMinutes(1);
    private static final Duration KEEP_SETTLED = Duration.ofMinutes(10);

    /** Who has just seen a job end asks for its verdict until it is there. */
    private static final Duration KEEP_MISSING = Duration.ofSeconds(15);

    private static final Duration KEEP_FAILURE = Duration.ofSeconds(5);

    private final Clock clock;

    ReportPages(Clock clock) {
        this.clock = clock;
    }

    @Override
    public ReportDocument document(ReportKey key, JobRuns job) {
        List<RunEvidence> seen = job.runs().stream()
                .filter(run -> key.viewer().sees(run.verdict().getUser()))
                .map(run -> key.viewer().staff() ? run : unnamed(key.viewer(), run))
                .toList();
        if (seen.isEmpty()) {
            return missing(
                    "No report of job " + key.jobId(),
                    "There is no verdict on it. A run is judged half a minute after its end, once its Darshan log is"
                            + " read. Verdicts are kept as long as the retention of the broker's topics.",
                    KEEP_MISSING);
        }
        Instant settled = clock.instant().minus(SETTLED);
        Duration keep =
                seen.stream().allMatch(run -> run.verdict().getDecidedAt().isBefore(settled))
                        ? KEEP_SETTLED
                        : KEEP_RECENT;
        return switch (key.form()) {
            case PAGE ->
                ReportDocument.html(
                        HttpStatus.OK_200,
                        PageLayout.report(key.jobId(), content(key.jobId(), seen, job.older())),
                        keep);
            case PICTURE -> picture(key, seen, keep);
        };
    }

    private static DomContent content(String jobId, List<RunEvidence> runs, int older) {
        return each(
                iff(older > 0, p("The newest " + runs.size() + " runs of this job; " + older + " began earlier.")),
                JobReport.content(jobId, runs));
    }

    private static ReportDocument picture(ReportKey key, List<RunEvidence> runs, Duration keep) {
        // The last run is what the reader of a message about the job means.
        for (int i = runs.size() - 1; i >= 0; i--) {
            if (runs.get(i).umami().isPresent()) {
                return ReportDocument.of(
                        HttpStatus.OK_200,
                        "image/png",
                        PictureRenderer.png(runs.get(i).umami().get()),
                        keep);
            }
        }
        return missing(
                "No diagram",
                "Job " + key.jobId() + " cannot be drawn: " + runs.get(0).whyNotDrawn(),
                keep);
    }

    private static ReportDocument missing(String title, String words, Duration keep) {
        return ReportDocument.html(
                HttpStatus.NOT_FOUND_404, PageLayout.still(title, p(PictureText.printable(words))), keep);
    }

    @Override
    public ReportDocument failure(ReportKey key, String reason) {
        return ReportDocument.html(
                HttpStatus.SERVICE_UNAVAILABLE_503,
                PageLayout.again("Results cannot be read", p(PictureText.printable(String.valueOf(reason))), (int)
                        (2 * KEEP_FAILURE.toSeconds())),
                KEEP_FAILURE);
    }

    /** The same with neighbours of others without a name. */
    private static RunEvidence unnamed(PageViewer viewer, RunEvidence run) {
        List<JobWeather> neighbours = run.neighbours().stream()
                .map(other -> viewer.sees(other.getUser())
                        ? other
                        : JobWeather.newBuilder(other)
                                .setJobId("another job")
                                .setUser(null)
                                .setApplication(null)
                                .setExecutable("-")
                                .build())
                .toList();
        return new RunEvidence(
                run.verdict(),
                run.umami(),
                run.whyNotDrawn(),
                run.weather(),
                run.summary(),
                run.rates(),
                neighbours,
                run.why().withoutNames());
    }
}
