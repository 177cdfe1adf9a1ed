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
