package io.barograph.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

final class MetricTitle {
    /** Ends of names that state the unit, which is shown beside. */
    private static final List<String> UNITS = List.of("BytesPerSecond", "PerSecond", "Percent");

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("cf", "coverage factor of"),
            Map.entry("bw", "bandwidth"),
            Map.entry("fs", "(file system)"),
            Map.entry("iops", "operations"),
            Map.entry("nodehrs", "node-hours"),
            Map.entry("oss", "OSS"),
            Map.entry("mds", "MDS"),
            Map.entry("ost", "OST"),
            Map.entry("osts", "OSTs"),
            Map.entry("cpu", "CPU"),
            Map.entry("io", "I/O"));

    private MetricTitle() {}

    /**
     * @param metricName name in the table of metrics, for instance {@code ossCpuMeanPercent}
     * @return for instance {@code OSS CPU mean}
     */
    static String of(String metricName) {
        String name = metricName;
        for (String unit : UNITS) {
            if (name.endsWith(unit)) {
                name = name.substring(0, name.length() - unit.length());
                break;
            }
        }
        List<String> words = new ArrayList<>();
        for (String word : name.split("(?=\\p{Upper})", -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            words.add(WORDS.getOrDefault(lower, lower));
        }
        String title = String.join(" ", words);
        return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
    }
}
