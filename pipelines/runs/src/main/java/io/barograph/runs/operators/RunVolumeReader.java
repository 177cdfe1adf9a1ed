package io.barograph.runs.operators;

import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.WindowVolume;
import java.util.function.Function;

/** Asks a curve for all that a run needs of it. */
final class RunVolumeReader {
    private RunVolumeReader() {}

    static RunVolumeSet of(PendingRun run, RunWindow window, Function<RunWindow, WindowVolume> curve) {
        return new RunVolumeSet(
                curve.apply(window),
                ofStretches(run.active(), window, curve),
                curve.apply(run.before(window)),
                ofStretches(run.edges(window), window, curve));
    }

    static WindowVolume ofStretches(
            DisjointIntervals stretches, RunWindow window, Function<RunWindow, WindowVolume> curve) {
        WindowVolume sum = WindowVolume.NONE;
        for (DisjointIntervals.Stretch stretch : stretches.stretches()) {
            sum = sum.then(curve.apply(window.of(stretch.from(), stretch.to())));
        }
        return sum;
    }
}
