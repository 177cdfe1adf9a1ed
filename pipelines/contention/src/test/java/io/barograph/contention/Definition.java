package io.barograph.contention;

import io.barograph.contention.load.HannKernel;
import java.util.ArrayList;
import java.util.List;

/** Transients as they are defined, from the whole series at once. */
public final class Definition {
    private Definition() {}

    /** Numbers of intervals; the amount in units of rate times interval. */
    public record Event(int start, int peak, int end, double rate, double amount, boolean hasTurningPoint) {}

    public static double[] smoothed(HannKernel kernel, double[] rates) {
        int half = kernel.half();
        double[] smoothed = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            double sum = 0;
            double known = 0;
            double all = 0;
            for (int offset = -half; offset <= half; offset++) {
                double angle = Math.PI * (offset + half + 1) / (2 * half + 2);
                double weight = Math.sin(angle) * Math.sin(angle);
                all += weight;
                int j = i + offset;
                if (j >= 0 && j < rates.length && !Double.isNaN(rates[j])) {
                    sum += weight * rates[j];
                    known += weight;
                }
            }
            smoothed[i] = known >= all / 2 * (1 - 1e-9) ? sum / known : Double.NaN;
        }
        return smoothed;
    }

    public static List<Event> events(HannKernel kernel, double threshold, double[] rates) {
        double[] smoothed = smoothed(kernel, rates);
        List<Event> events = new ArrayList<>();
        int from = 0;
        while (from < smoothed.length) {
            int to = from;
            while (to < smoothed.length && !Double.isNaN(smoothed[to])) {
                to++;
            }
            if (to > from) {
                inStretch(smoothed, rates, from, to - 1, threshold, events);
            }
            from = to + 1;
        }
        return events;
    }

    /** Looks at each flat stretch that is lower on both sides, or ends with what is known. */
    private static void inStretch(
            double[] smoothed, double[] rates, int first, int last, double threshold, List<Event> events) {
        for (int top = first; top <= last; ) {
            int topEnd = top;
            while (topEnd < last && compare(smoothed[topEnd + 1], smoothed[topEnd]) == 0) {
                topEnd++;
            }
            boolean lowerBefore = top == first || compare(smoothed[top - 1], smoothed[top]) < 0;
            boolean lowerAfter = topEnd == last || compare(smoothed[topEnd + 1], smoothed[topEnd]) < 0;
            if (lowerBefore && lowerAfter && smoothed[top] > threshold) {
                int start = top;
                while (start > first && fallsTo(smoothed[start - 1], smoothed[start], threshold)) {
                    start--;
                }
                if (start > first && compare(smoothed[start - 1], smoothed[start]) > 0) {
                    while (compare(smoothed[start + 1], smoothed[start]) == 0) {
                        start++;
                    }
                }
                int end = topEnd;
                while (end < last && fallsTo(smoothed[end + 1], smoothed[end], threshold)) {
                    end++;
                }
                double amount = 0;
                for (int i = start; i <= end; i++) {
                    amount += Double.isNaN(rates[i]) ? 0 : rates[i];
                }
                events.add(new Event(start, top, end, smoothed[top], amount, top > first && (top < last)));
            }
            top = topEnd + 1;
        }
    }

    private static boolean fallsTo(double next, double here, double threshold) {
        int comparison = compare(next, here);
        return comparison < 0 || (comparison == 0 && here > threshold);
    }

    private static int compare(double a, double b) {
        return Math.abs(a - b) <= 1e-9 * Math.max(a, b) ? 0 : Double.compare(a, b);
    }
}
