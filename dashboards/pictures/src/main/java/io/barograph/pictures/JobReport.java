package io.barograph.pictures;

import static j2html.TagCreator.dd;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.LossExplanation;
import io.barograph.verdicts.explanation.VerdictSentences;
import io.barograph.verdicts.why.SlownessExplanation;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is known of a job, as one HTML page that needs nothing else: no script, no font, no network. */
public final class JobReport {
    private static final int MAX_NEIGHBOURS = 50;

    private JobReport() {}

    /** @return an HTML document in UTF-8 */
    public static String page(String jobId, List<RunEvidence> runs) {
        return ReportHtml.page("Job " + jobId, sections(runs));
    }

    /**
     * @param runs its runs, in the order of the page
     * @return what {@link #page} shows, to stand in a page that brings the style of {@link #css}
     */
    public static DomContent content(String jobId, List<RunEvidence> runs) {
        return each(h1("Job " + PictureText.printable(jobId)), each(sections(runs), section -> section));
    }

    /** @return the style sheet of {@link #content} */
    public static String css() {
        return ReportHtml.css();
    }

    private static List<DomContent> sections(List<RunEvidence> runs) {
        List<DomContent> sections = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            sections.add(run(runs.get(i), "run" + (i + 1)));
        }
        return sections;
    }

    private static DomContent run(RunEvidence run, String id) {
        Anomaly verdict = run.verdict();
        String application = verdict.getApplication() == null ? verdict.getExecutable() : verdict.getApplication();
        return section(
                        h2(PictureText.printable(application + " on " + verdict.getFileSystem())),
                        p(PictureText.printable(when(verdict.getStartTime(), verdict.getEndTime())
                                + (verdict.getUser() == null ? "" : ", user " + verdict.getUser()))),
                        diagnosis(verdict, run.why()),
                        loss(verdict),
                        umami(run, id),
                        metrics(
                                "Metrics that explain a loss",
                                verdict.getSuspects(),
                                "No metric of the weather explains a loss."),
                        metrics("Metrics that do not", verdict.getExonerated(), "None was looked at."),
                        causes(verdict),
                        activity(run, id),
                        weather(run, id),
                        neighbours(run))
                .withId(id);
    }

    private static String when(Instant start, Instant end) {
        return start == null || end == null
                ? "time not known"
                : start.truncatedTo(ChronoUnit.SECONDS) + " to " + end.truncatedTo(ChronoUnit.SECONDS);
    }

    private static DomContent diagnosis(Anomaly verdict, SlownessExplanation why) {
        List<DomContent> facts = new ArrayList<>();
        fact(facts, "Verdict", verdict.getVerdict().name());
        fact(facts, "Performance", words("B/s", verdict.getPerformance(), null));
        fact(facts, "Usual performance", words("B/s", verdict.getUsualPerformance(), null));
        fact(facts, "Fraction of peak", percent(verdict.getFractionOfPeak()));
        fact(
                facts,
                "Climate",
                verdict.getClimateSize() == null ? null : verdict.getClimateSize() + " earlier runs of its motif");
        fact(
                facts,
                "Most likely",
                LossCause.named(verdict.getLikelyCause())
                        .filter(cause -> !cause.isCircumstance())
                        .map(LossCause::title)
                        .orElse(null));
        fact(
                facts,
                "Cause in",
                verdict.getSide() == null || verdict.getConfidence() == null
                        ? null
                        : verdict.getSide() + " (" + VerdictSentences.confidence(verdict.getConfidence()) + ")");
        fact(facts, "Motif", verdict.getMotif());
        return div(
                        p(text("Why: "), strong(why.answer().words()))
                                .withClass("answer")
                                .attr("data-answer", why.answer().name())
                                .attr("data-rule", why.rule().name()),
                        ul(each(why.evidence(), line -> li(PictureText.printable(line)))),
                        p(PictureText.printable(verdict.getSentence())).withClass("sentence"),
                        dl(each(facts, content -> content)))
                .withClass("diagnosis " + verdict.getVerdict().name().toLowerCase(Locale.ROOT));
    }

    private static void fact(List<DomContent> facts, String name, String value) {
        if (value != null) {
            facts.add(dt(name));
            facts.add(dd(PictureText.printable(value)));
        }
    }

    private static String percent(Double fraction) {
        return fraction == null ? null : String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }

    private static DomContent umami(RunEvidence run, String id) {
        return each(
                h3("Beside other runs of its motif"),
                run.umami()
                        .map(umami -> ReportHtml.drawing(
                                new UmamiPicture(umami), id + "-umami", "Compared with " + umami.climate()))
                        .orElseGet(() -> ReportHtml.missing("There is no UMAMI diagram: " + run.whyNotDrawn())));
    }

    /** What the loss is made of, of a run that lost a tenth of its usual performance or more. */
    private static DomContent loss(Anomaly verdict) {
        if (verdict.getLoss() == null
                || verdict.getUnexplained() == null
                || verdict.getLoss() < LossExplanation.MIN_LOSS) {
            return text("");
        }
        double loss = verdict.getLoss();
        List<List<String>> parts = new ArrayList<>();
        for (Finding finding : verdict.getFindings()) {
            parts.add(List.of(
                    LossCause.named(finding.getCause()).map(LossCause::title).orElse(finding.getCause()),
                    percent(finding.getShare() / loss),
                    String.format(Locale.ROOT, "%.2f", finding.getConfidence()),
                    words(finding.getUnit(), finding.getValue(), "-"),
                    words(finding.getUnit(), finding.getUsual(), "-")));
        }
        parts.add(List.of("Unexplained", percent(verdict.getUnexplained() / loss), "", "", ""));
        return each(
                h3("What its loss is made of"),
                new HtmlTable<>(parts)
                        .text("Cause", part -> part.get(0))
                        .text("Part of the loss", part -> part.get(1))
                        .text("Confidence", part -> part.get(2))
                        .text("During the run", part -> part.get(3))
                        .text("Usual", part -> part.get(4))
                        .plain());
    }

    private static String words(String unit, Double value, String ifNone) {
        return value == null ? ifNone : UnitScale.of(unit, value).words(value);
    }

    private static DomContent metrics(String heading, List<JudgedMetric> metrics, String ifNone) {
        if (metrics.isEmpty()) {
            return each(h3(heading), ReportHtml.missing(ifNone));
        }
        return each(
                h3(heading),
                new HtmlTable<>(metrics)
                        .text("Metric", metric -> PictureText.heading(metric.getMetric()))
                        .text("This run", metric -> value(metric.getMetric(), metric.getValue()))
                        .text("Median", metric -> value(metric.getMetric(), metric.getP50()))
                        .column("Quartile", metric -> quartile(metric.getQuartile()))
                        .text(
                                "Robust z",
                                metric -> metric.getRobustZ() == null
                                        ? ""
                                        : UnitScale.digits(Math.rint(metric.getRobustZ() * 10) / 10))
                        .text("As bad before", metric -> Integer.toString(metric.getAsBadBefore()))
                        .text("Unharmed then", metric -> Integer.toString(metric.getUnharmedThen()))
                        .plain());
    }

    private static DomContent quartile(Integer quartile) {
        return quartile == null ? span("-") : span(Integer.toString(quartile)).withClass("quartile q" + quartile);
    }

    private static String value(String metric, Double value) {
        return words(WeatherMetric.named(metric).map(WeatherMetric::unit).orElse(""), value, "-");
    }

    private static DomContent causes(Anomaly verdict) {
        if (verdict.getRootCauses().isEmpty()) {
            return each(
                    h3("Root causes"),
                    ReportHtml.missing("No rule holds; of runs without a Darshan log most rules can say nothing."));
        }
        return each(
                h3("Root causes"),
                new HtmlTable<>(verdict.getRootCauses())
                        .text("Cause", RootCause::getCause)
                        .text("Side", RootCause::getSide)
                        .text(
                                "Performance",
                                cause -> cause.getEffect() + (cause.getUsual() ? ", as in earlier runs" : ""))
                        .text("Evidence", RootCause::getEvidence)
                        .text("Remedy", RootCause::getRemedy)
                        .text("Confidence", cause -> UnitScale.digits(cause.getConfidence()))
                        .plain());
    }

    private static DomContent activity(RunEvidence run, String id) {
        DomContent content = run.activity()
                .map(use -> ReportHtml.drawing(
                        new ActivityPicture(use, run.summary().orElseThrow().getRunTimeSeconds()),
                        id + "-activity",
                        activityWords(use, run.summary().orElseThrow())))
                .orElseGet(() -> ReportHtml.missing(
                        run.summary().isPresent()
                                ? "The log does not say when the run did I/O on this file system."
                                : "The results hold no summary of a Darshan log of this run."));
        return each(h3("When it did I/O"), content);
    }

    private static String activityWords(FileSystemUse use, JobSummary summary) {
        StringBuilder words = new StringBuilder();
        if (use.getIoSeconds() != null) {
            words.append(String.format(
                    Locale.ROOT, "I/O in %.2f of %.2f s", use.getIoSeconds(), summary.getRunTimeSeconds()));
        }
        if (use.getIoPhases() != null) {
            words.append(", in ").append(counted(use.getIoPhases(), "phase"));
        }
        if (use.getCoveringFiles() != null) {
            words.append("; the IO covering set is ").append(counted(use.getCoveringFiles(), "file access"));
        }
        if (use.getIoPausesHidden() != null && use.getIoPausesHidden() > 0) {
            words.append(String.format(
                    Locale.ROOT,
                    "; %d pauses of %.2f s together are not drawn",
                    use.getIoPausesHidden(),
                    use.getIoPausesHiddenSeconds()));
        }
        return words.append('.').toString();
    }

    private static String counted(int count, String one) {
        return count + " " + one + (count == 1 ? "" : one.endsWith("s") ? "es" : "s");
    }

    private static DomContent weather(RunEvidence run, String id) {
        Anomaly verdict = run.verdict();
        DomContent rates = run.rates().isEmpty()
                ? ReportHtml.missing("The results hold no rates of the servers at that time.")
                : ReportHtml.drawing(
                        new RatesPicture(run.rates(), verdict.getStartTime(), verdict.getEndTime()),
                        id + "-rates",
                        "All data servers of " + verdict.getFileSystem());
        DomContent metrics = run.weather()
                .map(JobReport::allMetrics)
                .orElseGet(() -> ReportHtml.missing("The results hold no weather of this run."));
        return each(h3("Weather during the run"), rates, metrics);
    }

    private static DomContent allMetrics(JobWeather weather) {
        Map<String, Double> known = weather.getMetrics();
        List<WeatherMetric> metrics = Arrays.stream(WeatherMetric.values())
                .filter(metric -> known.containsKey(metric.metricName()))
                .toList();
        return details(
                summary(metrics.size() + " metrics, quality " + weather.getQuality()),
                new HtmlTable<>(metrics)
                        .text("Metric", metric -> PictureText.heading(metric.metricName()))
                        .text("Value", metric -> value(metric.metricName(), known.get(metric.metricName())))
                        .text(
                                "Good",
                                metric -> metric.good() == WeatherMetric.Good.NONE
                                        ? "-"
                                        : metric.good().name().toLowerCase(Locale.ROOT))
                        .text("What it is", WeatherMetric::description)
                        .plain());
    }

    private static DomContent neighbours(RunEvidence run) {
        List<DomContent> content = new ArrayList<>();
        content.add(h3("Neighbours"));
        run.weather()
                .filter(weather -> weather.getConcurrentJobs() != null)
                .ifPresent(weather ->
                        content.add(p(weather.getConcurrentJobs() + " jobs ran at the time, this one included"
                                + (weather.getConcurrentNodes() == null
                                        ? ""
                                        : ", on " + UnitScale.digits(weather.getConcurrentNodes()) + " nodes")
                                + ".")));
        if (run.neighbours().isEmpty()) {
            content.add(ReportHtml.missing("No other run on this file system is known whose time overlaps."));
            return each(content, part -> part);
        }
        List<JobWeather> shown = run.neighbours().stream()
                .sorted(Comparator.comparingLong(
                                (JobWeather other) -> other.getJobReadBytes() + other.getJobWriteBytes())
                        .reversed()
                        .thenComparing(JobWeather::getStartTime)
                        .thenComparing(JobWeather::getJobId))
                .limit(MAX_NEIGHBOURS)
                .toList();
        content.add(new HtmlTable<>(shown)
                .text("Job", JobWeather::getJobId)
                .text("User", other -> other.getUser() == null ? "-" : other.getUser())
                .text(
                        "Application",
                        other -> other.getApplication() == null ? other.getExecutable() : other.getApplication())
                .text("Overlap", other -> overlap(run.verdict(), other))
                .text("Read", other -> value("jobReadBytes", (double) other.getJobReadBytes()))
                .text("Written", other -> value("jobWriteBytes", (double) other.getJobWriteBytes()))
                .text("Processes", other -> UnitScale.digits(other.getProcesses()))
                .plain());
        if (run.neighbours().size() > shown.size()) {
            content.add(p((run.neighbours().size() < RunEvidence.MAX_NEIGHBOURS ? "and " : "and at least ")
                    + (run.neighbours().size() - shown.size()) + " that moved less."));
        }
        return each(content, part -> part);
    }

    private static String overlap(Anomaly run, JobWeather other) {
        Instant from = other.getStartTime().isAfter(run.getStartTime()) ? other.getStartTime() : run.getStartTime();
        Instant to = other.getEndTime().isBefore(run.getEndTime()) ? other.getEndTime() : run.getEndTime();
        return String.format(Locale.ROOT, "%,d s", Duration.between(from, to).toSeconds());
    }
}
