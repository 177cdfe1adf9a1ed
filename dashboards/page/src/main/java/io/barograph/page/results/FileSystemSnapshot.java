package io.barograph.page.results;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What is known of a file system at one moment. What is null is not known, which is neither zero nor well.
 *
 * @param rates its latest rates, if they are fresh
 * @param daysUntilFull days until an OST is 90 % full; null also if none fills up
 */
public record FileSystemSnapshot(
        String name,
        Rates rates,
        Map<String, Double> slowdowns,
        Fullest fullestOst,
        Double daysUntilFull,
        Fullest fullestMdt,
        Map<Integer, Double> quiet,
        List<Talker> talkers) {
    /** @return the probe operation with the largest live slowdown, the first by name of several; null if none is fresh */
    public Slowest slowest() {
        return slowdowns.entrySet().stream()
                .min(Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(each -> new Slowest(each.getKey(), each.getValue()))
                .orElse(null);
    }

    /**
     * Rates of one sampling interval; a number that is null is not known.
     *
     * @param missingFraction samples expected and absent / samples expected
     * @param silent servers and hosts without a sample in the last three intervals
     */
    public record Rates(
            Instant time,
            Double readBytesPerSecond,
            Double writeBytesPerSecond,
            Double metadataOperationsPerSecond,
            Double missingFraction,
            long silent,
            List<String> silentNames) {}

    /** @param slowdown median of the last 30 s / what is usual */
    public record Slowest(String operation, double slowdown) {}

    public record Fullest(String target, double fraction) {}

    /**
     * @param rank 1 is the largest
     * @param user its user, as the servers know it; may be empty
     * @param share of the load of all servers of the role; null if not known
     * @param amount bytes (OST) or operations (MDT) in a minute
     */
    public record Talker(
            String role, int rank, String jobId, String executable, String user, Double share, double amount) {}
}
