package io.barograph.pictures;

import static j2html.TagCreator.each;
import static j2html.TagCreator.p;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.PastRunFactory;
import io.barograph.verdicts.correlation.CorrelationCoefficient;
import io.barograph.verdicts.correlation.RankCorrelation;
import j2html.tags.DomContent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is known of an application over all its runs, as one HTML page (zoom-in analysis, the zoom of an application;
 * Wang et al., CCGrid 2020). Records are shown in this order: weather and verdicts, then summaries, then rates.
 */
public final class ApplicationReport {
    private static final int MAX_LINES = 300;
    private static final int MAX_BOXES = 20;
    private static final int MAX_POINTS = 2_000;
    private static final int MAX_CORRELATED = 14;
    private static final int MIN_FOR_CORRELATION = 10;

    /** Metrics that rank the runs alike are shown once. */
    private static final double SAME = 0.999;

    /** The contributing factors of the zoom-in analysis, 1 to 15, and what they contribute to. */
    private static final List<WeatherMetric> FACTORS = List.of(
            WeatherMetric.JOB_PROCESSES,
            WeatherMetric.JOB_NODES,
            WeatherMetric.JOB_BYTES,
            WeatherMetric.JOB_OSTS,
            WeatherMetric.JOB_SEQUENTIAL_FRACTION,
            WeatherMetric.JOB_SMALL_FRACTION,
            WeatherMetric.JOB_METADATA_FRACTION,
            WeatherMetric.JOB_COLLECTIVE_FRACTION,
            WeatherMetric.JOB_MAX_RANK_FRACTION,
            WeatherMetric.JOB_COVERING_SEQUENTIAL_FRACTION,
            WeatherMetric.JOB_COVERING_SMALL_FRACTION,
            WeatherMetric.JOB_COVERING_METADATA_FRACTION,
            WeatherMetric.OSS_CPU_BEFORE_START_PERCENT,
            WeatherMetric.MDS_CPU_BEFORE_START_PERCENT,
            WeatherMetric.OST_BEFORE_START_BYTES_PER_SECOND,
            WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);

    private final String application;
    private final Map<String, ReportRun> all = new HashMap<>();
    private final Map<String, JobWeather> own = new TreeMap<>();
    private final Map<String, Anomaly> verdicts = new HashMap<>();
    private OstLoad load;

    /** Classes of bandwidth, by powers of ten. */
    private enum Bandwidth {
        SLOWEST("below 100 MB/s", 1e8),
        SLOW("100 MB/s to 1 GB/s", 1e9),
        FAST("1 to 10 GB/s", 1e10),
        FASTEST("10 GB/s and more", Double.POSITIVE_INFINITY);

        private final String words;
        private final double below;

        Bandwidth(String words, double below) {
            this.words = words;
            this.below = below;
        }

        static Bandwidth of(double bytesPerSecond) {
            return Stream.of(values())
                    .filter(each -> bytesPerSecond < each.below)
                    .findFirst()
                    .orElse(FASTEST);
        }
    }

    public ApplicationReport(String application) {
        this.application = application;
    }

    /** @param weather weather of a run, of whatever application */
    public void add(JobWeather weather) {
        if (!ReportRun.hasLog(weather)) {
            return;
        }
        ReportRun run = ReportRun.of(weather);
        all.merge(run.key(), run, ReportRun::newer);
        if (run.application().equals(application)) {
            own.merge(run.key(), weather, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
        }
    }

    public void add(Anomaly verdict) {
        String name = verdict.getApplication() == null ? verdict.getExecutable() : verdict.getApplication();
        if (verdict.getKind() == AnomalyKind.RUN && application.equals(name)) {
            verdicts.merge(UmamiDiagram.runKey(verdict), verdict, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
        }
    }

    public int runs() {
        return own.size();
    }

    public Set<String> applications() {
        return all.values().stream().map(ReportRun::application).collect(Collectors.toSet());
    }

    /** @param summary a summary, of whatever run; of those that place bytes on OSTs the one that places most is taken */
    public void add(JobSummary summary) {
        for (FileSystemUse use : summary.getFileSystems()) {
            ReportRun run = all.get(summary.getJobId() + "/" + summary.getStartTime() + "/" + summary.getExecutable()
                    + "/" + use.getFileSystem());
            if (run != null
                    && run.application().equals(application)
                    && use.getOstBytes() != null
                    && !use.getOstBytes().isEmpty()) {
                OstLoad found = new OstLoad(run, use);
                load = load == null || sum(found.own()) > sum(load.own()) ? found : load;
            }
        }
    }

    private static double sum(Map<String, Double> bytes) {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    public void add(ServerRates rates) {
        if (load == null) {
            load = ofApplication()
                    .max(Comparator.comparingDouble(ReportRun::bytes).thenComparing(ReportRun::key))
                    .map(OstLoad::new)
                    .orElse(null);
        }
        if (load != null) {
            load.add(rates);
        }
    }

    private Stream<ReportRun> ofApplication() {
        return own.keySet().stream().map(all::get);
    }

    /** @return an HTML document in UTF-8 */
    public String page() {
        List<PastRun> judged = own.values().stream()
                .filter(weather -> PastRunFactory.isEligible(weather) && PastRunFactory.hasPerformance(weather))
                .map(PastRunFactory::of)
                .toList();
        return ReportHtml.page(
                "Application " + application,
                List.of(
                        p(words()),
                        ReportHtml.titled("Contributing factors", factors()),
                        ReportHtml.titled("Correlations", correlations(judged)),
                        ReportHtml.titled("Bandwidth by application", byApplication()),
                        ReportHtml.titled("Bandwidth by user", byUser()),
                        ReportHtml.titled("Bandwidth and root causes", causes()),
                        ReportHtml.titled("Load of each OST", osts()),
                        ReportHtml.titled("Files for each rank", files())));
    }

    private String words() {
        return String.format(
                Locale.ROOT,
                "%,d runs from %s to %s, %,d of them large enough to judge and of known performance.",
                own.size(),
                first(JobWeather::getStartTime, Comparator.naturalOrder()),
                first(JobWeather::getEndTime, Comparator.reverseOrder()),
                ofApplication().filter(ReportRun::isJudged).count());
    }

    private String first(Function<JobWeather, Instant> time, Comparator<Instant> order) {
        return own.values().stream()
                .map(time)
                .min(order)
                .map(found -> found.truncatedTo(ChronoUnit.SECONDS).toString())
                .orElse("-");
    }

    private static double value(JobWeather weather, WeatherMetric metric) {
        Double value = metric == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND
                ? weather.getPerformanceBytesPerSecond()
                : weather.getMetrics().get(metric.metricName());
        return value == null ? Double.NaN : value;
    }

    private DomContent factors() {
        List<JobWeather> newest = own.values().stream()
                .sorted(Comparator.comparing(JobWeather::getEndTime).reversed().thenComparing(JobWeather::getJobId))
                .limit(MAX_LINES)
                .toList();
        List<WeatherMetric> axes = FACTORS.stream()
                .filter(metric -> newest.stream()
                                .filter(run -> Double.isFinite(value(run, metric)))
                                .count()
                        >= 2)
                .toList();
        List<String> unknown = FACTORS.stream()
                .filter(metric -> !axes.contains(metric))
                .map(WeatherMetric::metricName)
                .toList();
        if (axes.size() < 2) {
            return ReportHtml.missing("Fewer than two of the factors are known of at least two runs.");
        }
        List<ParallelPicture.Run> lines = newest.stream()
                .map(run -> new ParallelPicture.Run(
                        run.getJobId(),
                        run.getUser() == null ? ReportRun.NOBODY : run.getUser(),
                        axes.stream().map(metric -> value(run, metric)).toList()))
                .toList();
        return ReportHtml.drawing(
                new ParallelPicture(
                        "Contributing factors of " + application,
                        axes.stream()
                                .map(metric -> new ParallelPicture.Axis(metric.metricName(), metric.unit()))
                                .toList(),
                        lines),
                "factors",
                "Each line is a run, coloured by user; each axis a contributing factor of the zoom-in analysis from its"
                        + " smallest to its largest value, the last one performance. " + lines.size() + " runs"
                        + (own.size() > lines.size() ? ", the newest of " + own.size() : "") + "."
                        + (unknown.isEmpty() ? "" : " Not held: " + String.join(", ", unknown) + "."));
    }

    /** The times of the run are its performance by another name. */
    private static boolean canCorrelate(WeatherMetric metric) {
        return metric != WeatherMetric.PERFORMANCE_BYTES_PER_SECOND
                && !(metric.source() == WeatherMetric.Source.DARSHAN
                        && metric.unit().equals("s"));
    }

    private DomContent correlations(List<PastRun> judged) {
        if (judged.size() < MIN_FOR_CORRELATION) {
            return ReportHtml.missing("There are " + judged.size() + " runs of known performance, and "
                    + MIN_FOR_CORRELATION + " are needed.");
        }
        Map<String, Double> best = new HashMap<>();
        judged.forEach(run -> best.merge(all.get(run.identity()).motif(), run.performance(), Math::max));
        Map<WeatherMetric, double[]> columns = new TreeMap<>();
        columns.put(
                WeatherMetric.PERFORMANCE_BYTES_PER_SECOND,
                judged.stream()
                        .mapToDouble(run -> run.performance()
                                / best.get(all.get(run.identity()).motif()))
                        .toArray());
        double[] performance = columns.get(WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);
        Map<WeatherMetric, Double> strength = new HashMap<>();
        for (WeatherMetric metric : WeatherMetric.values()) {
            if (canCorrelate(metric)) {
                double[] column =
                        judged.stream().mapToDouble(run -> run.value(metric)).toArray();
                CorrelationCoefficient correlation = spearman(column, performance);
                if (correlation.isKnown() && correlation.pairs() >= MIN_FOR_CORRELATION) {
                    columns.put(metric, column);
                    strength.put(metric, Math.abs(correlation.coefficient()));
                }
            }
        }
        List<WeatherMetric> strongest = strength.entrySet().stream()
                .sorted(Map.Entry.<WeatherMetric, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        List<WeatherMetric> shown = new ArrayList<>(List.of(WeatherMetric.PERFORMANCE_BYTES_PER_SECOND));
        for (WeatherMetric metric : strongest) {
            if (shown.size() <= MAX_CORRELATED
                    && shown.stream().noneMatch(other -> isSame(columns.get(metric), columns.get(other)))) {
                shown.add(metric);
            }
        }
        List<HeatmapPicture.Cell> cells = new ArrayList<>();
        for (int row = 0; row < shown.size(); row++) {
            for (int column = 0; column < shown.size(); column++) {
                CorrelationCoefficient correlation =
                        spearman(columns.get(shown.get(row)), columns.get(shown.get(column)));
                cells.add(new HeatmapPicture.Cell(row, column, correlation.coefficient(), correlation.pairs()));
            }
        }
        return ReportHtml.drawing(
                new HeatmapPicture(
                        "Correlations of metrics and performance of " + application,
                        shown.stream().map(WeatherMetric::metricName).toList(),
                        cells),
                "correlations",
                "Spearman's rank correlation, -1 to 1, of " + judged.size()
                        + " runs: blue where both rise together, orange where one falls. Performance is a fraction of"
                        + " the best of its motif among them, so that motifs can stand together. Of "
                        + strength.size() + " metrics known of at least " + MIN_FOR_CORRELATION + " runs the "
                        + (shown.size() - 1)
                        + " that go most with performance, of those that rank the runs alike one; times of the run are"
                        + " left out, as they are its performance by another name.");
    }

    /** True if one says nothing beside the other. */
    private static boolean isSame(double[] x, double[] y) {
        CorrelationCoefficient correlation = spearman(x, y);
        return correlation.isKnown() && correlation.coefficient() >= SAME;
    }

    /** Over the pairs of which both are known. */
    private static CorrelationCoefficient spearman(double[] x, double[] y) {
        int[] known = IntStream.range(0, x.length)
                .filter(i -> Double.isFinite(x[i]) && Double.isFinite(y[i]))
                .toArray();
        return new RankCorrelation(IntStream.of(known).mapToDouble(i -> y[i]).toArray())
                .with(IntStream.of(known).mapToDouble(i -> x[i]).toArray());
    }

    /** Performance of judged runs by a name, those with most runs first. */
    private static List<BoxesPicture.Group> groups(Stream<ReportRun> runs, Function<ReportRun, String> name) {
        Map<String, List<ReportRun>> byName = runs.filter(ReportRun::isJudged)
                .collect(Collectors.groupingBy(name, TreeMap::new, Collectors.toList()));
        return byName.entrySet().stream()
                .map(entry -> new BoxesPicture.Group(
                        entry.getKey(),
                        entry.getValue().stream().map(ReportRun::performance).toList()))
                .sorted(Comparator.comparingInt(
                        (BoxesPicture.Group group) -> -group.values().size()))
                .toList();
    }

    private static DomContent boxes(String title, String id, String what, List<BoxesPicture.Group> groups) {
        if (groups.isEmpty()) {
            return ReportHtml.missing("No run is large enough to judge and of known performance.");
        }
        List<BoxesPicture.Group> shown = groups.subList(0, Math.min(MAX_BOXES, groups.size()));
        int runs = shown.stream().mapToInt(group -> group.values().size()).sum();
        return ReportHtml.drawing(
                new BoxesPicture(title, "B/s", shown, true),
                id,
                what + " Bytes / I/O time of the slowest rank; boxes from 25 to 75 %, whiskers at 5 and 95 %, number of"
                        + " runs in brackets; " + runs + " runs"
                        + (groups.size() > shown.size()
                                ? "; " + (groups.size() - shown.size()) + " groups with fewer runs are left out"
                                : "")
                        + ".");
    }

    private DomContent byApplication() {
        List<BoxesPicture.Group> groups = new ArrayList<>(groups(all.values().stream(), ReportRun::application));
        groups.sort(Comparator.comparing(group -> !group.name().equals(application)));
        return boxes(
                "Bandwidth by application",
                "by-application",
                "This application first, then the others with most runs.",
                groups);
    }

    private DomContent byUser() {
        List<BoxesPicture.Group> groups = groups(ofApplication(), ReportRun::user);
        String what = groups.size() == 1 && groups.get(0).name().equals(ReportRun.NOBODY)
                ? "The results do not say who ran " + application + "."
                : "Runs of " + application + " by user.";
        return boxes("Bandwidth of " + application + " by user", "by-user", what, groups);
    }

    private DomContent causes() {
        Map<String, Map<Bandwidth, Integer>> counts = new TreeMap<>();
        Map<Bandwidth, Integer> judged = new EnumMap<>(Bandwidth.class);
        for (Anomaly verdict : verdicts.values()) {
            if (verdict.getPerformance() == null || !Double.isFinite(verdict.getPerformance())) {
                continue;
            }
            Bandwidth bandwidth = Bandwidth.of(verdict.getPerformance());
            judged.merge(bandwidth, 1, Integer::sum);
            for (RootCause cause : verdict.getRootCauses()) {
                counts.computeIfAbsent(cause.getCause(), any -> new EnumMap<>(Bandwidth.class))
                        .merge(bandwidth, 1, Integer::sum);
            }
        }
        int sum = judged.values().stream().mapToInt(Integer::intValue).sum();
        if (sum == 0) {
            return ReportHtml.missing("The results hold no verdict on a run of known performance.");
        }
        List<Map.Entry<String, Map<Bandwidth, Integer>>> rows = new ArrayList<>();
        rows.add(Map.entry("all runs", judged));
        rows.addAll(counts.entrySet());
        HtmlTable<Map.Entry<String, Map<Bandwidth, Integer>>> table =
                new HtmlTable<>(rows).text("Root cause", Map.Entry::getKey).attribute("data-cause", Map.Entry::getKey);
        for (Bandwidth each : Bandwidth.values()) {
            table.text(
                    each.words,
                    row -> String.format(Locale.ROOT, "%,d", row.getValue().getOrDefault(each, 0)));
        }
        return each(
                table.styled("causes"),
                p("Runs by class of bandwidth and by root cause that holds for them (rules after table II of the"
                        + " zoom-in analysis; classes are powers of ten). A run can have several or none; " + sum
                        + " runs with a verdict and known performance."
                        + (counts.isEmpty()
                                ? " No rule holds; tables of past runs lack what most rules ask for."
                                : "")));
    }

    private DomContent osts() {
        Map<String, Double> servers = load == null ? Map.of() : load.all();
        if (load == null || (load.own().isEmpty() && servers.isEmpty())) {
            return ReportHtml.missing(
                    "Neither a Darshan log that places bytes on OSTs nor counters of the servers during the"
                            + " largest run are held.");
        }
        List<OstPicture.Series> series = new ArrayList<>();
        if (!load.own().isEmpty()) {
            series.add(new OstPicture.Series("the run, by its log", PictureStyle.READ, load.own()));
        }
        if (!servers.isEmpty()) {
            series.add(new OstPicture.Series("everybody, by the servers", PictureStyle.WRITE, servers));
        }
        ReportRun run = load.run();
        return ReportHtml.drawing(
                new OstPicture("Load of each OST during job " + run.job(), series),
                "osts",
                "Bytes read and written on each OST of " + run.fileSystem() + " by job " + run.job() + " of "
                        + run.start().truncatedTo(ChronoUnit.SECONDS) + ", 1 run: the one with most bytes"
                        + (load.own().isEmpty()
                                ? "; its log places none on an OST"
                                : " that its log places on OSTs; it places "
                                        + UnitScale.of("B", load.unplaced()).words(load.unplaced()) + " on none")
                        + (servers.isEmpty()
                                ? ". No counters of the servers are held of that time."
                                : ". The servers' bytes are those of whole intervals that touch the run."));
    }

    private DomContent files() {
        List<PointsPicture.Point> points = own.values().stream()
                .sorted(Comparator.comparing(JobWeather::getEndTime).reversed())
                .map(ApplicationReport::point)
                .filter(point -> point.x() > 0 && Double.isFinite(point.x()) && point.y() > 0)
                .toList();
        if (points.isEmpty()) {
            return ReportHtml.missing("Of no run are the number of files and the performance known.");
        }
        List<PointsPicture.Point> shown = points.subList(0, Math.min(MAX_POINTS, points.size()));
        return ReportHtml.drawing(
                new PointsPicture(
                        "Files for each rank of " + application,
                        new PointsPicture.Quantity("files / processes", ""),
                        new PointsPicture.Quantity("performance", "B/s"),
                        shown),
                "files",
                "Each point is a run, coloured by file system: files for each rank, and bytes / I/O time of the slowest"
                        + " rank. 1 is file per process, far less is shared. " + shown.size() + " runs"
                        + (points.size() > shown.size() ? ", the newest of " + points.size() : "") + ".");
    }

    private static PointsPicture.Point point(JobWeather run) {
        return new PointsPicture.Point(
                run.getJobId(),
                run.getFileSystem(),
                value(run, WeatherMetric.JOB_FILES) / run.getProcesses(),
                value(run, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND));
    }
}
