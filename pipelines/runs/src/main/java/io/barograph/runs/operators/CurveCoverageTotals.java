package io.barograph.runs.operators;

import io.barograph.runs.ClockShifts;
import io.barograph.runs.ClockSkew;
import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.WindowVolume;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.common.state.MapState;

/**
 * What the curve of a file system is asked for the evidence of its days: the traffic of each hour, and the shifts of the
 * clocks at which runs are possible.
 */
final class CurveCoverageTotals {
    private static final long SECOND = 1_000;
    private static final long HOUR = 3_600 * SECOND;

    private final HistoryPolicy policy;
    private final MapState<Long, List<ClockShiftRequest>> questions;

    /** @param questions state of its own: questions by the event time of their answer */
    CurveCoverageTotals(HistoryPolicy policy, MapState<Long, List<ClockShiftRequest>> questions) {
        this.policy = policy;
        this.questions = questions;
    }

    /** How long after its end the traffic of an hour is taken: late samples have been published by then. */
    static long delay(HistoryPolicy policy, long intervalMillis) {
        return intervalMillis
                + policy.lateness().toMillis()
                + policy.revisionDelay().toMillis();
    }

    long trafficTakenAt(long hour, long intervalMillis) {
        return (hour + 1) * HOUR + delay(policy, intervalMillis);
    }

    /**
     * The traffic of the hour that is taken at this very time, if any: labels after its begin and not after its end, as
     * days and hours of the file system's weather have it. Samples are expected until the last one of the hour: that
     * there is none after it may be the end of a recording.
     */
    CoverageContribution traffic(
            String fileSystem, long time, long intervalMillis, Function<RunWindow, WindowVolume> curve) {
        long hourEnd = time - delay(policy, intervalMillis);
        if (Math.floorMod(hourEnd, HOUR) != 0) {
            return null;
        }
        long hourStart = hourEnd - HOUR;
        if (!after(hourStart, hourEnd, time, curve).isKnown()) {
            return null;
        }
        long until = lastSample(hourStart, hourEnd, time, curve);
        WindowVolume volume = after(hourStart, until, time, curve);
        DailyCoverageTotals evidence = DailyCoverageTotals.of(Map.of(
                Amount.SERVER_READ_BYTES, volume.traffic().readBytes(),
                Amount.SERVER_WRITE_BYTES, volume.traffic().writeBytes(),
                Amount.EXPECTED_SAMPLES, volume.expectedSamples(),
                Amount.MISSING_SAMPLES, volume.missingSamples()));
        return new CoverageContribution(fileSystem, time, CoverageTotalsByDay.at(hourStart, evidence), until);
    }

    /** Labels after an instant and not after another one. */
    private static WindowVolume after(long from, long to, long time, Function<RunWindow, WindowVolume> curve) {
        return curve.apply(new RunWindow(from + 1, to + 1, time, time));
    }

    private static long lastSample(long hourStart, long hourEnd, long time, Function<RunWindow, WindowVolume> curve) {
        long some = hourStart / SECOND;
        long none = hourEnd / SECOND;
        while (none - some > 1) {
            long middle = (some + none) / 2;
            if (after(middle * SECOND, hourEnd, time, curve).isKnown()) {
                some = middle;
            } else {
                none = middle;
            }
        }
        return none * SECOND;
    }

    /** Notes a question, if the run is worth one; true if there is to be a timer. */
    void ask(PendingRun run, WindowVolume volume, RunWindow window, Consumer<Long> timers) throws Exception {
        ClockShiftRequest question = ClockShiftRequest.of(run, volume, window);
        if (question == null) {
            return;
        }
        long time = question.answeredAt(ClockShifts.of(run.intervalMillis()), policy, run.decidedAt());
        StateLists.add(questions, time, question);
        timers.accept(time);
    }

    /** Answers to the questions of this time, if any. */
    CoverageContribution shifts(
            String fileSystem, long time, long intervalMillis, Function<RunWindow, WindowVolume> curve)
            throws Exception {
        ClockShifts shifts = ClockShifts.of(intervalMillis);
        CoverageTotalsByDay sum = CoverageTotalsByDay.NONE;
        for (ClockShiftRequest question : StateLists.remove(questions, time)) {
            ClockSkew answer = question.answer(shifts, intervalMillis, time, curve);
            sum = sum.plus(CoverageTotalsByDay.at(question.end(), DailyCoverageTotals.of(answer)));
        }
        return sum.isNone() ? null : new CoverageContribution(fileSystem, time, sum, CoverageContribution.NO_TRAFFIC);
    }
}
