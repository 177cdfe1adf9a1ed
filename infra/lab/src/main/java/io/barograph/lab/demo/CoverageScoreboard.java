package io.barograph.lab.demo;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The coverage factors that came out of the pipeline beside the simulator's truth. */
public final class CoverageScoreboard {
    /** A coverage factor may differ from the truth over the same whole intervals by this fraction of it. */
    static final double TOLERANCE = 0.01;

    /** One decided run. */
    public record Entry(JobWeather weather, JobTruth truth) {
        /**
         * @return difference of the coverage factor from the truth over the same whole intervals, relative to it; zero if
         *     the servers moved nothing and none is claimed
         */
        public double difference() {
            Double factor = weather.getCfBw();
            double expected = truth.wholeIntervalCoverageFactor();
            if (Double.isNaN(expected)) {
                return factor == null || factor == 0 ? 0 : Double.POSITIVE_INFINITY;
            }
            return factor == null
                    ? Double.POSITIVE_INFINITY
                    : expected == 0 ? Math.abs(factor) : Math.abs(factor - expected) / expected;
        }

        /** @return true if it is said to be right and is not */
        public boolean isWrong() {
            boolean trusted = weather.getQuality() == Quality.OK || weather.getQuality() == Quality.EDGES;
            return trusted && difference() > TOLERANCE;
        }
    }

    private static final int SHOWN = 5;

    private record Run(String jobId, Instant start, String executable, String fileSystem) {}

    private final Map<Run, JobTruth> truths = new HashMap<>();
    private final Map<Run, JobWeather> withoutTruth = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();

    public synchronized void add(JobTruth truth) {
        Run run = new Run(truth.jobId(), truth.startTime(), truth.executable(), truth.fileSystem());
        truths.put(run, truth);
        pair(run);
    }

    public synchronized void add(JobWeather weather) {
        if (weather.getRevision() == 1) {
            Run run = new Run(
                    weather.getJobId(), weather.getStartTime(), weather.getExecutable(), weather.getFileSystem());
            withoutTruth.put(run, weather);
            pair(run);
        }
    }

    private void pair(Run run) {
        if (truths.containsKey(run) && withoutTruth.containsKey(run)) {
            entries.add(new Entry(withoutTruth.remove(run), truths.get(run)));
        }
    }

    /** @return decided runs, in the order in which they were decided */
    public synchronized List<Entry> entries() {
        return new ArrayList<>(entries);
    }

    /** @return number of runs whose factor is said to be right and is not */
    long wrong() {
        return entries().stream().filter(Entry::isWrong).count();
    }

    /** Prints the last runs of quality OK beside the truth, and a line of each quality. */
    void print(PrintWriter out) {
        List<Entry> decided = entries();
        List<Entry> exact = decided.stream()
                .filter(entry -> entry.weather().getQuality() == Quality.OK
                        && Double.isFinite(entry.truth().wholeIntervalCoverageFactor()))
                .toList();
        if (!exact.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "%-8s  %-8s %-16s %-13s %9s %8s %8s%n",
                    "ended",
                    "job",
                    "executable",
                    "file system",
                    "GB",
                    "CF",
                    "truth");
        }
        exact.subList(Math.max(0, exact.size() - SHOWN), exact.size()).forEach(entry -> print(entry, out));
        Map<Quality, List<Entry>> byQuality = new EnumMap<>(Quality.class);
        decided.forEach(entry -> byQuality
                .computeIfAbsent(entry.weather().getQuality(), quality -> new ArrayList<>())
                .add(entry));
        byQuality.forEach((quality, runs) -> out.printf(
                Locale.ROOT,
                "%d runs of quality %s: coverage factors differ from the truth by at most %.2g %%%n",
                runs.size(),
                quality,
                100 * runs.stream().mapToDouble(Entry::difference).max().orElse(0)));
        out.printf(
                Locale.ROOT,
                "%d runs decided, %d finished too late for a decision%s%n",
                decided.size(),
                finished() - decided.size(),
                wrong() == 0 ? "" : "; " + wrong() + " factors differ by more than 1 %");
    }

    private static void print(Entry entry, PrintWriter out) {
        JobWeather weather = entry.weather();
        out.printf(
                Locale.ROOT,
                "%-8s  %-8s %-16.16s %-13s %9.2f %8.4f %8.4f%n",
                DemoJournal.CLOCK.format(weather.getEndTime()),
                weather.getJobId(),
                weather.getExecutable().substring(weather.getExecutable().lastIndexOf('/') + 1),
                weather.getFileSystem(),
                (weather.getJobReadBytes() + weather.getJobWriteBytes()) / 1e9,
                weather.getCfBw(),
                entry.truth().wholeIntervalCoverageFactor());
    }

    /** @return number of finished runs, decided or not */
    public synchronized int finished() {
        return truths.size();
    }
}
