package io.barograph.contention.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps what a recogniser says. */
public final class Found implements TransientRecogniser.Observer {
    final List<OpenTransient> opened = new ArrayList<>();
    final List<LoadTransient> closed = new ArrayList<>();
    final Map<Long, Double> smoothed = new TreeMap<>();

    /**
     * Finds the transients of a recorded series, its end being the end of what is known.
     *
     * @param perSecond rate of each interval; NaN where unknown
     */
    static List<LoadTransient> inSeries(HannKernel kernel, double threshold, long first, double[] perSecond) {
        TransientRecogniser recogniser = new TransientRecogniser(kernel);
        Found found = new Found();
        for (int i = 0; i < perSecond.length; i++) {
            recogniser.add(first + i * kernel.interval().toMillis(), perSecond[i], threshold, found);
        }
        recogniser.endHistory(found);
        return found.closed;
    }

    /** False if the load only rose to the end, or fell from the beginning, of what is known. */
    static boolean hasTurningPoint(LoadTransient event) {
        boolean isFirst = event.peak() - event.start() == (event.end() - event.start()) / event.intervals();
        return !(event.cutAtEnd() && event.peak() == event.end()) && !(event.cutAtStart() && isFirst);
    }

    @Override
    public void opened(OpenTransient event) {
        opened.add(event);
    }

    @Override
    public void closed(LoadTransient event) {
        closed.add(event);
    }

    @Override
    public void smoothed(long label, double perSecond) {
        if (smoothed.put(label, perSecond) != null) {
            throw new IllegalStateException("the label " + label + " was smoothed twice");
        }
    }
}
