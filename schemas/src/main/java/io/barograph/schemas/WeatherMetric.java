package io.barograph.schemas;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Every number that is known of the weather of a run, declared once: the keys of {@link JobWeather#getMetrics()}. They
 * cover what UMAMI and its successors correlated with performance (Lockwood et al., PDSW 2017; the tables of TOKIO) and
 * the server-side factors of the zoom-in method (Wang et al., CCGrid 2020, factors 13-15). The docs hold the same table.
 *
 * <p>Unless a description says otherwise, a metric of servers is over all servers of the file system and the run's
 * interval [start, end].
 */
public enum WeatherMetric {
    PERFORMANCE_BYTES_PER_SECOND("B/s", Source.DARSHAN, Good.HIGH, "Bytes of the run / I/O time of its slowest rank."),
    JOB_READ_BYTES("B", Source.DARSHAN, Good.NONE, "Bytes that the run read."),
    JOB_WRITE_BYTES("B", Source.DARSHAN, Good.NONE, "Bytes that the run wrote."),
    JOB_READS("operations", Source.DARSHAN, Good.NONE, "Read operations of the run."),
    JOB_WRITES("operations", Source.DARSHAN, Good.NONE, "Write operations of the run."),
    JOB_SEQUENTIAL_READS(
            "operations", Source.DARSHAN, Good.NONE, "Read operations at a higher offset than the one before."),
    JOB_SEQUENTIAL_WRITES(
            "operations", Source.DARSHAN, Good.NONE, "Write operations at a higher offset than the one before."),
    JOB_OPENS("operations", Source.DARSHAN, Good.NONE, "Opens of the run."),
    JOB_STATS("operations", Source.DARSHAN, Good.NONE, "Calls of stat of the run."),
    JOB_FILES("files", Source.DARSHAN, Good.NONE, "File records of the run."),
    JOB_UNALIGNED_FILE_ACCESSES(
            "operations",
            Source.DARSHAN,
            Good.NONE,
            "Accesses of the run that did not begin at a multiple of the file alignment."),
    JOB_UNALIGNED_MEMORY_ACCESSES(
            "operations", Source.DARSHAN, Good.NONE, "Accesses of the run that were not aligned in memory."),
    JOB_READ_SECONDS("s", Source.DARSHAN, Good.LOW, "Time in reads, summed over ranks."),
    JOB_WRITE_SECONDS("s", Source.DARSHAN, Good.LOW, "Time in writes, summed over ranks."),
    JOB_METADATA_SECONDS("s", Source.DARSHAN, Good.LOW, "Time in metadata operations, summed over ranks."),
    JOB_IO_SECONDS("s", Source.DARSHAN, Good.LOW, "I/O time of the slowest rank."),
    JOB_RUN_SECONDS("s", Source.DARSHAN, Good.LOW, "Run time."),
    JOB_PROCESSES("processes", Source.DARSHAN, Good.NONE, "Processes of the run (zoom-in factor 1)."),
    JOB_NODES("nodes", Source.SCHEDULER, Good.NONE, "Nodes of the run (zoom-in factor 2)."),
    JOB_BYTES("B", Source.DARSHAN, Good.HIGH, "Bytes that the run read and wrote (zoom-in factor 3)."),
    JOB_OSTS("OSTs", Source.DARSHAN, Good.HIGH, "OSTs that the run's files lie on (zoom-in factor 4)."),
    JOB_SEQUENTIAL_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.HIGH,
            "Requests at a higher offset than the one before / requests (zoom-in factor 5)."),
    JOB_SMALL_FRACTION(
            "fraction", Source.DARSHAN, Good.LOW, "Requests of less than 1 KiB / requests (zoom-in factor 6)."),
    JOB_METADATA_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.LOW,
            "Time in metadata operations / time in reads, writes and metadata operations, summed over ranks (zoom-in factor 7)."),
    JOB_COLLECTIVE_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.HIGH,
            "Collective MPI-IO requests / MPI-IO requests; 0 for a run without MPI-IO (zoom-in factor 8)."),
    JOB_MAX_RANK_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.LOW,
            "Bytes of the busiest rank / bytes of the run, where the log leaves room at least so many (MaxRankIO, zoom-in factor 9)."),
    JOB_COVERING_SEQUENTIAL_FRACTION(
            "fraction", Source.DARSHAN, Good.HIGH, "Factor 5 of the files of the IO covering set (zoom-in factor 10)."),
    JOB_COVERING_SMALL_FRACTION(
            "fraction", Source.DARSHAN, Good.LOW, "Factor 6 of the files of the IO covering set (zoom-in factor 11)."),
    JOB_COVERING_METADATA_FRACTION(
            "fraction", Source.DARSHAN, Good.LOW, "Factor 7 of the files of the IO covering set (zoom-in factor 12)."),
    JOB_SMALL_REQUESTS("operations", Source.DARSHAN, Good.LOW, "Requests of less than 1 KiB."),
    JOB_IO_PHASES(
            "phases",
            Source.DARSHAN,
            Good.LOW,
            "Stretches of time in which at least one file was being read or written."),
    JOB_ONE_RANK_FRACTION("fraction", Source.DARSHAN, Good.NONE, "Bytes in files that one rank alone used / bytes."),
    JOB_ONE_RANK_FILES("files", Source.DARSHAN, Good.NONE, "Files that one rank alone used."),
    JOB_BUSIEST_OST_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.LOW,
            "Bytes on the busiest OST / bytes; bytes that the log places on no OST count as elsewhere."),
    JOB_OST_IMBALANCE(
            "ratio",
            Source.DARSHAN,
            Good.LOW,
            "Bytes on the busiest OST / mean over the OSTs that the run's files lie on; likewise at least so many."),
    JOB_PLACED_FRACTION("fraction", Source.DARSHAN, Good.NONE, "Bytes that the log places on OSTs / bytes."),
    JOB_STRIPES(
            "OSTs",
            Source.DARSHAN,
            Good.HIGH,
            "OSTs that a file lies on, mean over the bytes of files whose layout is known."),
    JOB_CACHEABLE_FRACTION(
            "fraction",
            Source.DARSHAN,
            Good.NONE,
            "Bytes read that the run had read or written before / bytes read, at least; they may have come from a cache."),
    CF_BW(
            "ratio",
            Source.DARSHAN_AND_SERVERS,
            Good.HIGH,
            "Coverage factor of bandwidth over the servers that the run used."),
    CF_BW_FS("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of bandwidth over all data servers."),
    CF_READ("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of bytes read."),
    CF_WRITE("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of bytes written."),
    CF_BW_ACTIVE(
            "ratio",
            Source.DARSHAN_AND_SERVERS,
            Good.HIGH,
            "Coverage factor of bandwidth over the intervals that touch the run's IO covering set."),
    CF_JOB("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of bandwidth over all logs of the job id."),
    CF_LIVE(
            "ratio",
            Source.JOB_STATISTICS,
            Good.NONE,
            "Live coverage factor: bytes of the job / bytes of all OSTs, both from job_stats, over the whole minutes of the run."),
    CF_LIVE_DIFFERENCE(
            "ratio",
            Source.DARSHAN_AND_SERVERS,
            Good.NONE,
            "cfBwFs - cfLive; positive where Darshan saw more than job_stats."),
    JOB_STATISTICS_READ_BYTES(
            "B", Source.JOB_STATISTICS, Good.NONE, "Bytes that the job read in the minutes that touch the run."),
    JOB_STATISTICS_WRITE_BYTES(
            "B", Source.JOB_STATISTICS, Good.NONE, "Bytes that the job wrote in the minutes that touch the run."),
    JOB_STATISTICS_METADATA_OPERATIONS(
            "operations",
            Source.JOB_STATISTICS,
            Good.NONE,
            "Metadata operations of the job in the minutes that touch the run."),
    CF_IOPS("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of read and write operations."),
    CF_READ_OPERATIONS("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of read operations."),
    CF_WRITE_OPERATIONS("ratio", Source.DARSHAN_AND_SERVERS, Good.HIGH, "Coverage factor of write operations."),
    CF_OPENS(
            "ratio",
            Source.DARSHAN_AND_SERVERS,
            Good.HIGH,
            "Opens of the run / opens that the metadata servers answered."),
    CF_STATS(
            "ratio",
            Source.DARSHAN_AND_SERVERS,
            Good.HIGH,
            "Calls of stat of the run / getattr operations that the metadata servers answered."),
    CF_NODEHRS(
            "ratio",
            Source.SCHEDULER,
            Good.HIGH,
            "Coverage factor of node-hours: those of the run / those of all jobs while it ran."),
    SERVER_READ_BYTES(
            "B", Source.DATA_SERVERS, Good.LOW, "Bytes that all data servers read for clients during the run."),
    SERVER_WRITE_BYTES(
            "B", Source.DATA_SERVERS, Good.LOW, "Bytes that all data servers wrote for clients during the run."),
    SERVER_READ_MEAN_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Volume of reading / (number of intervals x interval)."),
    SERVER_READ_MIN_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Smallest read rate of the file system over one interval."),
    SERVER_READ_MAX_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Largest read rate of the file system over one interval."),
    SERVER_WRITE_MEAN_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Volume of writing / (number of intervals x interval)."),
    SERVER_WRITE_MIN_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Smallest write rate of the file system over one interval."),
    SERVER_WRITE_MAX_BYTES_PER_SECOND(
            "B/s", Source.DATA_SERVERS, Good.LOW, "Largest write rate of the file system over one interval."),
    SERVER_READ_OPERATIONS("operations", Source.DATA_SERVERS, Good.LOW, "Read operations of all data servers."),
    SERVER_WRITE_OPERATIONS("operations", Source.DATA_SERVERS, Good.LOW, "Write operations of all data servers."),
    OSS_CPU_MEAN_PERCENT(
            "%",
            Source.DATA_SERVERS,
            Good.LOW,
            "CPU use of the OSS, mean over servers and samples; lost samples are left out."),
    OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT(
            "%",
            Source.DATA_SERVERS, Good.LOW, "The same with every lost sample counted as 0, as in the tables of TOKIO."),
    OSS_CPU_MAX_PERCENT("%", Source.DATA_SERVERS, Good.LOW, "Largest CPU use of one OSS in one sample."),
    OSS_CPU_BEFORE_START_PERCENT(
            "%",
            Source.DATA_SERVERS,
            Good.LOW,
            "CPU use of the OSS of the OSTs that the run used, mean over the five seconds before its start (ossAvgCPU, zoom-in factor 13)."),
    OST_BEFORE_START_BYTES_PER_SECOND(
            "B/s",
            Source.DATA_SERVERS,
            Good.LOW,
            "Traffic of the OSTs that the run used, mean per OST over the five seconds before its start (ostAvgIO, zoom-in factor 15)."),
    ZERO_READ_FRACTION(
            "fraction", Source.DATA_SERVERS, Good.NONE, "Samples of data servers without a byte read / samples."),
    ZERO_WRITE_FRACTION(
            "fraction", Source.DATA_SERVERS, Good.NONE, "Samples of data servers without a byte written / samples."),
    MISSING_FRACTION(
            "fraction",
            Source.DATA_SERVERS,
            Good.NONE,
            "Samples of data servers expected and absent / samples expected."),
    MONITORING_SAMPLES(
            "samples",
            Source.DATA_SERVERS,
            Good.NONE,
            "Samples of the file system that fell into the run, where they are too few to be taken for granted (GPFS)."),
    METADATA_OPENS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations open that the metadata servers answered during the run."),
    METADATA_OPENS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of open over the run."),
    METADATA_OPENS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of open over one interval."),
    METADATA_OPENS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of open over one interval."),
    METADATA_CLOSES(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations close that the metadata servers answered during the run."),
    METADATA_CLOSES_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of close over the run."),
    METADATA_CLOSES_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of close over one interval."),
    METADATA_CLOSES_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of close over one interval."),
    METADATA_GETATTRS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations getattr that the metadata servers answered during the run."),
    METADATA_GETATTRS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of getattr over the run."),
    METADATA_GETATTRS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of getattr over one interval."),
    METADATA_GETATTRS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of getattr over one interval."),
    METADATA_SETATTRS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations setattr that the metadata servers answered during the run."),
    METADATA_SETATTRS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of setattr over the run."),
    METADATA_SETATTRS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of setattr over one interval."),
    METADATA_SETATTRS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of setattr over one interval."),
    METADATA_GETXATTRS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations getxattr that the metadata servers answered during the run."),
    METADATA_GETXATTRS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of getxattr over the run."),
    METADATA_GETXATTRS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of getxattr over one interval."),
    METADATA_GETXATTRS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of getxattr over one interval."),
    METADATA_MKNODS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations mknod that the metadata servers answered during the run."),
    METADATA_MKNODS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of mknod over the run."),
    METADATA_MKNODS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of mknod over one interval."),
    METADATA_MKNODS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of mknod over one interval."),
    METADATA_MKDIRS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations mkdir that the metadata servers answered during the run."),
    METADATA_MKDIRS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of mkdir over the run."),
    METADATA_MKDIRS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of mkdir over one interval."),
    METADATA_MKDIRS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of mkdir over one interval."),
    METADATA_RMDIRS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations rmdir that the metadata servers answered during the run."),
    METADATA_RMDIRS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of rmdir over the run."),
    METADATA_RMDIRS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of rmdir over one interval."),
    METADATA_RMDIRS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of rmdir over one interval."),
    METADATA_LINKS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations link that the metadata servers answered during the run."),
    METADATA_LINKS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of link over the run."),
    METADATA_LINKS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of link over one interval."),
    METADATA_LINKS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of link over one interval."),
    METADATA_UNLINKS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations unlink that the metadata servers answered during the run."),
    METADATA_UNLINKS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of unlink over the run."),
    METADATA_UNLINKS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of unlink over one interval."),
    METADATA_UNLINKS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of unlink over one interval."),
    METADATA_RENAMES(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations rename that the metadata servers answered during the run."),
    METADATA_RENAMES_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of rename over the run."),
    METADATA_RENAMES_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of rename over one interval."),
    METADATA_RENAMES_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of rename over one interval."),
    METADATA_STATFS(
            "operations",
            Source.METADATA_SERVERS,
            Good.LOW,
            "Operations statfs that the metadata servers answered during the run."),
    METADATA_STATFS_MEAN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Mean rate of statfs over the run."),
    METADATA_STATFS_MIN_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Smallest rate of statfs over one interval."),
    METADATA_STATFS_MAX_PER_SECOND(
            "operations/s", Source.METADATA_SERVERS, Good.LOW, "Largest rate of statfs over one interval."),
    METADATA_READDIRS("operations", Source.METADATA_SERVERS, Good.LOW, "Operations readdir during the run (GPFS)."),
    METADATA_INODE_UPDATES("operations", Source.METADATA_SERVERS, Good.LOW, "Inode updates during the run (GPFS)."),
    METADATA_OPENS_AND_CLOSES("operations", Source.METADATA_SERVERS, Good.LOW, "Opens and closes together."),
    METADATA_OPERATIONS(
            "operations", Source.METADATA_SERVERS, Good.LOW, "All metadata operations that the servers report."),
    MDS_CPU_MEAN_PERCENT(
            "%",
            Source.METADATA_SERVERS, Good.LOW, "CPU use of the MDS, mean over samples; lost samples are left out."),
    MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT(
            "%",
            Source.METADATA_SERVERS,
            Good.LOW,
            "The same with every lost sample counted as 0, as in the tables of TOKIO."),
    MDS_CPU_MAX_PERCENT("%", Source.METADATA_SERVERS, Good.LOW, "Largest CPU use of an MDS in one sample."),
    MDS_CPU_BEFORE_START_PERCENT(
            "%",
            Source.METADATA_SERVERS,
            Good.LOW,
            "CPU use of the MDS, mean over the five seconds before the run's start (mdsAvgCPU, zoom-in factor 14)."),
    OST_FULLEST_PERCENT("%", Source.CAPACITY, Good.LOW, "Space used on the fullest OST, 100 x used / total."),
    OST_MEAN_FULL_PERCENT("%", Source.CAPACITY, Good.LOW, "Space used, mean over OSTs."),
    OST_EMPTIEST_PERCENT("%", Source.CAPACITY, Good.LOW, "Space used on the emptiest OST."),
    OST_FULLNESS_IMBALANCE_PERCENT(
            "%", Source.CAPACITY, Good.LOW, "Fullest OST less the median OST, percentage points."),
    OST_FULLEST_USED_BYTES("B", Source.CAPACITY, Good.LOW, "Bytes used on the fullest OST."),
    OST_MEAN_USED_BYTES("B", Source.CAPACITY, Good.LOW, "Bytes used, mean over OSTs."),
    OST_EMPTIEST_USED_BYTES("B", Source.CAPACITY, Good.LOW, "Bytes used on the emptiest OST."),
    OSTS("OSTs", Source.CAPACITY, Good.NONE, "OSTs that the capacity was known of."),
    CAPACITY_AGE_SECONDS("s", Source.CAPACITY, Good.NONE, "Age of the capacity when the run started."),
    OVERLOADED_OSS("OSS", Source.PLACEMENT, Good.LOW, "OSS that serve OSTs of a failed partner besides their own."),
    OVERLOADED_OSTS("OSTs", Source.PLACEMENT, Good.LOW, "OSTs on such OSS."),
    OVERLOADED_OST_PERCENT("%", Source.PLACEMENT, Good.LOW, "OSTs on such OSS / OSTs."),
    OSTS_PER_OVERLOADED_OSS("OSTs", Source.PLACEMENT, Good.LOW, "OSTs on such an OSS, mean."),
    OSS_OVERLOAD_FACTOR(
            "ratio", Source.PLACEMENT, Good.LOW, "OSTs on such an OSS / OSTs that an OSS serves normally, mean."),
    PLACEMENT_AGE_SECONDS("s", Source.PLACEMENT, Good.NONE, "Age of the placement when the run started."),
    CONCURRENT_JOBS("jobs", Source.SCHEDULER, Good.LOW, "Jobs that ran while the run did, itself included."),
    CONCURRENT_NODES("nodes", Source.SCHEDULER, Good.LOW, "Nodes of these jobs."),
    CONCURRENT_NODE_HOURS("node-hours", Source.SCHEDULER, Good.LOW, "Node-hours of these jobs within the run."),
    JOB_RADIUS_MIN(
            "coordinate units",
            Source.TOPOLOGY,
            Good.LOW,
            "Smallest distance of a node of the job from the centre of its nodes."),
    JOB_RADIUS_MEAN(
            "coordinate units", Source.TOPOLOGY, Good.LOW, "Mean distance of the job's nodes from their centre."),
    JOB_RADIUS_MAX(
            "coordinate units",
            Source.TOPOLOGY,
            Good.LOW,
            "Largest distance of a node of the job from the centre of its nodes.");

    /** Who measures it. */
    public enum Source {
        /** Darshan's log of the run. */
        DARSHAN("Darshan"),
        /** Darshan's log and the servers' counters. */
        DARSHAN_AND_SERVERS("Darshan, servers"),
        /** Counters and gauges of OST, OSS or NSD servers. */
        DATA_SERVERS("data servers"),
        /** Counters and gauges of MDT and MDS, or of GPFS for metadata. */
        METADATA_SERVERS("metadata servers"),
        /** Used and free space of targets. */
        CAPACITY("capacity"),
        /** Which server serves which target. */
        PLACEMENT("placement"),
        /** What the servers count per job. */
        JOB_STATISTICS("job_stats"),
        /** The batch scheduler. */
        SCHEDULER("scheduler"),
        /** Coordinates of the nodes. */
        TOPOLOGY("topology");

        private final String title;

        Source(String title) {
            this.title = title;
        }

        /** @return what to call it in a table */
        public String title() {
            return title;
        }
    }

    /** Which values are good for a run. */
    public enum Good {
        /** High values. */
        HIGH,
        /** Low values. */
        LOW,
        /** Neither: the metric describes the run or the measurement. */
        NONE
    }

    private static final Map<String, WeatherMetric> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(WeatherMetric::metricName, Function.identity()));

    private final String unit;
    private final Source source;
    private final Good good;
    private final String description;
    private final String metricName;

    WeatherMetric(String unit, Source source, Good good, String description) {
        this.unit = unit;
        this.source = source;
        this.good = good;
        this.description = description;
        this.metricName = camelCase(name());
    }

    private static String camelCase(String constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.split("_", -1)) {
            name.append(name.isEmpty() ? "" : word.substring(0, 1))
                    .append((name.isEmpty() ? word : word.substring(1)).toLowerCase(Locale.ROOT));
        }
        return name.toString();
    }

    /**
     * @param metricName key in {@link JobWeather#getMetrics()}
     * @return the metric; empty if there is none of that name
     */
    public static Optional<WeatherMetric> named(String metricName) {
        return Optional.ofNullable(BY_NAME.get(metricName));
    }

    /** @return key in {@link JobWeather#getMetrics()}, for instance {@code serverReadBytes} */
    public String metricName() {
        return metricName;
    }

    /** @return unit; B is bytes, ratio and fraction have none */
    public String unit() {
        return unit;
    }

    /** @return who measures it */
    public Source source() {
        return source;
    }

    /** @return which values are good */
    public Good good() {
        return good;
    }

    /** @return one sentence */
    public String description() {
        return description;
    }
}
