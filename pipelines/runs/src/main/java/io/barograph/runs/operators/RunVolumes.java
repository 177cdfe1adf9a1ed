package io.barograph.runs.operators;

import io.barograph.servers.history.Stretches;
import io.barograph.servers.history.Volume;
import io.barograph.servers.history.Window;
import java.util.function.Function;

/** Asks a curve for all that a run needs of it. */
final class RunVolumes {
    private RunVolumes() {}

    /**
     * @param run the run
     * @param window its window, as the decision sees it
     * @param curve volume of a window
     */
    static Volumes of(Run run, Window window, Function<Window, Volume> curve) {
        return new Volumes(
                curve.apply(window),
                ofStretches(run.active(), window, curve),
                curve.apply(run.before(window)),
                ofStretches(run.edges(window), window, curve));
    }

    static Volume ofStretches(Stretches stretches, Window window, Function<Window, Volume> curve) {
        Volume sum = Volume.NONE;
        for (Stretches.Stretch stretch : stretches.stretches()) {
            sum = sum.then(curve.apply(window.of(stretch.from(), stretch.to())));
        }
        return sum;
    }
}
