package io.barograph.verdicts.causes;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.CauseShare;
import io.barograph.verdicts.explanation.LossExplanation;
import java.util.Locale;

/** One rule for each cause. A comparison with what is not known does not hold. */
final class CauseRules {
    private static final double PERCENT = 100;

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
        if (!(phases >= CauseThresholds.MIN_PHASES && phaseBytes < CauseThresholds.PHASE_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.MANY_PHASES,
                CauseEffect.LOWERS,
                logarithmic(phases, CauseThresholds.MIN_PHASES, CauseThresholds.CERTAIN_PHASES),
                WeatherMetric.JOB_IO_PHASES,
                text("%.0f separate I/O phases of %s each on average", phases, size(phaseBytes)),
                "Gather output and move it in fewer, larger phases: write several steps at once, keep files open"
                        + " between steps, stage through memory or node-local storage.");
    }

    private static MatchedCause singleOst(CauseRuleInput facts) {
        double share = facts.get(WeatherMetric.JOB_BUSIEST_OST_FRACTION);
        if (!(share >= CauseThresholds.ONE_OST
                && facts.bytes() >= CauseThresholds.STRIPED_BYTES
                && facts.processes() > 1)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.SINGLE_OST,
                CauseEffect.LOWERS,
                linear(share, CauseThresholds.ONE_OST, 1),
                WeatherMetric.JOB_BUSIEST_OST_FRACTION,
                text("%s of %s lie on one OST", percent(share), size(facts.bytes())),
                "Stripe the directory before the files are written: lfs setstripe -c 8 -S 4M DIRECTORY; files that"
                        + " exist: lfs migrate -c 8 -S 4M FILE.");
    }

    private static MatchedCause smallData(CauseRuleInput facts) {
        double bytes = facts.bytes();
        double perProcess = bytes / facts.processes();
        boolean little = bytes < CauseThresholds.SMALL_DATA;
        boolean littleEach = perProcess < CauseThresholds.SMALL_DATA_PER_PROCESS;
        if (!(bytes > 0 && (little || littleEach))) {
            return null;
        }
        double smallness = Math.max(
                CauseThresholds.SMALL_DATA / bytes,
                littleEach ? CauseThresholds.SMALL_DATA_PER_PROCESS / perProcess : 0);
        return new MatchedCause(
                CauseKind.SMALL_DATA,
                CauseEffect.LOWERS,
                logarithmic(Math.max(1, smallness), 1, CauseThresholds.CERTAIN_SMALLNESS),
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
        if (!(share >= CauseThresholds.MAX_RANK && facts.processes() >= CauseThresholds.MIN_RANKS)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.UNBALANCED_RANKS,
                CauseEffect.LOWERS,
                linear(share, CauseThresholds.MAX_RANK, CauseThresholds.CERTAIN_MAX_RANK),
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
        boolean many = requests >= CauseThresholds.SMALL_REQUESTS_PER_PROCESS * facts.processes();
        if (!(share >= CauseThresholds.SMALL_REQUESTS && many)) {
            return null;
        }
        boolean ofAll = all >= CauseThresholds.SMALL_REQUESTS;
        return new MatchedCause(
                CauseKind.SMALL_REQUESTS,
                CauseEffect.LOWERS,
                linear(share, CauseThresholds.SMALL_REQUESTS, CauseThresholds.CERTAIN_SMALL_REQUESTS),
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
        boolean uneven = imbalance >= CauseThresholds.OST_IMBALANCE && share < CauseThresholds.ONE_OST;
        if (!(uneven && facts.bytes() >= CauseThresholds.STRIPED_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.UNBALANCED_OSTS,
                CauseEffect.LOWERS,
                linear(imbalance, CauseThresholds.OST_IMBALANCE, CauseThresholds.CERTAIN_OST_IMBALANCE),
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
        if (!(busy >= CauseThresholds.BUSY_PERCENT)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.BAD_WEATHER,
                CauseEffect.LOWERS,
                CauseThresholds.INFERRED * linear(busy, CauseThresholds.BUSY_PERCENT, PERCENT),
                mdsBusier ? WeatherMetric.MDS_CPU_BEFORE_START_PERCENT : WeatherMetric.OSS_CPU_BEFORE_START_PERCENT,
                text("the CPU of the %s was at %.0f %% before the run began", mdsBusier ? "MDS" : "OSS", busy),
                "Nothing to mend in the application: repeat the run when the servers are less busy.");
    }

    /** As sure as the explanation is that the file system cost the run its loss. */
    private static MatchedCause badWeather(LossExplanation loss) {
        CauseShare main = loss.mainSystemCause().orElse(null);
        if (main == null) {
            return null;
        }
        return new MatchedCause(
                CauseKind.BAD_WEATHER,
                CauseEffect.LOWERS,
                main.confidence(),
                WeatherMetric.PERFORMANCE_BYTES_PER_SECOND,
                text(
                        "%.0f %% of the loss by %s",
                        100 * Math.min(1, main.share() / loss.loss()),
                        main.cause().title()),
                "Nothing to mend in the application: compare with runs in better weather, and see who else was on"
                        + " the file system.");
    }

    /** Its own file for each process avoids locks, and pays with metadata operations. */
    private static MatchedCause filePerProcess(CauseRuleInput facts) {
        double share = facts.get(WeatherMetric.JOB_ONE_RANK_FRACTION);
        double files = facts.get(WeatherMetric.JOB_ONE_RANK_FILES);
        boolean each = files >= facts.processes() && facts.processes() > 1;
        if (!(share >= CauseThresholds.FILE_PER_PROCESS && each)) {
            return null;
        }
        double metadata = facts.get(WeatherMetric.JOB_METADATA_FRACTION);
        String evidence = text(
                "%s of the bytes are in %.0f files of one process each%s",
                percent(share),
                files,
                Double.isNaN(metadata) ? "" : text(", metadata takes %s of the I/O time", percent(metadata)));
        if (metadata >= CauseThresholds.METADATA) {
            return new MatchedCause(
                    CauseKind.FILE_PER_PROCESS,
                    CauseEffect.LOWERS,
                    linear(metadata, CauseThresholds.METADATA, CauseThresholds.CERTAIN_METADATA),
                    WeatherMetric.JOB_METADATA_FRACTION,
                    evidence,
                    "Write fewer files: one shared file with collective MPI-IO, or one for each node (HDF5 subfiling,"
                            + " ADIOS); spread directories over metadata servers (lfs mkdir -c).");
        }
        double confidence = linear(share, CauseThresholds.FILE_PER_PROCESS, 1);
        return new MatchedCause(
                CauseKind.FILE_PER_PROCESS,
                CauseEffect.RAISES,
                Double.isNaN(metadata) ? CauseThresholds.INFERRED * confidence : confidence,
                WeatherMetric.JOB_ONE_RANK_FRACTION,
                evidence,
                "Nothing to mend at this scale: no process waits for another's lock. With many more processes, write one"
                        + " file for each node.");
    }

    /** The servers' counters prove it where they are known; otherwise only what could have come from a cache is. */
    private static MatchedCause readCaching(CauseRuleInput facts) {
        double read = facts.get(WeatherMetric.JOB_READ_BYTES);
        double coverage = facts.get(WeatherMetric.CF_READ);
        if (!(read > 0 && read >= CauseThresholds.READ_SHARE * facts.bytes())) {
            return null;
        }
        if (Double.isNaN(coverage) || facts.get(WeatherMetric.MISSING_FRACTION) > CauseThresholds.MISSING) {
            double cacheable = facts.get(WeatherMetric.JOB_CACHEABLE_FRACTION);
            return cacheable >= CauseThresholds.CACHEABLE
                    ? readCaching(
                            CauseThresholds.INFERRED * linear(cacheable, CauseThresholds.CACHEABLE, 1),
                            WeatherMetric.JOB_CACHEABLE_FRACTION,
                            text(
                                    "%s of %s read had been read or written before by the run",
                                    percent(cacheable), size(read)))
                    : null;
        }
        if (!(coverage > CauseThresholds.READ_COVERAGE)) {
            return null;
        }
        // Clocks that disagree spoil both directions.
        boolean clocksAgree = facts.get(WeatherMetric.CF_WRITE) <= CauseThresholds.READ_COVERAGE;
        double confidence = linear(coverage, CauseThresholds.READ_COVERAGE, CauseThresholds.CERTAIN_READ_COVERAGE);
        return readCaching(
                clocksAgree ? confidence : CauseThresholds.INFERRED * confidence,
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
        boolean even = stripes >= CauseThresholds.WIDE_OSTS
                || facts.get(WeatherMetric.JOB_PLACED_FRACTION) >= CauseThresholds.PLACED;
        boolean balanced = even && !(imbalance > CauseThresholds.BALANCED);
        if (!(osts >= CauseThresholds.WIDE_OSTS && balanced && facts.bytes() >= CauseThresholds.STRIPED_BYTES)) {
            return null;
        }
        return new MatchedCause(
                CauseKind.WIDE_BALANCED_STRIPING,
                CauseEffect.RAISES,
                logarithmic(osts, CauseThresholds.WIDE_OSTS, CauseThresholds.CERTAIN_WIDE_OSTS),
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
