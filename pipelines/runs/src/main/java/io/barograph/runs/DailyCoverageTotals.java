package io.barograph.runs;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How far the evidence of a file system reaches on one day, as sums that add up in any order.
 *
 * @param amounts sums that are not 0
 * @param clockSkew what runs that ended on the day say of clocks
 */
public record DailyCoverageTotals(Map<Amount, Long> amounts, ClockSkew clockSkew) {
    /** No evidence. */
    public static final DailyCoverageTotals NONE = new DailyCoverageTotals(new EnumMap<>(Amount.class), ClockSkew.NONE);

    public enum Amount {
        /** Bytes that the data servers read. */
        SERVER_READ_BYTES,
        /** Bytes that they wrote. */
        SERVER_WRITE_BYTES,
        /** Samples that they should have sent. */
        EXPECTED_SAMPLES,
        /** Those of them that are absent. */
        MISSING_SAMPLES,
        /** Bytes that runs read, according to Darshan, by the time of the runs. */
        DARSHAN_READ_BYTES,
        /** Bytes that they wrote. */
        DARSHAN_WRITE_BYTES,
        /** Runs with a log that ended on the day, by the quality of their first decision. */
        RUNS_OK,
        RUNS_EDGES,
        RUNS_COARSE,
        RUNS_MISSING,
        RUNS_IMPLAUSIBLE,
        RUNS_TOO_OLD,
        RUNS_NO_SERVER_DATA,
        RUNS_PARTIAL,
        /** Batch jobs that ended on the day. */
        JOBS,
        /** Those of them that left a log. */
        JOBS_WITH_LOG,
        /** Milliseconds x nodes of jobs that have ended, by the time that they ran. */
        NODE_MILLIS,
        /** Of those with a log. */
        NODE_MILLIS_WITH_LOG,
    }

    /** Keeps the sums from changing. */
    public DailyCoverageTotals {
        amounts = Collections.unmodifiableMap(amounts);
    }

    /** @return evidence without a word on clocks */
    public static DailyCoverageTotals of(Map<Amount, Long> amounts) {
        return NONE.plus(new DailyCoverageTotals(amounts, ClockSkew.NONE));
    }

    public static DailyCoverageTotals of(ClockSkew clockSkew) {
        return new DailyCoverageTotals(Map.of(), clockSkew);
    }

    public DailyCoverageTotals plus(DailyCoverageTotals other) {
        Map<Amount, Long> sum = new EnumMap<>(Amount.class);
        sum.putAll(amounts);
        other.amounts.forEach((amount, value) -> sum.merge(amount, value, Long::sum));
        sum.values().removeIf(value -> value == 0);
        return new DailyCoverageTotals(sum, clockSkew.plus(other.clockSkew));
    }

    /** @return what has come to it since */
    public DailyCoverageTotals since(DailyCoverageTotals earlier) {
        Map<Amount, Long> negative = new EnumMap<>(Amount.class);
        earlier.amounts.forEach((amount, value) -> negative.put(amount, -value));
        return plus(new DailyCoverageTotals(negative, ClockSkew.NONE));
    }

    public long get(Amount amount) {
        return amounts.getOrDefault(amount, 0L);
    }

    /** @return true if it says nothing at all */
    public boolean isNone() {
        return amounts.isEmpty() && clockSkew.runs() == 0 && clockSkew.unexplained() == 0;
    }
}
