package io.barograph.verdicts.causes;

import io.barograph.schemas.CoverageLimits;
import io.barograph.schemas.Finding;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.LossExplanation;
import java.util.Locale;

/**
 * One rule for each cause. A comparison with what is not known does not hold.
 *
 * <p>The numbers of the paper's table II, from where on a rule holds and from where on it is certain, were not at hand;
 * these are ours, with their reasons.
 */
final class CauseRules {
    private static final double PERCENT = 100;

    /** A phase of less than 1 GB is too small to be judged for itself, as a run is; some few do no harm. */
    private static final double MIN_PHASES = 20;

    private static final double CERTAIN_PHASES = 200;
    private static final double PHASE_BYTES = 1e9;

    /** With 90 % of the bytes on it, further OSTs shorten the transfer by a tenth at most. */
    private static final double ONE_OST = 0.9;

    /** Below 1 GiB one OST usually has enough bandwidth (Lustre wiki, Lustre Striping Best Practices). */
    private static final double STRIPED_BYTES = 1L << 30;

    /** Less than a run needs to be judged: opening, closing and ramping up outweigh the transfer. */
    private static final double SMALL_DATA = 1e9;

    /** Less than one full request of Lustre for each process. */
    private static final double SMALL_DATA_PER_PROCESS = 1L << 20;

    /** So many times less data is certainly too little. */
    private static final double CERTAIN_SMALLNESS = 100;

    /**
     * One process with half of the bytes makes the run at best twice as fast as that process. Fewer than four have such
     * shares by themselves.
     */
    private static final double MAX_RANK = 0.5;

    private static final double CERTAIN_MAX_RANK = 0.95;
    private static final double MIN_RANKS = 4;

    /** Most requests are below 1 KiB, and each process makes so many that they cost it 0.1 s at 1 ms each. */
    private static final double SMALL_REQUESTS = 0.5;

    private static final double CERTAIN_SMALL_REQUESTS = 0.95;
    private static final double SMALL_REQUESTS_PER_PROCESS = 100;

    /** The busiest OST has twice its share, so that the transfer takes twice as long as it need. */
    private static final double OST_IMBALANCE = 2;

    private static final double CERTAIN_OST_IMBALANCE = 4;

    /** Without a climate: a server with a CPU as busy as this before the run began was at its limit. */
    private static final double BUSY_PERCENT = 80;

    /** Most bytes are in files of one rank, and there is one for each process. */
    private static final double FILE_PER_PROCESS = 0.5;

    /** From a fifth of the I/O time in metadata operations on, the many files cost more than they save in locks. */
    private static final double METADATA = 0.2;

    private static final double CERTAIN_METADATA = 0.6;

    /** The servers delivered a fifth less than was read: the limit of a plausible coverage factor. */
    private static final double READ_COVERAGE = CoverageLimits.IMPLAUSIBLE_ABOVE;

    private static final double CERTAIN_READ_COVERAGE = 2;

    /** Most of what was read could have come from a cache, and reading is more than a trifle of the run. */
    private static final double CACHEABLE = 0.5;

    private static final double READ_SHARE = 0.1;

    /** From eight OSTs on striping is wide for many concurrent clients (Lustre wiki, as above). */
    private static final double WIDE_OSTS = 8;

    private static final double CERTAIN_WIDE_OSTS = 32;
    private static final double BALANCED = 1.5;
    private static final double PLACED = 0.8;

    /** What evidence is worth that suggests a cause without having measured it. */
    static final double INFERRED = 0.7;

    /** More samples lost than this, and coverage factors prove nothing. */
    private static final double MISSING = CoverageLimits.MISSING_ABOVE;

    private CauseRules() {}

    /** @return the cause with its evidence; null if its rule does not hold */
    static MatchedCause of(CauseKind cause, CauseRuleInput facts) {
        return switch (cause) {
            case MANY_PHASES -> manyPhases(facts);
            case SINGLE_OST -> singleOst(facts);
            case SMALL_DATA -> smallData(facts);
            case UNBALANCED_RANKS -> unbalancedRanks(facts);
            case SMALL_REQUESTS -> smallRequests(facts);
            case UNBALANCED_OSTS -> unbalancedOsts(facts);
            case BAD_WEATHER -> badWeather(facts);
            case FILE_PER_PROCESS -> filePerProcess(facts);
            case READ_CACHING -> readCaching(facts);
            case WIDE_BALANCED_STRIPING -> wideBalancedStriping(facts);
        };
    }

    private static MatchedCause manyPhases(CauseRuleInput facts) {
        double phases = facts.get(WeatherMetric.JOB_IO_PHASES);
        double phaseBytes = facts.bytes() / phases;
        if (!(phases >= MIN_PHASES && phaseBytes < PHASE_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.MANY_PHASES,
                CauseEffect.LOWERS,
                logarithmic(phases, MIN_PHASES, CERTAIN_PHASES),
                WeatherMetric.JOB_IO_PHASES,
                text("%.0f separate I/O phases of %s each on average", phases, size(phaseBytes)),
                "Gather output and move it in fewer, larger phases: write several steps at once, keep files open"
                        + " between steps, stage through memory or node-local storage.");
    }

    private static MatchedCause singleOst(CauseRuleInput facts) {
        double share = facts.get(WeatherMetric.JOB_BUSIEST_OST_FRACTION);
        if (!(share >= ONE_OST && facts.bytes() >= STRIPED_BYTES && facts.processes() > 1)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.SINGLE_OST,
                CauseEffect.LOWERS,
                linear(share, ONE_OST, 1),
                WeatherMetric.JOB_BUSIEST_OST_FRACTION,
                text("%s of %s lie on one OST", percent(share), size(facts.bytes())),
                "Stripe the directory before the files are written: lfs setstripe -c 8 -S 4M DIRECTORY; files that"
                        + " exist: lfs migrate -c 8 -S 4M FILE.");
    }

    private static MatchedCause smallData(CauseRuleInput facts) {
        double bytes = facts.bytes();
        double perProcess = bytes / facts.processes();
        boolean little = bytes < SMALL_DATA;
        boolean littleEach = perProcess < SMALL_DATA_PER_PROCESS;
        if (!(bytes > 0 && (little || littleEach))) {
            return null;
        }
        double smallness = Math.max(SMALL_DATA / bytes, littleEach ? SMALL_DATA_PER_PROCESS / perProcess : 0);
        return new MatchedCause(
                CauseKind.SMALL_DATA,
                CauseEffect.LOWERS,
                logarithmic(Math.max(1, smallness), 1, CERTAIN_SMALLNESS),
                WeatherMetric.JOB_BYTES,
                facts.processes() > 1
                        ? text(
                                "%s in all, %s for each of %.0f processes",
                                size(bytes), size(perProcess), facts.processes())
                        : text("%s in all", size(bytes)),
                "So little data cannot reach the file system's bandwidth: let fewer processes do the I/O (MPI-IO hints"
                        + " romio_cb_write=enable, cb_nodes=N), read shared input once and broadcast it, or use"
                        + " node-local storage.");
    }

    private static MatchedCause unbalancedRanks(CauseRuleInput facts) {
        double share = facts.get(WeatherMetric.JOB_MAX_RANK_FRACTION);
        if (!(share >= MAX_RANK && facts.processes() >= MIN_RANKS)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.UNBALANCED_RANKS,
                CauseEffect.LOWERS,
                linear(share, MAX_RANK, CERTAIN_MAX_RANK),
                WeatherMetric.JOB_MAX_RANK_FRACTION,
                text("one of %.0f processes moved %s of the bytes", facts.processes(), percent(share)),
                "Let all processes take part instead of one: collective writes (MPI_File_write_at_all, parallel HDF5 or"
                        + " NetCDF), and at least one aggregator for each node (cb_nodes=NODES).");
    }

    private static MatchedCause smallRequests(CauseRuleInput facts) {
        double all = facts.get(WeatherMetric.JOB_SMALL_FRACTION);
        double covering = facts.get(WeatherMetric.JOB_COVERING_SMALL_FRACTION);
        double share = Double.isNaN(covering) ? all : Math.max(all, covering);
        double requests = facts.get(WeatherMetric.JOB_SMALL_REQUESTS);
        boolean many = requests >= SMALL_REQUESTS_PER_PROCESS * facts.processes();
        if (!(share >= SMALL_REQUESTS && many)) {
            return null;
        }
        boolean ofAll = all >= SMALL_REQUESTS;
        return new MatchedCause(
                CauseKind.SMALL_REQUESTS,
                CauseEffect.LOWERS,
                linear(share, SMALL_REQUESTS, CERTAIN_SMALL_REQUESTS),
                ofAll ? WeatherMetric.JOB_SMALL_FRACTION : WeatherMetric.JOB_COVERING_SMALL_FRACTION,
                text(
                        "%s of the requests%s are below 1 KiB, %.0f requests",
                        percent(share), share > all ? " to the files that fill the I/O time" : "", requests),
                "Move at least 1 MiB with each request: buffer in the application (setvbuf), enlarge chunks and chunk"
                        + " cache (HDF5), or collective buffering (romio_cb_write=enable, romio_cb_read=enable).");
    }

    private static MatchedCause unbalancedOsts(CauseRuleInput facts) {
        double imbalance = facts.get(WeatherMetric.JOB_OST_IMBALANCE);
        double share = facts.get(WeatherMetric.JOB_BUSIEST_OST_FRACTION);
        boolean uneven = imbalance >= OST_IMBALANCE && share < ONE_OST;
        if (!(uneven && facts.bytes() >= STRIPED_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.UNBALANCED_OSTS,
                CauseEffect.LOWERS,
                linear(imbalance, OST_IMBALANCE, CERTAIN_OST_IMBALANCE),
                WeatherMetric.JOB_OST_IMBALANCE,
                text(
                        "the busiest of %.0f OSTs has %.1f times the mean, %s of the bytes",
                        facts.get(WeatherMetric.JOB_OSTS), imbalance, percent(share)),
                "Stripe large files over more OSTs (lfs setstripe -c 8 DIRECTORY), and do not choose OSTs by hand"
                        + " (lfs setstripe -i, -o): Lustre spreads files by load and space.");
    }

    private static MatchedCause badWeather(CauseRuleInput facts) {
        if (facts.loss().isPresent()) {
            return badWeather(facts.loss().get());
        }
        if (facts.judged()) {
            return null;
        }
        double oss = facts.get(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT);
        double mds = facts.get(WeatherMetric.MDS_CPU_BEFORE_START_PERCENT);
        boolean mdsBusier = Double.isNaN(oss) || mds > oss;
        double busy = mdsBusier ? mds : oss;
        if (!(busy >= BUSY_PERCENT)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.BAD_WEATHER,
                CauseEffect.LOWERS,
                INFERRED * linear(busy, BUSY_PERCENT, PERCENT),
                mdsBusier ? WeatherMetric.MDS_CPU_BEFORE_START_PERCENT : WeatherMetric.OSS_CPU_BEFORE_START_PERCENT,
                text("the CPU of the %s was at %.0f %% before the run began", mdsBusier ? "MDS" : "OSS", busy),
                "Nothing to mend in the application: repeat the run when the servers are less busy.");
    }

    /** As sure as the explanation is that the file system cost the run its loss. */
    private static MatchedCause badWeather(LossExplanation loss) {
        Finding main = loss.mainSystemCause().orElse(null);
        if (main == null) {
            return null;
        }
        return new MatchedCause(
                CauseKind.BAD_WEATHER,
                CauseEffect.LOWERS,
                main.getConfidence(),
                WeatherMetric.PERFORMANCE_BYTES_PER_SECOND,
                text(
                        "%.0f %% of the loss by %s",
                        100 * Math.min(1, main.getShare() / loss.loss()),
                        LossCause.named(main.getCause()).orElseThrow().title()),
                "Nothing to mend in the application: compare with runs in better weather, and see who else was on"
                        + " the file system.");
    }

    /** Its own file for each process avoids locks, and pays with metadata operations. */
    private static MatchedCause filePerProcess(CauseRuleInput facts) {
        double share = facts.get(WeatherMetric.JOB_ONE_RANK_FRACTION);
        double files = facts.get(WeatherMetric.JOB_ONE_RANK_FILES);
        boolean each = files >= facts.processes() && facts.processes() > 1;
        if (!(share >= FILE_PER_PROCESS && each)) {
            return null;
        }
        double metadata = facts.get(WeatherMetric.JOB_METADATA_FRACTION);
        String evidence = text(
                "%s of the bytes are in %.0f files of one process each%s",
                percent(share),
                files,
                Double.isNaN(metadata) ? "" : text(", metadata takes %s of the I/O time", percent(metadata)));
        if (metadata >= METADATA) {
            return new MatchedCause(
                    CauseKind.FILE_PER_PROCESS,
                    CauseEffect.LOWERS,
                    linear(metadata, METADATA, CERTAIN_METADATA),
                    WeatherMetric.JOB_METADATA_FRACTION,
                    evidence,
                    "Write fewer files: one shared file with collective MPI-IO, or one for each node (HDF5 subfiling,"
                            + " ADIOS); spread directories over metadata servers (lfs mkdir -c).");
        }
        double confidence = linear(share, FILE_PER_PROCESS, 1);
        return new MatchedCause(
                CauseKind.FILE_PER_PROCESS,
                CauseEffect.RAISES,
                Double.isNaN(metadata) ? INFERRED * confidence : confidence,
                WeatherMetric.JOB_ONE_RANK_FRACTION,
                evidence,
                "Nothing to mend at this scale: no process waits for another's lock. With many more processes, write"
                        + " one file for each node.");
    }

    /** The servers' counters prove it where they are known; otherwise only what could have come from a cache is. */
    private static MatchedCause readCaching(CauseRuleInput facts) {
        double read = facts.get(WeatherMetric.JOB_READ_BYTES);
        double coverage = facts.get(WeatherMetric.CF_READ);
        if (!(read > 0 && read >= READ_SHARE * facts.bytes())) {
            return null;
        }
        if (Double.isNaN(coverage) || facts.get(WeatherMetric.MISSING_FRACTION) > MISSING) {
            double cacheable = facts.get(WeatherMetric.JOB_CACHEABLE_FRACTION);
            return cacheable >= CACHEABLE
                    ? readCaching(
                            INFERRED * linear(cacheable, CACHEABLE, 1),
                            WeatherMetric.JOB_CACHEABLE_FRACTION,
                            text(
                                    "%s of %s read had been read or written before by the run",
                                    percent(cacheable), size(read)))
                    : null;
        }
        if (!(coverage > READ_COVERAGE)) {
            return null;
        }
        // Clocks that disagree spoil both directions.
        boolean clocksAgree = facts.get(WeatherMetric.CF_WRITE) <= READ_COVERAGE;
        double confidence = linear(coverage, READ_COVERAGE, CERTAIN_READ_COVERAGE);
        return readCaching(
                clocksAgree ? confidence : INFERRED * confidence,
                WeatherMetric.CF_READ,
                text("the run read %.1f times what the servers delivered", coverage));
    }

    private static MatchedCause readCaching(double confidence, WeatherMetric measure, String evidence) {
        return new MatchedCause(
                CauseKind.READ_CACHING,
                CauseEffect.RAISES,
                confidence,
                measure,
                evidence,
                "The performance is that of caches: to measure the file system, read on other nodes than those that"
                        + " wrote (ior -C), or more than fits into memory.");
    }

    private static MatchedCause wideBalancedStriping(CauseRuleInput facts) {
        double osts = facts.get(WeatherMetric.JOB_OSTS);
        double imbalance = facts.get(WeatherMetric.JOB_OST_IMBALANCE);
        double stripes = facts.get(WeatherMetric.JOB_STRIPES);
        // A striped file lies evenly on its OSTs by its construction.
        boolean even = stripes >= WIDE_OSTS || facts.get(WeatherMetric.JOB_PLACED_FRACTION) >= PLACED;
        boolean balanced = even && !(imbalance > BALANCED);
        if (!(osts >= WIDE_OSTS && balanced && facts.bytes() >= STRIPED_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.WIDE_BALANCED_STRIPING,
                CauseEffect.RAISES,
                logarithmic(osts, WIDE_OSTS, CERTAIN_WIDE_OSTS),
                WeatherMetric.JOB_OSTS,
                Double.isNaN(imbalance)
                        ? text("%s striped over %.0f OSTs", size(facts.bytes()), osts)
                        : text(
                                "%s over %.0f OSTs, the busiest with %.2f times the mean",
                                size(facts.bytes()), osts, imbalance),
                "Nothing to mend: keep this layout.");
    }

    /** @return 0.5 at the threshold, 1 from where the cause is certain, linear between */
    private static double linear(double value, double threshold, double certain) {
        return 0.5 + 0.5 * Math.max(0, Math.min(1, (value - threshold) / (certain - threshold)));
    }

    private static double logarithmic(double value, double threshold, double certain) {
        return linear(Math.log(value), Math.log(threshold), Math.log(certain));
    }

    private static String percent(double fraction) {
        return text("%.0f %%", PERCENT * fraction);
    }

    private static String size(double bytes) {
        if (bytes >= 1e9) {
            return text("%.1f GB", bytes / 1e9);
        }
        if (bytes >= 1e6) {
            return text("%.1f MB", bytes / 1e6);
        }
        return bytes >= 1e3 ? text("%.1f kB", bytes / 1e3) : text("%.0f B", bytes);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
