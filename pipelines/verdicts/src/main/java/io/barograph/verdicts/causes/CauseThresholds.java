package io.barograph.verdicts.causes;

import io.barograph.schemas.CoverageLimits;

/**
 * From where on a rule holds, and from where on it is certain. The numbers of the paper's table II were not at hand;
 * these are ours, with their reasons.
 */
final class CauseThresholds {
    /** A phase of less than 1 GB is too small to be judged for itself, as a run is; some few do no harm. */
    static final double MIN_PHASES = 20;

    static final double CERTAIN_PHASES = 200;
    static final double PHASE_BYTES = 1e9;

    /** With 90 % of the bytes on it, further OSTs shorten the transfer by a tenth at most. */
    static final double ONE_OST = 0.9;

    /** Below 1 GiB one OST usually has enough bandwidth (Lustre wiki, Lustre Striping Best Practices). */
    static final double STRIPED_BYTES = 1L << 30;

    /** Less than a run needs to be judged: opening, closing and ramping up outweigh the transfer. */
    static final double SMALL_DATA = 1e9;

    /** Less than one full request of Lustre for each process. */
    static final double SMALL_DATA_PER_PROCESS = 1L << 20;

    /** So many times less data is certainly too little. */
    static final double CERTAIN_SMALLNESS = 100;

    /**
     * One process with half of the bytes makes the run at best twice as fast as that process. Fewer than four have such
     * shares by themselves.
     */
    static final double MAX_RANK = 0.5;

    static final double CERTAIN_MAX_RANK = 0.95;
    static final double MIN_RANKS = 4;

    /** Most requests are below 1 KiB, and each process makes so many that they cost it 0.1 s at 1 ms each. */
    static final double SMALL_REQUESTS = 0.5;

    static final double CERTAIN_SMALL_REQUESTS = 0.95;
    static final double SMALL_REQUESTS_PER_PROCESS = 100;

    /** The busiest OST has twice its share, so that the transfer takes twice as long as it need. */
    static final double OST_IMBALANCE = 2;

    static final double CERTAIN_OST_IMBALANCE = 4;

    /** Without a climate: a server with a CPU as busy as this before the run began was at its limit. */
    static final double BUSY_PERCENT = 80;

    /** Most bytes are in files of one rank, and there is one for each process. */
    static final double FILE_PER_PROCESS = 0.5;

    /** From a fifth of the I/O time in metadata operations on, the many files cost more than they save in locks. */
    static final double METADATA = 0.2;

    static final double CERTAIN_METADATA = 0.6;

    /** The servers delivered a fifth less than was read: the limit of a plausible coverage factor. */
    static final double READ_COVERAGE = CoverageLimits.IMPLAUSIBLE_ABOVE;

    static final double CERTAIN_READ_COVERAGE = 2;

    /** Most of what was read could have come from a cache, and reading is more than a trifle of the run. */
    static final double CACHEABLE = 0.5;

    static final double READ_SHARE = 0.1;

    /** From eight OSTs on striping is wide for many concurrent clients (Lustre wiki, as above). */
    static final double WIDE_OSTS = 8;

    static final double CERTAIN_WIDE_OSTS = 32;
    static final double BALANCED = 1.5;
    static final double PLACED = 0.8;

    /** What evidence is worth that suggests a cause without having measured it. */
    static final double INFERRED = 0.7;

    /** More samples lost than this, and coverage factors prove nothing. */
    static final double MISSING = CoverageLimits.MISSING_ABOVE;

    private CauseThresholds() {}
}
