package io.barograph.cli.reports;

import io.barograph.cli.export.ResultSource;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds the verdicts on the runs of a job. */
record VerdictSearch(ResultSource source) {
    /**
     * @param fileSystem file system; null for all
     * @param start start of the run, to the second; null for all runs
     * @return the latest verdict on each run of the job, in the order of their starts
     * @throws CommandFailedException if there is none; the message names what there is
     */
    List<Anomaly> of(String jobId, String fileSystem, Instant start) throws IOException, InterruptedException {
        Map<String, Anomaly> ofJob = new TreeMap<>();
        NearestJobs others = new NearestJobs(jobId);
        boolean written = source.read(Topic.ANOMALIES, anomaly -> {
            if (anomaly.getKind() == AnomalyKind.RUN && anomaly.getJobId().equals(jobId)) {
                add(anomaly, ofJob);
            } else if (anomaly.getKind() == AnomalyKind.RUN) {
                others.add(anomaly.getJobId());
            }
        });
        if (!written) {
            throw new CommandFailedException(
                    source.name() + " holds no verdicts",
                    "They are in " + Topic.ANOMALIES.name()
                            + ".jsonl of a folder that ./barograph replay --export DIR wrote.");
        }
        if (ofJob.isEmpty()) {
            List<String> nearest = others.nearest();
            throw new CommandFailedException(
                    "there is no verdict on a job " + jobId + " in " + source.name(),
                    nearest.isEmpty()
                            ? "There are no verdicts on runs at all."
                            : "The nearest job ids: " + String.join(", ", nearest) + ".");
        }
        List<Anomaly> chosen = ofJob.values().stream()
                .filter(verdict -> fileSystem == null || fileSystem.equals(verdict.getFileSystem()))
                .filter(verdict ->
                        start == null || start.equals(verdict.getStartTime().truncatedTo(ChronoUnit.SECONDS)))
                .toList();
        if (chosen.isEmpty()) {
            throw new CommandFailedException(
                    "job " + jobId + " has no such run", "Its runs:\n" + list(new ArrayList<>(ofJob.values())));
        }
        return chosen;
    }

    /**
     * @return by job the latest verdict on each of its runs, in the order of their starts; a job without one is missing
     */
    Map<String, List<Anomaly>> known(Set<String> jobIds) throws IOException, InterruptedException {
        Map<String, Map<String, Anomaly>> ofJobs = new HashMap<>();
        source.read(Topic.ANOMALIES, anomaly -> {
            if (anomaly.getKind() == AnomalyKind.RUN && jobIds.contains(anomaly.getJobId())) {
                add(anomaly, ofJobs.computeIfAbsent(anomaly.getJobId(), job -> new TreeMap<>()));
            }
        });
        Map<String, List<Anomaly>> known = new HashMap<>();
        ofJobs.forEach((job, verdicts) -> known.put(job, List.copyOf(verdicts.values())));
        return known;
    }

    private static void add(Anomaly verdict, Map<String, Anomaly> ofJob) {
        ofJob.merge(identity(verdict), verdict, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
    }

    /** Sorts by start. */
    private static String identity(Anomaly verdict) {
        return verdict.getStartTime() + " " + verdict.getFileSystem() + " " + verdict.getExecutable();
    }

    /** @return a line for each run, with the options that choose it */
    static String list(List<Anomaly> verdicts) {
        StringBuilder lines = new StringBuilder();
        for (Anomaly verdict : verdicts) {
            lines.append(lines.isEmpty() ? "" : "\n")
                    .append("  --start ")
                    .append(verdict.getStartTime().truncatedTo(ChronoUnit.SECONDS))
                    .append(" --fs ")
                    .append(verdict.getFileSystem())
                    .append("  ")
                    .append(verdict.getApplication() == null ? verdict.getExecutable() : verdict.getApplication())
                    .append(", ")
                    .append(verdict.getVerdict());
        }
        return lines.toString();
    }

    /** The few job ids that somebody may have meant, of any number of ids. */
    static final class NearestJobs {
        private static final int SHOWN = 3;
        private static final int BATCH = 4_096;

        private final String wanted;
        private final Set<String> candidates = new LinkedHashSet<>();

        NearestJobs(String wanted) {
            this.wanted = wanted;
        }

        void add(String jobId) {
            candidates.add(jobId);
            if (candidates.size() > BATCH) {
                candidates.retainAll(nearest());
            }
        }

        /** @return the nearest ids, nearest first; of those equally near the first one added */
        List<String> nearest() {
            List<String> left = new ArrayList<>(candidates);
            List<String> nearest = new ArrayList<>();
            for (int i = 0; i < SHOWN; i++) {
                Optional<String> next = NearestName.of(wanted, left);
                next.ifPresent(nearest::add);
                next.ifPresent(left::remove);
            }
            return nearest;
        }
    }
}
