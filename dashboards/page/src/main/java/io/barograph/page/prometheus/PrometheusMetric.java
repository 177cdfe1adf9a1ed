package io.barograph.page.prometheus;

import io.barograph.page.results.RecentResults;
import java.util.List;

/** The metrics of {@code /metrics}; docs/prometheus.md lists them. */
enum PrometheusMetric {
    READ(
            "barograph_read_bytes_per_second",
            "bytes_per_second",
            "Read by all clients in the latest sampling interval, all data servers.",
            "fs"),
    WRITE(
            "barograph_write_bytes_per_second",
            "bytes_per_second",
            "Written by all clients in the latest sampling interval, all data servers.",
            "fs"),
    METADATA(
            "barograph_metadata_operations_per_second",
            "operations_per_second",
            "Metadata operations in the latest sampling interval, all metadata servers.",
            "fs"),
    MISSING_SAMPLES(
            "barograph_missing_samples_ratio",
            "ratio",
            "Samples of servers expected and absent / samples expected, in the latest sampling interval.",
            "fs"),
    AGE("barograph_newest_rates_age_seconds", "seconds", "Age of the newest known rates, at most one day.", "fs"),
    SLOWDOWN(
            "barograph_slowdown_ratio",
            "ratio",
            "Median duration of the probe operation in the last 30 s / its usual duration.",
            "fs",
            "operation"),
    JOB_COVERAGE(
            "barograph_job_coverage_ratio",
            "ratio",
            "Live coverage factor: bytes of the job / bytes of all OSTs in the newest minute of job_stats, for the "
                    + MetricsSnapshot.MAX_JOBS + " jobs with the largest one.",
            "fs",
            "job_id"),
    OPEN_EVENTS(
            "barograph_open_events",
            "",
            "Open events of contention, degradation, capacity and lasting load.",
            "fs",
            "kind",
            "type"),
    JUDGED_RUNS(
            "barograph_judged_runs",
            "",
            "Runs that ended within barograph_judged_runs_window_seconds, by verdict on their performance.",
            "fs",
            "verdict"),
    JUDGED_RUNS_WINDOW(
            "barograph_judged_runs_window_seconds",
            "seconds",
            "How far barograph_judged_runs reaches back: one day, or less where more than " + RecentResults.MAX_RUNS
                    + " runs ended in it."),
    EVIDENCE_REACH(
            "barograph_evidence_reach_ratio",
            "ratio",
            "Share of the latest day that has ended (UTC) of which Darshan logs tell: bytes of all data servers, or"
                    + " node_hours of all jobs.",
            "fs",
            "of"),
    FILE_SYSTEMS(
            "barograph_file_systems",
            "",
            "File systems known; the first " + PrometheusMetrics.MAX_FILE_SYSTEMS + " have metrics."),
    INFLUXDB_UP("barograph_influxdb_up", "", "1 if InfluxDB has answered the latest questions of this scrape, else 0."),
    TOPIC_UP("barograph_topic_up", "", "1 if all of the result topic has been read and more can be, else 0.", "topic"),
    QUERIES(true, "barograph_influxdb_queries", "", "Questions to InfluxDB."),
    FAILED_QUERIES(
            true,
            "barograph_influxdb_query_failures",
            "",
            "Questions to InfluxDB that were refused, not answered or given up."),
    PAGES(
            true,
            "barograph_pages_rendered",
            "",
            "Pages rendered, updates of open pages included and reports of jobs excluded."),
    MEMORY_USED("jvm_memory_used_bytes", "bytes", "Memory of the Java virtual machine in use.", "area"),
    MEMORY_MAX("jvm_memory_max_bytes", "bytes", "Memory that the Java virtual machine may use at most.", "area"),
    PROCESS_START("process_start_time_seconds", "seconds", "Start of the process, in seconds since 1970.");

    /** Only grows, from 0 at the start of the process; its samples end in {@code _total}. */
    final boolean counter;

    final String baseName;
    /** Base unit, with which the name ends; empty for a number of things. */
    final String unit;

    final String help;
    /** Never changed. */
    @SuppressWarnings("ImmutableEnumChecker")
    final List<String> labels;

    PrometheusMetric(String baseName, String unit, String help, String... labels) {
        this(false, baseName, unit, help, labels);
    }

    PrometheusMetric(boolean counter, String baseName, String unit, String help, String... labels) {
        this.counter = counter;
        this.baseName = baseName;
        this.unit = unit;
        this.help = help;
        this.labels = List.of(labels);
    }
}
