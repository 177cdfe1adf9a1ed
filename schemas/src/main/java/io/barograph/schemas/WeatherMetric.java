package io.barograph.schemas;

import static io.barograph.schemas.WeatherMetric.Good.HIGH;
import static io.barograph.schemas.WeatherMetric.Good.LOW;
import static io.barograph.schemas.WeatherMetric.Good.NONE;
import static io.barograph.schemas.WeatherMetric.Source.CAPACITY;
import static io.barograph.schemas.WeatherMetric.Source.DARSHAN;
import static io.barograph.schemas.WeatherMetric.Source.DARSHAN_AND_SERVERS;
import static io.barograph.schemas.WeatherMetric.Source.DATA_SERVERS;
import static io.barograph.schemas.WeatherMetric.Source.JOB_STATISTICS;
import static io.barograph.schemas.WeatherMetric.Source.METADATA_SERVERS;
import static io.barograph.schemas.WeatherMetric.Source.PLACEMENT;
import static io.barograph.schemas.WeatherMetric.Source.SCHEDULER;
import static io.barograph.schemas.WeatherMetric.Source.TOPOLOGY;

import java.util.Arrays;
import java.util.List;
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
    PERFORMANCE_BYTES_PER_SECOND(
            "B/s", DARSHAN, HIGH, "performance", "Bytes of the run / I/O time of its slowest rank."),
    JOB_READ_BYTES("B", DARSHAN, NONE, "bytes read by the run", "Bytes that the run read."),
    JOB_WRITE_BYTES("B", DARSHAN, NONE, "bytes written by the run", "Bytes that the run wrote."),
    JOB_READS("operations", DARSHAN, NONE, "reads of the run", "Read operations of the run."),
    JOB_WRITES("operations", DARSHAN, NONE, "writes of the run", "Write operations of the run."),
    JOB_SEQUENTIAL_READS(
            "operations",
            DARSHAN,
            NONE,
            "sequential reads of the run",
            "Read operations at a higher offset than the one before."),
    JOB_SEQUENTIAL_WRITES(
            "operations",
            DARSHAN,
            NONE,
            "sequential writes of the run",
            "Write operations at a higher offset than the one before."),
    JOB_OPENS("operations", DARSHAN, NONE, "opens of the run", "Opens of the run."),
    JOB_STATS("operations", DARSHAN, NONE, "stats of the run", "Calls of stat of the run."),
    JOB_FILES("files", DARSHAN, NONE, "files of the run", "File records of the run."),
    JOB_UNALIGNED_FILE_ACCESSES(
            "operations",
            DARSHAN,
            NONE,
            "accesses unaligned in the file",
            "Accesses of the run that did not begin at a multiple of the file alignment."),
    JOB_UNALIGNED_MEMORY_ACCESSES(
            "operations",
            DARSHAN,
            NONE,
            "accesses unaligned in memory",
            "Accesses of the run that were not aligned in memory."),
    JOB_READ_SECONDS("s", DARSHAN, LOW, "read time, all ranks", "Time in reads, summed over ranks."),
    JOB_WRITE_SECONDS("s", DARSHAN, LOW, "write time, all ranks", "Time in writes, summed over ranks."),
    JOB_METADATA_SECONDS(
            "s", DARSHAN, LOW, "metadata time, all ranks", "Time in metadata operations, summed over ranks."),
    JOB_IO_SECONDS("s", DARSHAN, LOW, "I/O time", "I/O time of the slowest rank."),
    JOB_RUN_SECONDS("s", DARSHAN, LOW, "run time", "Run time."),
    JOB_PROCESSES("processes", DARSHAN, NONE, "processes", "Processes of the run (zoom-in factor 1)."),
    JOB_NODES("nodes", SCHEDULER, NONE, "nodes", "Nodes of the run (zoom-in factor 2)."),
    JOB_BYTES("B", DARSHAN, HIGH, "bytes moved by the run", "Bytes that the run read and wrote (zoom-in factor 3)."),
    JOB_OSTS("OSTs", DARSHAN, HIGH, "OSTs used", "OSTs that the run's files lie on (zoom-in factor 4)."),
    JOB_SEQUENTIAL_FRACTION(
            "fraction",
            DARSHAN,
            HIGH,
            "sequential requests",
            "Requests at a higher offset than the one before / requests (zoom-in factor 5)."),
    JOB_SMALL_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "small requests, share",
            "Requests of less than 1 KiB / requests (zoom-in factor 6)."),
    JOB_METADATA_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "I/O time spent on metadata",
            "Time in metadata operations / time in reads, writes and metadata operations, summed over ranks (zoom-in factor 7)."),
    JOB_COLLECTIVE_FRACTION(
            "fraction",
            DARSHAN,
            HIGH,
            "collective requests",
            "Collective MPI-IO requests / MPI-IO requests; 0 for a run without MPI-IO (zoom-in factor 8)."),
    JOB_MAX_RANK_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "bytes of the busiest rank, share",
            "Bytes of the busiest rank / bytes of the run, where the log leaves room at least so many (MaxRankIO, zoom-in factor 9)."),
    JOB_COVERING_SEQUENTIAL_FRACTION(
            "fraction",
            DARSHAN,
            HIGH,
            "sequential requests, main files",
            "Factor 5 of the files of the IO covering set (zoom-in factor 10)."),
    JOB_COVERING_SMALL_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "small requests, main files",
            "Factor 6 of the files of the IO covering set (zoom-in factor 11)."),
    JOB_COVERING_METADATA_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "I/O time spent on metadata, main files",
            "Factor 7 of the files of the IO covering set (zoom-in factor 12)."),
    JOB_SMALL_REQUESTS("operations", DARSHAN, LOW, "small requests", "Requests of less than 1 KiB."),
    JOB_IO_PHASES(
            "phases",
            DARSHAN,
            LOW,
            "I/O phases",
            "Stretches of time in which at least one file was being read or written."),
    JOB_ONE_RANK_FRACTION(
            "fraction",
            DARSHAN,
            NONE,
            "bytes in one-rank files, share",
            "Bytes in files that one rank alone used / bytes."),
    JOB_ONE_RANK_FILES("files", DARSHAN, NONE, "files used by one rank", "Files that one rank alone used."),
    JOB_BUSIEST_OST_FRACTION(
            "fraction",
            DARSHAN,
            LOW,
            "bytes on the busiest OST, share",
            "Bytes on the busiest OST / bytes; bytes that the log places on no OST count as elsewhere."),
    JOB_OST_IMBALANCE(
            "ratio",
            DARSHAN,
            LOW,
            "imbalance over OSTs",
            "Bytes on the busiest OST / mean over the OSTs that the run's files lie on; likewise at least so many."),
    JOB_PLACED_FRACTION(
            "fraction", DARSHAN, NONE, "bytes with known OST, share", "Bytes that the log places on OSTs / bytes."),
    JOB_STRIPES(
            "OSTs",
            DARSHAN,
            HIGH,
            "stripes of a file",
            "OSTs that a file lies on, mean over the bytes of files whose layout is known."),
    JOB_CACHEABLE_FRACTION(
            "fraction",
            DARSHAN,
            NONE,
            "bytes that a cache may have served, share",
            "Bytes read that the run had read or written before / bytes read, at least; they may have come from a cache."),
    CF_BW(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor",
            "Coverage factor of bandwidth over the servers that the run used."),
    CF_BW_FS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor, whole file system",
            "Coverage factor of bandwidth over all data servers."),
    CF_READ("ratio", DARSHAN_AND_SERVERS, HIGH, "coverage factor of reading", "Coverage factor of bytes read."),
    CF_WRITE("ratio", DARSHAN_AND_SERVERS, HIGH, "coverage factor of writing", "Coverage factor of bytes written."),
    CF_BW_ACTIVE(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor while the run did I/O",
            "Coverage factor of bandwidth over the intervals that touch the run's IO covering set."),
    CF_JOB(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of the job",
            "Coverage factor of bandwidth over all logs of the job id."),
    CF_LIVE(
            "ratio",
            JOB_STATISTICS,
            NONE,
            "live coverage factor",
            "Live coverage factor: bytes of the job / bytes of all OSTs, both from job_stats, over the whole minutes of the run."),
    CF_LIVE_DIFFERENCE(
            "ratio",
            DARSHAN_AND_SERVERS,
            NONE,
            "coverage factor less live coverage factor",
            "cfBwFs - cfLive; positive where Darshan saw more than job_stats."),
    JOB_STATISTICS_READ_BYTES(
            "B",
            JOB_STATISTICS,
            NONE,
            "bytes read by the job (job_stats)",
            "Bytes that the job read in the minutes that touch the run."),
    JOB_STATISTICS_WRITE_BYTES(
            "B",
            JOB_STATISTICS,
            NONE,
            "bytes written by the job (job_stats)",
            "Bytes that the job wrote in the minutes that touch the run."),
    JOB_STATISTICS_METADATA_OPERATIONS(
            "operations",
            JOB_STATISTICS,
            NONE,
            "metadata operations of the job (job_stats)",
            "Metadata operations of the job in the minutes that touch the run."),
    JOB_STATISTICS_OSTS(
            "OSTs",
            JOB_STATISTICS,
            NONE,
            "OSTs used by the job (job_stats)",
            "OSTs that the job moved bytes on in the same minute, at most, over the whole minutes of the run, or those that touch it if it moved none in these."),
    CF_IOPS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of operations",
            "Coverage factor of read and write operations."),
    CF_READ_OPERATIONS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of read operations",
            "Coverage factor of read operations."),
    CF_WRITE_OPERATIONS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of write operations",
            "Coverage factor of write operations."),
    CF_OPENS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of opens",
            "Opens of the run / opens that the metadata servers answered."),
    CF_STATS(
            "ratio",
            DARSHAN_AND_SERVERS,
            HIGH,
            "coverage factor of stats",
            "Calls of stat of the run / getattr operations that the metadata servers answered."),
    CF_NODEHRS(
            "ratio",
            SCHEDULER,
            HIGH,
            "coverage factor of node-hours",
            "Coverage factor of node-hours: those of the run / those of all jobs while it ran."),
    SERVER_READ_BYTES(
            "B",
            DATA_SERVERS,
            LOW,
            "bytes read, file system",
            "Bytes that all data servers read for clients during the run."),
    SERVER_WRITE_BYTES(
            "B",
            DATA_SERVERS,
            LOW,
            "bytes written, file system",
            "Bytes that all data servers wrote for clients during the run."),
    SERVER_READ_MEAN_BYTES_PER_SECOND(
            "B/s", DATA_SERVERS, LOW, "read rate, mean", "Volume of reading / (number of intervals x interval)."),
    SERVER_READ_MIN_BYTES_PER_SECOND(
            "B/s", DATA_SERVERS, LOW, "read rate, lowest", "Smallest read rate of the file system over one interval."),
    SERVER_READ_MAX_BYTES_PER_SECOND(
            "B/s", DATA_SERVERS, LOW, "read rate, highest", "Largest read rate of the file system over one interval."),
    SERVER_WRITE_MEAN_BYTES_PER_SECOND(
            "B/s", DATA_SERVERS, LOW, "write rate, mean", "Volume of writing / (number of intervals x interval)."),
    SERVER_WRITE_MIN_BYTES_PER_SECOND(
            "B/s",
            DATA_SERVERS,
            LOW,
            "write rate, lowest",
            "Smallest write rate of the file system over one interval."),
    SERVER_WRITE_MAX_BYTES_PER_SECOND(
            "B/s",
            DATA_SERVERS,
            LOW,
            "write rate, highest",
            "Largest write rate of the file system over one interval."),
    SERVER_READ_OPERATIONS(
            "operations", DATA_SERVERS, LOW, "read operations, file system", "Read operations of all data servers."),
    SERVER_WRITE_OPERATIONS(
            "operations", DATA_SERVERS, LOW, "write operations, file system", "Write operations of all data servers."),
    OSS_CPU_MEAN_PERCENT(
            "%",
            DATA_SERVERS,
            LOW,
            "CPU of the OSS, mean",
            "CPU use of the OSS, mean over servers and samples; lost samples are left out."),
    OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT(
            "%",
            DATA_SERVERS,
            LOW,
            "CPU of the OSS, mean, missing as zero",
            "The same with every lost sample counted as 0, as in the tables of TOKIO."),
    OSS_CPU_MAX_PERCENT("%", DATA_SERVERS, LOW, "CPU of the OSS, highest", "Largest CPU use of one OSS in one sample."),
    OSS_CPU_BEFORE_START_PERCENT(
            "%",
            DATA_SERVERS,
            LOW,
            "CPU of the OSS before the start",
            "CPU use of the OSS of the OSTs that the run used, mean over the five seconds before its start (ossAvgCPU, zoom-in factor 13)."),
    OST_BEFORE_START_BYTES_PER_SECOND(
            "B/s",
            DATA_SERVERS,
            LOW,
            "traffic of the OSTs before the start",
            "Traffic of the OSTs that the run used, mean per OST over the five seconds before its start (ostAvgIO, zoom-in factor 15)."),
    ZERO_READ_FRACTION(
            "fraction",
            DATA_SERVERS,
            NONE,
            "samples without reading",
            "Samples of data servers without a byte read / samples."),
    ZERO_WRITE_FRACTION(
            "fraction",
            DATA_SERVERS,
            NONE,
            "samples without writing",
            "Samples of data servers without a byte written / samples."),
    MISSING_FRACTION(
            "fraction",
            DATA_SERVERS,
            NONE,
            "missing samples",
            "Samples of data servers expected and absent / samples expected."),
    MONITORING_SAMPLES(
            "samples",
            DATA_SERVERS,
            NONE,
            "samples during the run",
            "Samples of the file system that fell into the run, where they are too few to be taken for granted (GPFS)."),
    METADATA_OPENS(MetadataNumber.TOTAL, "open"),
    METADATA_OPENS_MEAN_PER_SECOND(MetadataNumber.MEAN, "open"),
    METADATA_OPENS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "open"),
    METADATA_OPENS_MAX_PER_SECOND(MetadataNumber.LARGEST, "open"),
    METADATA_CLOSES(MetadataNumber.TOTAL, "close"),
    METADATA_CLOSES_MEAN_PER_SECOND(MetadataNumber.MEAN, "close"),
    METADATA_CLOSES_MIN_PER_SECOND(MetadataNumber.SMALLEST, "close"),
    METADATA_CLOSES_MAX_PER_SECOND(MetadataNumber.LARGEST, "close"),
    METADATA_GETATTRS(MetadataNumber.TOTAL, "getattr"),
    METADATA_GETATTRS_MEAN_PER_SECOND(MetadataNumber.MEAN, "getattr"),
    METADATA_GETATTRS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "getattr"),
    METADATA_GETATTRS_MAX_PER_SECOND(MetadataNumber.LARGEST, "getattr"),
    METADATA_SETATTRS(MetadataNumber.TOTAL, "setattr"),
    METADATA_SETATTRS_MEAN_PER_SECOND(MetadataNumber.MEAN, "setattr"),
    METADATA_SETATTRS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "setattr"),
    METADATA_SETATTRS_MAX_PER_SECOND(MetadataNumber.LARGEST, "setattr"),
    METADATA_GETXATTRS(MetadataNumber.TOTAL, "getxattr"),
    METADATA_GETXATTRS_MEAN_PER_SECOND(MetadataNumber.MEAN, "getxattr"),
    METADATA_GETXATTRS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "getxattr"),
    METADATA_GETXATTRS_MAX_PER_SECOND(MetadataNumber.LARGEST, "getxattr"),
    METADATA_MKNODS(MetadataNumber.TOTAL, "mknod"),
    METADATA_MKNODS_MEAN_PER_SECOND(MetadataNumber.MEAN, "mknod"),
    METADATA_MKNODS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "mknod"),
    METADATA_MKNODS_MAX_PER_SECOND(MetadataNumber.LARGEST, "mknod"),
    METADATA_MKDIRS(MetadataNumber.TOTAL, "mkdir"),
    METADATA_MKDIRS_MEAN_PER_SECOND(MetadataNumber.MEAN, "mkdir"),
    METADATA_MKDIRS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "mkdir"),
    METADATA_MKDIRS_MAX_PER_SECOND(MetadataNumber.LARGEST, "mkdir"),
    METADATA_RMDIRS(MetadataNumber.TOTAL, "rmdir"),
    METADATA_RMDIRS_MEAN_PER_SECOND(MetadataNumber.MEAN, "rmdir"),
    METADATA_RMDIRS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "rmdir"),
    METADATA_RMDIRS_MAX_PER_SECOND(MetadataNumber.LARGEST, "rmdir"),
    METADATA_LINKS(MetadataNumber.TOTAL, "link"),
    METADATA_LINKS_MEAN_PER_SECOND(MetadataNumber.MEAN, "link"),
    METADATA_LINKS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "link"),
    METADATA_LINKS_MAX_PER_SECOND(MetadataNumber.LARGEST, "link"),
    METADATA_UNLINKS(MetadataNumber.TOTAL, "unlink"),
    METADATA_UNLINKS_MEAN_PER_SECOND(MetadataNumber.MEAN, "unlink"),
    METADATA_UNLINKS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "unlink"),
    METADATA_UNLINKS_MAX_PER_SECOND(MetadataNumber.LARGEST, "unlink"),
    METADATA_RENAMES(MetadataNumber.TOTAL, "rename"),
    METADATA_RENAMES_MEAN_PER_SECOND(MetadataNumber.MEAN, "rename"),
    METADATA_RENAMES_MIN_PER_SECOND(MetadataNumber.SMALLEST, "rename"),
    METADATA_RENAMES_MAX_PER_SECOND(MetadataNumber.LARGEST, "rename"),
    METADATA_STATFS(MetadataNumber.TOTAL, "statfs"),
    METADATA_STATFS_MEAN_PER_SECOND(MetadataNumber.MEAN, "statfs"),
    METADATA_STATFS_MIN_PER_SECOND(MetadataNumber.SMALLEST, "statfs"),
    METADATA_STATFS_MAX_PER_SECOND(MetadataNumber.LARGEST, "statfs"),
    METADATA_READDIRS(
            "operations", METADATA_SERVERS, LOW, "directory reads", "Operations readdir during the run (GPFS)."),
    METADATA_INODE_UPDATES(
            "operations", METADATA_SERVERS, LOW, "inode updates", "Inode updates during the run (GPFS)."),
    METADATA_OPENS_AND_CLOSES("operations", METADATA_SERVERS, LOW, "opens and closes", "Opens and closes together."),
    METADATA_OPERATIONS(
            "operations",
            METADATA_SERVERS,
            LOW,
            "metadata operations",
            "All metadata operations that the servers report."),
    MDS_CPU_MEAN_PERCENT(
            "%",
            METADATA_SERVERS,
            LOW,
            "CPU of the MDS, mean",
            "CPU use of the MDS, mean over samples; lost samples are left out."),
    MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT(
            "%",
            METADATA_SERVERS,
            LOW,
            "CPU of the MDS, mean, missing as zero",
            "The same with every lost sample counted as 0, as in the tables of TOKIO."),
    MDS_CPU_MAX_PERCENT(
            "%", METADATA_SERVERS, LOW, "CPU of the MDS, highest", "Largest CPU use of an MDS in one sample."),
    MDS_CPU_BEFORE_START_PERCENT(
            "%",
            METADATA_SERVERS,
            LOW,
            "CPU of the MDS before the start",
            "CPU use of the MDS, mean over the five seconds before the run's start (mdsAvgCPU, zoom-in factor 14)."),
    OST_FULLEST_PERCENT(
            "%", CAPACITY, LOW, "space used on the fullest OST", "Space used on the fullest OST, 100 x used / total."),
    OST_MEAN_FULL_PERCENT("%", CAPACITY, LOW, "space used, mean over OSTs", "Space used, mean over OSTs."),
    OST_EMPTIEST_PERCENT("%", CAPACITY, LOW, "space used on the emptiest OST", "Space used on the emptiest OST."),
    OST_FULLNESS_IMBALANCE_PERCENT(
            "%", CAPACITY, LOW, "fullest OST less the median", "Fullest OST less the median OST, percentage points."),
    OST_FULLEST_USED_BYTES("B", CAPACITY, LOW, "bytes used on the fullest OST", "Bytes used on the fullest OST."),
    OST_MEAN_USED_BYTES("B", CAPACITY, LOW, "bytes used, mean over OSTs", "Bytes used, mean over OSTs."),
    OST_EMPTIEST_USED_BYTES("B", CAPACITY, LOW, "bytes used on the emptiest OST", "Bytes used on the emptiest OST."),
    OSTS("OSTs", CAPACITY, NONE, "OSTs with known capacity", "OSTs that the capacity was known of."),
    CAPACITY_AGE_SECONDS("s", CAPACITY, NONE, "age of the capacity", "Age of the capacity when the run started."),
    OVERLOADED_OSS(
            "OSS",
            PLACEMENT,
            LOW,
            "OSS that serve OSTs of a failed partner",
            "OSS that serve OSTs of a failed partner besides their own."),
    OVERLOADED_OSTS("OSTs", PLACEMENT, LOW, "OSTs on overloaded OSS", "OSTs on such OSS."),
    OVERLOADED_OST_PERCENT("%", PLACEMENT, LOW, "OSTs on overloaded OSS, share", "OSTs on such OSS / OSTs."),
    OSTS_PER_OVERLOADED_OSS("OSTs", PLACEMENT, LOW, "OSTs of an overloaded OSS", "OSTs on such an OSS, mean."),
    OSS_OVERLOAD_FACTOR(
            "ratio",
            PLACEMENT,
            LOW,
            "overload of these OSS",
            "OSTs on such an OSS / OSTs that an OSS serves normally, mean."),
    PLACEMENT_AGE_SECONDS("s", PLACEMENT, NONE, "age of the placement", "Age of the placement when the run started."),
    CONCURRENT_JOBS("jobs", SCHEDULER, LOW, "concurrent jobs", "Jobs that ran while the run did, itself included."),
    CONCURRENT_NODES("nodes", SCHEDULER, LOW, "nodes of concurrent jobs", "Nodes of these jobs."),
    CONCURRENT_NODE_HOURS(
            "node-hours", SCHEDULER, LOW, "node-hours of concurrent jobs", "Node-hours of these jobs within the run."),
    JOB_RADIUS_MIN(
            "coordinate units",
            TOPOLOGY,
            LOW,
            "distance of nodes from their centre, smallest",
            "Smallest distance of a node of the job from the centre of its nodes."),
    JOB_RADIUS_MEAN(
            "coordinate units",
            TOPOLOGY,
            LOW,
            "distance of nodes from their centre, mean",
            "Mean distance of the job's nodes from their centre."),
    JOB_RADIUS_MAX(
            "coordinate units",
            TOPOLOGY,
            LOW,
            "distance of nodes from their centre, largest",
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

    /** The four numbers of each kind of metadata operation. */
    private enum MetadataNumber {
        TOTAL("operations", "%s operations", "Operations %s that the metadata servers answered during the run."),
        MEAN("operations/s", "%s rate, mean", "Mean rate of %s over the run."),
        SMALLEST("operations/s", "%s rate, lowest", "Smallest rate of %s over one interval."),
        LARGEST("operations/s", "%s rate, highest", "Largest rate of %s over one interval.");

        private final String unit;
        private final String label;
        private final String description;

        MetadataNumber(String unit, String label, String description) {
            this.unit = unit;
            this.label = label;
            this.description = description;
        }
    }

    /**
     * The four metrics of one kind of metadata operation.
     *
     * @param operation its name, such as {@code getattr}
     */
    public record MetadataFamily(
            String operation, WeatherMetric total, WeatherMetric mean, WeatherMetric smallest, WeatherMetric largest) {}

    private static final Map<String, WeatherMetric> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(WeatherMetric::metricName, Function.identity()));

    private final String unit;
    private final Source source;
    private final Good good;
    private final String label;
    private final String description;
    private final String metricName;

    /** The kind of metadata operation that this is the first number of. */
    private final String totalOf;

    WeatherMetric(String unit, Source source, Good good, String label, String description) {
        this(unit, source, good, label, description, null);
    }

    WeatherMetric(String unit, Source source, Good good, String label, String description, String totalOf) {
        this.unit = unit;
        this.source = source;
        this.good = good;
        this.label = label;
        this.description = description;
        this.metricName = camelCase(name());
        this.totalOf = totalOf;
    }

    WeatherMetric(MetadataNumber number, String operation) {
        this(
                number.unit,
                METADATA_SERVERS,
                LOW,
                number.label.replace("%s", operation),
                number.description.replace("%s", operation),
                number == MetadataNumber.TOTAL ? operation : null);
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

    /**
     * @param metricName key in {@link JobWeather#getMetrics()}
     * @return the label of that metric; the name itself if there is none
     */
    public static String labelOf(String metricName) {
        return named(metricName).map(WeatherMetric::label).orElse(metricName);
    }

    /** @return the kinds of metadata operations that have four metrics, in the order of these */
    public static List<MetadataFamily> metadataFamilies() {
        return Arrays.stream(values())
                .filter(metric -> metric.totalOf != null)
                .map(total -> new MetadataFamily(
                        total.totalOf,
                        total,
                        valueOf(total.name() + "_MEAN_PER_SECOND"),
                        valueOf(total.name() + "_MIN_PER_SECOND"),
                        valueOf(total.name() + "_MAX_PER_SECOND")))
                .toList();
    }

    /** @return key in {@link JobWeather#getMetrics()}, for instance {@code serverReadBytes} */
    public String metricName() {
        return metricName;
    }

    /** @return what people read in its place, without the unit, for instance {@code read rate, mean} */
    public String label() {
        return label;
    }

    /** @return unit; B is bytes, ratio and fraction have none */
    public String unit() {
        return unit;
    }

    public Source source() {
        return source;
    }

    public Good good() {
        return good;
    }

    public String description() {
        return description;
    }
}
