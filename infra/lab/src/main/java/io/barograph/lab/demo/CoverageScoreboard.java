package io.barograph.lab.demo;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The coverage factors that came out of the pipeline beside the simulator's truth. */
public final class CoverageScoreboard {
    /** A coverage factor may differ from the truth over the same whole intervals by this fraction of it. */
    static final double TOLERANCE = 0.01;

    /** One decided run. */
    public record Entry(JobWeather weather, JobTruth truth) {
        /** @return difference of the coverage factor from the truth over the same whole intervals, relative to it */
        public double difference() {
            Double factor = weather.getCfBw();
            double expected = truth.wholeIntervalCoverageFactor();
            return factor == null ? Double.POSITIVE_INFINITY : Math.abs(factor - expected) / expected;
        }

        /** @return true if it is said to be right and is not */
        public boolean isWrong() {
            boolean trusted = weather.getQuality() == Quality.OK || weather.getQuality() == Quality.EDGES;
            return trusted && difference() > TOLERANCE;
        }
    }

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

    /** @return number of finished runs, decided or not */
    public synchronized int finished() {
        return truths.size();
    }
}
