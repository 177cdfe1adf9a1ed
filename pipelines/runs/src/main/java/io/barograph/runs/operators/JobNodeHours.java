package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.RecordForm;
import io.barograph.schemas.admission.RecordAdmission;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** When one batch job ran, on how many nodes, and since when it has a log. */
final class JobNodeHours {
    static final BinaryType<JobNodeHours> TYPE =
            DelegatingFormat.mutableTypeOf(JobNodeHours.class, 1, JobNodeHours::write, JobNodeHours::read);
    private static final RecordForm<BatchJob> RUN = RecordForm.of(BatchJob.class);
    static final long NEVER = Long.MIN_VALUE;

    /** Of a start and an end that are further apart, reported by two events, one is wrong: nobody knows the node-hours. */
    static final long MAX_SPAN = RecordAdmission.MAX_RUN.toMillis();

    /** Runs of one job. Each requeue adds one; later requeues of a job are not counted. */
    static final int MAX_RUNS = 100;

    /** By the number of restarts before it. */
    private final Map<Integer, BatchJob> runs = new TreeMap<>();

    private long loggedAt = NEVER;
    private long emittedAt = NEVER;
    private long keepUntil = NEVER;

    /** False if the job was requeued more often than is kept. */
    boolean takeIn(JobEvent event) {
        if (runs.size() >= MAX_RUNS && !runs.containsKey(event.getRestarts())) {
            return false;
        }
        BatchJob known = runs.getOrDefault(event.getRestarts(), BatchJob.unknown(""));
        runs.put(event.getRestarts(), known.with(event).spanOnly());
        return true;
    }

    /** True if this log is decided before any that is known. */
    boolean log(long decidedAt) {
        boolean first = loggedAt == NEVER || decidedAt < loggedAt;
        loggedAt = first ? decidedAt : loggedAt;
        return first;
    }

    /** True if it is to be kept longer than before. */
    boolean keepUntil(long time) {
        boolean longer = time > keepUntil;
        keepUntil = Math.max(keepUntil, time);
        return longer;
    }

    long keepUntil() {
        return keepUntil;
    }

    /** The time up to which its evidence was reported, or {@link #NEVER}. */
    long emittedAt() {
        return emittedAt;
    }

    void emitted(long time) {
        emittedAt = time;
    }

    /** True if all of its runs have ended and a log was reported. */
    boolean isComplete() {
        return !runs.isEmpty()
                && runs.values().stream().allMatch(run -> run.hasStarted() && run.hasEnded())
                && loggedAt != NEVER
                && loggedAt <= emittedAt;
    }

    CoverageTotalsByDay evidence(long time) {
        boolean logged = loggedAt != NEVER && loggedAt <= time;
        CoverageTotalsByDay sum = CoverageTotalsByDay.NONE;
        for (BatchJob run : runs.values()) {
            if (run.hasStarted() && run.hasEnded() && run.to() >= run.from() && run.to() - run.from() <= MAX_SPAN) {
                sum = sum.plus(evidence(run, logged));
            }
        }
        return sum;
    }

    private static CoverageTotalsByDay evidence(BatchJob run, boolean logged) {
        Map<Amount, Long> atEnd = new EnumMap<>(Amount.class);
        Map<Amount, Long> spread = new EnumMap<>(Amount.class);
        long nodeMillis = (run.to() - run.from()) * run.nodes();
        atEnd.put(Amount.JOBS, 1L);
        spread.put(Amount.NODE_MILLIS, nodeMillis);
        if (logged) {
            atEnd.put(Amount.JOBS_WITH_LOG, 1L);
            spread.put(Amount.NODE_MILLIS_WITH_LOG, nodeMillis);
        }
        return CoverageTotalsByDay.spread(run.from(), run.to(), spread)
                .plus(CoverageTotalsByDay.at(run.to(), DailyCoverageTotals.of(atEnd)));
    }

    private static void write(JobNodeHours value, DataOutput out) throws IOException {
        out.writeLong(value.loggedAt);
        out.writeLong(value.emittedAt);
        out.writeLong(value.keepUntil);
        BinaryCollections.writeMap(value.runs, out, BinaryCollections.INT, RUN);
    }

    private static JobNodeHours read(DataInput in) throws IOException {
        JobNodeHours read = new JobNodeHours();
        read.loggedAt = in.readLong();
        read.emittedAt = in.readLong();
        read.keepUntil = in.readLong();
        BinaryCollections.readMap(read.runs, in, DataInput::readInt, RUN);
        return read;
    }
}
