package io.barograph.runs.operators;

import io.barograph.runs.EdgeTraffic;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.RunWindow;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.WindowVolume;
import java.util.List;
import java.util.function.Function;

/**
 * What servers moved, as a run asks for it.
 *
 * @param active in the intervals in which it did I/O; nothing if its log does not say
 * @param first in the intervals that its start cuts
 * @param last in those that its end cuts and its start does not
 */
record RunVolumeSet(WindowVolume run, WindowVolume active, WindowVolume before, EdgeTraffic first, EdgeTraffic last) {
    static final RunVolumeSet NONE = new RunVolumeSet(
            WindowVolume.NONE, WindowVolume.NONE, WindowVolume.NONE, EdgeTraffic.NONE, EdgeTraffic.NONE);

    /** Asks a curve for all that a run needs of it. */
    static RunVolumeSet of(PendingRun run, RunWindow window, Function<RunWindow, WindowVolume> curve) {
        List<DisjointIntervals.Stretch> edges = run.edges(window).stretches();
        return new RunVolumeSet(
                curve.apply(window),
                ofStretches(run.active(), window, curve),
                curve.apply(run.before(window)),
                edge(edges, 0, run, window, curve),
                edge(edges, 1, run, window, curve));
    }

    private static EdgeTraffic edge(
            List<DisjointIntervals.Stretch> edges,
            int i,
            PendingRun run,
            RunWindow window,
            Function<RunWindow, WindowVolume> curve) {
        if (i >= edges.size()) {
            return EdgeTraffic.NONE;
        }
        return EdgeTraffic.of(
                edges.get(i), window.from(), window.to() - run.intervalMillis(), run.intervalMillis(), (from, to) -> {
                    SampledTraffic traffic = curve.apply(window.of(from, to)).traffic();
                    return traffic.readBytes() + traffic.writeBytes();
                });
    }

    static WindowVolume ofStretches(
            DisjointIntervals stretches, RunWindow window, Function<RunWindow, WindowVolume> curve) {
        WindowVolume sum = WindowVolume.NONE;
        for (DisjointIntervals.Stretch stretch : stretches.stretches()) {
            sum = sum.then(curve.apply(window.of(stretch.from(), stretch.to())));
        }
        return sum;
    }

    /** The same of other servers added. */
    RunVolumeSet plus(RunVolumeSet other) {
        return new RunVolumeSet(
                run.plus(other.run),
                active.plus(other.active),
                before.plus(other.before),
                first.plus(other.first),
                last.plus(other.last));
    }

    long edgeBytes() {
        return first.bytes() + last.bytes();
    }
}
