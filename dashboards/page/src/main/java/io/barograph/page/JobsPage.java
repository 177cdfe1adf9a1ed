package io.barograph.page;

import static j2html.TagCreator.button;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.form;
import static j2html.TagCreator.input;
import static j2html.TagCreator.label;
import static j2html.TagCreator.option;
import static j2html.TagCreator.p;
import static j2html.TagCreator.select;

import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.RunOverview;
import io.barograph.pictures.HtmlTable;
import io.barograph.pictures.PictureText;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import j2html.tags.DomContent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The newest runs: those of all jobs for staff, their own for users. */
final class JobsPage implements LivePageContent {
    private static final int MAX_ROWS = 200;

    private final RecentResults view;

    JobsPage(RecentResults view) {
        this.view = view;
    }

    /** What a reader wants to see; an empty text is anything. */
    private record Wanted(String words, String fileSystem, String verdict) implements Predicate<RunOverview> {
        static Wanted of(Map<String, String> query) {
            return new Wanted(
                    query.getOrDefault("q", "").strip(),
                    query.getOrDefault("fs", ""),
                    query.getOrDefault("verdict", ""));
        }

        @Override
        public boolean test(RunOverview run) {
            return (fileSystem.isEmpty() || run.fileSystem().equals(fileSystem))
                    && (verdict.isEmpty()
                            || (run.verdict() != null && run.verdict().name().equals(verdict)))
                    && (words.isEmpty()
                            || Stream.of(run.jobId(), run.application(), run.user() == null ? "" : run.user())
                                    .anyMatch(text ->
                                            text.toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT))));
        }
    }

    @Override
    public PageContent content(PageViewer viewer, Map<String, String> query) {
        Wanted wanted = Wanted.of(query);
        Predicate<RunOverview> visible = run -> viewer.sees(run.user());
        List<RunOverview> runs = view.runs(visible.and(wanted), MAX_ROWS + 1);
        boolean more = runs.size() > MAX_ROWS;
        List<RunOverview> shown = runs.stream().limit(MAX_ROWS).toList();
        return new PageContent(
                viewer.staff() ? "Jobs" : "Your jobs",
                List.of(
                        new PageSection("filter", true, filter(wanted)),
                        new PageSection("gaps", false, gaps(viewer)),
                        new PageSection(
                                "runs",
                                true,
                                div(
                                        table(shown),
                                        more ? p("and older ones; the newest " + MAX_ROWS + " are shown") : p()))));
    }

    private DomContent gaps(PageViewer viewer) {
        String gaps = Stream.of(Topic.JOB_WEATHER.name(), Topic.ANOMALIES.name())
                .map(view::gap)
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        if (!gaps.isEmpty()) {
            return p("Not all runs are known: " + PictureText.printable(gaps) + ".")
                    .withClass("trouble");
        }
        return !viewer.staff() && viewer.user().isEmpty()
                ? p("Nobody says who you are, so no job is yours.").withClass("missing")
                : p();
    }

    private DomContent filter(Wanted wanted) {
        List<String> fileSystems = view.runs(run -> true, RecentResults.MAX_RUNS).stream()
                .map(RunOverview::fileSystem)
                .distinct()
                .sorted()
                .toList();
        List<String> verdicts = Arrays.stream(Verdict.values())
                .filter(verdict -> verdict != Verdict.UNKNOWN)
                .map(Verdict::name)
                .toList();
        return form(
                        div(
                                label("Job, application or user").attr("for", "q"),
                                input().withType("search")
                                        .withId("q")
                                        .withName("q")
                                        .withValue(wanted.words())),
                        choice("File system", "fs", wanted.fileSystem(), fileSystems, PictureText::printable),
                        choice("Verdict", "verdict", wanted.verdict(), verdicts, name -> words(Verdict.valueOf(name))),
                        button("Filter").withType("submit"))
                .withMethod("get")
                .withAction("/jobs");
    }

    private static DomContent choice(
            String words, String name, String wanted, List<String> values, UnaryOperator<String> shown) {
        return div(
                label(words).attr("for", name),
                select(option("any").withValue(""), each(values, value -> option(shown.apply(value))
                                .withValue(value)
                                .withCondSelected(value.equals(wanted))))
                        .withId(name)
                        .withName(name));
    }

    private static DomContent table(List<RunOverview> runs) {
        return new HtmlTable<>(runs)
                .column("Job", run -> PageLinks.job(PageViewer.STAFF, run.jobId(), run.user()))
                .text("Application", run -> run.application()
                        .substring(run.application().lastIndexOf('/') + 1))
                .text("User", run -> LivePageFormat.orDash(run.user(), user -> user))
                .text("File system", RunOverview::fileSystem)
                .text("Ended", run -> LivePageFormat.moment(run.end()))
                .text("Lasted", run -> LivePageFormat.length(run.start(), run.end()))
                .text("Moved", run -> LivePageFormat.bytes(run.bytes()))
                .text("Coverage", run -> LivePageFormat.ratio(run.coverage()))
                .text("Quality", run -> LivePageFormat.orDash(run.quality(), quality -> quality))
                .text("Fraction of peak", run -> LivePageFormat.orDash(run.fractionOfPeak(), LivePageFormat::percent))
                .text("Verdict", run -> words(run.verdict()))
                .captioned("Newest runs first; a run is decided half a minute after its end", "No such run is known.");
    }

    static String words(Verdict verdict) {
        if (verdict == null) {
            return "not judged yet";
        }
        return switch (verdict) {
            case NORMAL -> "normal";
            case ANOMALOUS -> "unusually slow";
            case UNUSUALLY_GOOD -> "unusually fast";
            case TOO_EARLY -> "too few earlier runs";
            case TOO_SMALL -> "too small to judge";
            case NO_PERFORMANCE -> "no I/O time";
            case UNKNOWN -> LivePageFormat.UNKNOWN;
        };
    }
}
