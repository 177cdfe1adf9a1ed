package io.barograph.influxdb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The lines of one batch on their way: requests to be made, in order. A refused request is halved until the refused
 * lines stand alone; lines that the server already has are sent again then, which changes nothing.
 */
final class LineBatchDelivery {
    private final Deque<List<InfluxLine>> requests = new ArrayDeque<>();
    private int failures;

    LineBatchDelivery(List<InfluxLine> lines) {
        requests.add(List.copyOf(lines));
    }

    boolean isDone() {
        return requests.isEmpty();
    }

    List<InfluxLine> current() {
        return requests.getFirst();
    }

    /** {@return all lines that are neither stored nor refused, in order} */
    List<InfluxLine> remaining() {
        List<InfluxLine> lines = new ArrayList<>();
        requests.forEach(lines::addAll);
        return lines;
    }

    /** The current request is settled: its lines are stored, or its only line is refused. */
    void settle() {
        requests.removeFirst();
        failures = 0;
    }

    /**
     * Halves the current request.
     *
     * @return false if it has one line only
     */
    boolean split() {
        List<InfluxLine> lines = current();
        if (lines.size() == 1) {
            return false;
        }
        requests.removeFirst();
        failures = 0;
        int middle = lines.size() / 2;
        requests.addFirst(lines.subList(middle, lines.size()));
        requests.addFirst(lines.subList(0, middle));
        return true;
    }

    /** {@return failures in a row of the current request, this one included} */
    int fail() {
        return ++failures;
    }

    int failures() {
        return failures;
    }
}
