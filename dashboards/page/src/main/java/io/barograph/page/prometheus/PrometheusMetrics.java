package io.barograph.page.prometheus;

import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.RunOverview;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.WeatherQueries;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * The values of the metrics of {@code /metrics} at the moment of a scrape, from the answers of the database that the pages
 * share and from the view of the result topics. Their number has a bound: {@value #MAX_FILE_SYSTEMS} file systems with
 * {@value #MAX_OPERATIONS} probe operations and {@value MetricsSnapshot#MAX_JOBS} jobs each, and what enums name.
 */
public final class PrometheusMetrics {
    /** Most file systems with metrics. */
    public static final int MAX_FILE_SYSTEMS = 50;

    /** Most probe operations of a file system; the probe has six. */
    public static final int MAX_OPERATIONS = 20;

    private static final Duration JUDGED_WINDOW = Duration.ofDays(1);
    private static final double MILLIS = 1e3;

    /** Types that events of a kind have; of these it is known that none is open. */
    private static final Map<EventKind, List<EventType>> EVENT_TYPES = new TreeMap<>(Map.of(
            EventKind.CONTENTION, loads(),
            EventKind.DEGRADED, loads(),
            EventKind.UNEXPLAINED, loads(),
            EventKind.SUSTAINED, loads(),
            EventKind.CAPACITY, List.of(EventType.BYTES, EventType.INODES)));

    private final CachedQuery<SiteSnapshot> site;
    private final CachedQuery<MetricsSnapshot> more;
    private final WeatherQueries store;
    private final RecentResults view;
    private final Clock clock;
    private final LongAdder pages = new LongAdder();

    public PrometheusMetrics(
            CachedQuery<SiteSnapshot> site,
            CachedQuery<MetricsSnapshot> more,
            WeatherQueries store,
            RecentResults view,
            Clock clock) {
        this.site = site;
        this.more = more;
        this.store = store;
        this.view = view;
        this.clock = clock;
    }

    private static List<EventType> loads() {
        return List.of(EventType.READ, EventType.WRITE, EventType.METADATA, EventType.HOTSPOT);
    }

    public void countPage() {
        pages.increment();
    }

    /** @return all metrics of which something is known */
    public MetricSnapshots collect(PageViewer viewer) throws InterruptedException {
        SiteSnapshot now = site.get();
        MetricsSnapshot others = more.get();
        Instant since = judgedSince();
        List<ContentionEvent> open = view.events(RecentResults::isOpen);
        List<RunOverview> judged =
                view.runs(run -> run.verdict() != null && run.end().isAfter(since), RecentResults.MAX_RUNS);
        Set<String> known = new LinkedHashSet<>();
        now.fileSystems().forEach(fileSystem -> known.add(fileSystem.name()));
        open.forEach(event -> known.add(event.getFileSystem()));
        judged.forEach(run -> known.add(run.fileSystem()));
        Set<String> shown = known.stream().limit(MAX_FILE_SYSTEMS).collect(Collectors.toCollection(LinkedHashSet::new));

        PrometheusSeries series = new PrometheusSeries();
        now.fileSystems().stream()
                .filter(fileSystem -> shown.contains(fileSystem.name()))
                .forEach(fileSystem -> fileSystem(series, fileSystem));
        others(series, viewer, others, shown);
        if (view.gap(Topic.CONTENTION_EVENTS.name()).isEmpty()) {
            events(series, open, shown);
        }
        if (view.gap(Topic.ANOMALIES.name()).isEmpty()) {
            judged(series, judged, shown);
            series.put(
                    PrometheusMetric.JUDGED_RUNS_WINDOW,
                    Duration.between(since, clock.instant()).toMillis() / MILLIS);
        }
        series.put(PrometheusMetric.FILE_SYSTEMS, (double) known.size());
        series.put(
                PrometheusMetric.INFLUXDB_UP,
                now.failure().isEmpty() && others.failure().isEmpty() ? 1.0 : 0.0);
        health(series);
        return series.snapshots();
    }

    private static void fileSystem(PrometheusSeries series, FileSystemSnapshot fileSystem) {
        String name = fileSystem.name();
        FileSystemSnapshot.Rates rates = fileSystem.rates();
        if (rates != null) {
            series.put(PrometheusMetric.READ, rates.readBytesPerSecond(), name);
            series.put(PrometheusMetric.WRITE, rates.writeBytesPerSecond(), name);
            series.put(PrometheusMetric.METADATA, rates.metadataOperationsPerSecond(), name);
            series.put(PrometheusMetric.MISSING_SAMPLES, rates.missingFraction(), name);
        }
        fileSystem.slowdowns().entrySet().stream()
                .limit(MAX_OPERATIONS)
                .forEach(each -> series.put(PrometheusMetric.SLOWDOWN, each.getValue(), name, each.getKey()));
    }

    private static void others(PrometheusSeries series, PageViewer viewer, MetricsSnapshot others, Set<String> shown) {
        others.newestRates().forEach((name, time) -> {
            if (shown.contains(name)) {
                double age = Duration.between(time, others.time()).toMillis() / MILLIS;
                series.put(PrometheusMetric.AGE, Math.max(0, age), name);
            }
        });
        others.reach().forEach((name, reach) -> {
            if (shown.contains(name)) {
                series.put(PrometheusMetric.EVIDENCE_REACH, reach.bytes(), name, "bytes");
                series.put(PrometheusMetric.EVIDENCE_REACH, reach.nodeHours(), name, "node_hours");
            }
        });
        if (viewer.staff()) {
            Map<String, Integer> jobs = new HashMap<>();
            others.busiest().stream()
                    .filter(job -> shown.contains(job.fileSystem())
                            && jobs.merge(job.fileSystem(), 1, Integer::sum) <= MetricsSnapshot.MAX_JOBS)
                    .forEach(job ->
                            series.put(PrometheusMetric.JOB_COVERAGE, job.coverage(), job.fileSystem(), job.jobId()));
        }
    }

    private static void events(PrometheusSeries series, List<ContentionEvent> open, Set<String> shown) {
        for (String name : shown) {
            EVENT_TYPES.forEach((kind, types) ->
                    types.forEach(type -> series.add(PrometheusMetric.OPEN_EVENTS, 0, name, kind.name(), type.name())));
        }
        for (ContentionEvent event : open) {
            if (shown.contains(event.getFileSystem())) {
                series.add(
                        PrometheusMetric.OPEN_EVENTS,
                        1,
                        event.getFileSystem(),
                        event.getKind().name(),
                        event.getType().name());
            }
        }
    }

    /** A day ago, or the end of the oldest run of which the view knows that no later one was dropped. */
    private Instant judgedSince() {
        Instant day = clock.instant().minus(JUDGED_WINDOW);
        return view.runsKeptSince().filter(day::isBefore).orElse(day);
    }

    private static void judged(PrometheusSeries series, List<RunOverview> judged, Set<String> shown) {
        for (String name : shown) {
            for (Verdict verdict : Verdict.values()) {
                if (verdict != Verdict.UNKNOWN) {
                    series.add(PrometheusMetric.JUDGED_RUNS, 0, name, verdict.name());
                }
            }
        }
        for (RunOverview run : judged) {
            if (run.verdict() != Verdict.UNKNOWN && shown.contains(run.fileSystem())) {
                series.add(
                        PrometheusMetric.JUDGED_RUNS,
                        1,
                        run.fileSystem(),
                        run.verdict().name());
            }
        }
    }

    private void health(PrometheusSeries series) {
        for (Topic<?> topic : RecentResults.TOPICS) {
            series.put(PrometheusMetric.TOPIC_UP, view.gap(topic.name()).isEmpty() ? 1.0 : 0.0, topic.name());
        }
        series.put(PrometheusMetric.QUERIES, (double) store.queries());
        series.put(PrometheusMetric.FAILED_QUERIES, (double) store.failedQueries());
        series.put(PrometheusMetric.PAGES, pages.doubleValue());
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory(series, memory.getHeapMemoryUsage(), "heap");
        memory(series, memory.getNonHeapMemoryUsage(), "nonheap");
        series.put(
                PrometheusMetric.PROCESS_START,
                ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS);
    }

    /** The virtual machine says -1 where there is no limit. */
    private static void memory(PrometheusSeries series, MemoryUsage usage, String area) {
        series.put(PrometheusMetric.MEMORY_USED, (double) usage.getUsed(), area);
        series.put(PrometheusMetric.MEMORY_MAX, usage.getMax() < 0 ? null : (Double) (double) usage.getMax(), area);
    }
}
