package io.barograph.slowdown;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which probing hosts are slower than the others on the same file system at the same time: slow clients, not a slow file
 * system.
 *
 * <p>What is usual is the median of the hosts' medians (the lower one of two). The hosts below {@value #MIN_RATIO}
 * times that agree; another one departs if its distribution also differs from theirs (two-sample Kolmogorov-Smirnov,
 * significance 0.001 by the asymptotic critical value). So at least half of the hosts agree, and when most are slow,
 * nobody departs: then it is the file system.
 */
public final class HostAgreement {
    /** Least ratio of the medians. */
    public static final double MIN_RATIO = 1.5;

    /** Fewest timings of a host that say anything. */
    public static final int MIN_TIMINGS = 5;

    /** sqrt(-ln(0.001 / 2) / 2). */
    private static final double CRITICAL = 1.9495;

    private HostAgreement() {}

    /** @return hosts that depart, in order of their names */
    public static SortedSet<String> departing(Map<String, TimingHistogram> hosts) {
        SortedMap<String, TimingHistogram> judged = new TreeMap<>();
        hosts.forEach((host, timings) -> {
            if (timings.count() >= MIN_TIMINGS) {
                judged.put(host, timings);
            }
        });
        SortedSet<String> departing = new TreeSet<>();
        if (judged.size() < 2) {
            return departing;
        }
        double[] medians = judged.values().stream()
                .mapToDouble(TimingHistogram::median)
                .sorted()
                .toArray();
        double limit = MIN_RATIO * medians[(medians.length - 1) / 2];
        if (!(medians[medians.length - 1] >= limit)) {
            return departing;
        }
        TimingHistogram agreeing = new TimingHistogram();
        judged.values().stream().filter(host -> host.median() < limit).forEach(agreeing::merge);
        judged.forEach((name, host) -> {
            if (host.median() >= limit && differs(host, agreeing)) {
                departing.add(name);
            }
        });
        return departing;
    }

    private static boolean differs(TimingHistogram host, TimingHistogram others) {
        double n = host.count();
        double m = others.count();
        return host.distance(others) > CRITICAL * Math.sqrt((n + m) / (n * m));
    }
}
