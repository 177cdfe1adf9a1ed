package io.barograph.cli.replay;

import io.barograph.alerting.operators.ReplayedAlerts;
import io.barograph.cli.export.JsonLines;
import io.barograph.flink.topics.ResultTarget;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.publish.ReplayPublisher;
import io.barograph.jobs.replay.RecordFile;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ResultFiles;
import io.barograph.jobs.replay.TopicSplitFunction;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.Alert;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/**
 * One replay on a running Flink: runs the analysis over what is held, writes the results to files and, where one is given,
 * to an InfluxDB. What does not come to its end leaves nothing behind; it is begun anew.
 *
 * @param name name of the replay and value of the tag {@code replay}
 * @param influxDb where results go as well; the database is made if it is not there, and keeps everything
 */
record ReplayExecution(LocalStack stack, String name, Optional<InfluxDbConfig> influxDb, ProgressBars progress) {
    private static final int PARALLELISM_OF_WINDOW = 2;

    /** One subtask of each operator keeps two cores busy; to start two of each takes a fifth longer. */
    private static final int PARALLELISM_OF_RECORDINGS = 1;

    /** Of topics, at once: each takes memory for all of its records. */
    private static final int WRITERS = 2;

    private static final Duration POLL = Duration.ofMillis(200);

    /**
     * @return what came out; it lies in the store
     * @throws CommandFailedException if a step fails
     */
    ReplayResult run(ReplayMaterial material) throws IOException, InterruptedException {
        ReplayStore store = ReplayStore.in(stack.home());
        Path unfinished = store.begin(name);
        Cleaning cleaning = new Cleaning(store, name);
        stack.closeFirst("replay " + name, cleaning);
        try (cleaning) {
            if (influxDb.isPresent()) {
                InfluxDbAdmin admin = new InfluxDbAdmin(influxDb.get());
                admin.ensureDatabaseWithInfiniteRetention();
                admin.dropSeries("replay", name); // of one that had the name before
                cleaning.dropUnlessWhole(admin);
            }
            long begin = System.nanoTime();
            Path work = store.workOf(name);
            ResultFiles given = new ResultFiles(work.resolve("results"));
            AnalysisReplay replay = material.preparation().replay(work.resolve("inputs"));
            Map<String, Long> counts = analyse(material, replay, given);
            try (RecordFile.Writer<DeadLetter> letters = given.writer(Topic.DEAD_LETTERS, "reading")) {
                for (DeadLetter letter : material.refused()) {
                    letters.write(letter);
                }
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            ReplayResult result = write(given, material, replay, unfinished);
            manifest(material, replay, counts, result, seconds).writeTo(unfinished);
            Path whole = store.finish(name);
            cleaning.keep();
            return result.in(whole);
        }
    }

    private ReplayResult write(ResultFiles given, ReplayMaterial material, AnalysisReplay replay, Path folder)
            throws IOException, InterruptedException {
        ReplayedAlerts alerts = material.alerts().map(ReplayedAlerts::new).orElse(null);
        Map<String, Long> written = new TreeMap<>();
        List<JobWeather> weather = new ArrayList<>();
        Set<Topic<?>> topics = results(replay);
        Set<Topic<?>> wanted = alerts == null ? Set.of(Topic.JOB_WEATHER) : topics;
        for (Written<?> each : writeAll(topics, wanted, given, folder)) {
            written.put(each.topic().name(), each.count());
            if (each.topic().equals(Topic.JOB_WEATHER)) {
                each.records().forEach(record -> weather.add((JobWeather) record));
            }
            if (alerts != null) {
                each.addTo(alerts);
            }
        }
        if (alerts != null) {
            try (JsonLines lines = JsonLines.to(folder.resolve(Topic.ALERTS.name() + ".jsonl"))) {
                for (Alert alert : alerts.alerts()) {
                    lines.write(alert);
                    written.merge(Topic.ALERTS.name(), 1L, Long::sum);
                }
            }
        }
        return new ReplayResult(folder, written, weather);
    }

    /**
     * What was written of a topic.
     *
     * @param records by time, key and content, of a topic whose records are wanted afterwards; else empty
     */
    private record Written<T extends SpecificRecord>(Topic<T> topic, long count, List<T> records) {
        void addTo(ReplayedAlerts alerts) {
            records.forEach(record -> alerts.add(record, topic.timestamp().applyAsLong(record)));
        }
    }

    /** Some topics at once. None is written any more when it returns, so that what is left of a failure can be removed. */
    private static List<Written<?>> writeAll(
            Set<Topic<?>> topics, Set<Topic<?>> wanted, ResultFiles results, Path folder)
            throws IOException, InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        try {
            List<Callable<Written<?>>> tasks = new ArrayList<>();
            topics.forEach(topic -> tasks.add(() -> write(topic, wanted.contains(topic), results, folder)));
            List<Written<?>> written = new ArrayList<>();
            for (Future<Written<?>> each : writers.invokeAll(tasks)) {
                written.add(each.get());
            }
            return written;
        } catch (ExecutionException e) {
            ExceptionUtils.tryRethrowIOException(e.getCause());
            throw new IllegalStateException("results cannot be written to " + folder, e.getCause());
        } finally {
            writers.shutdownNow();
            writers.awaitTermination(1, TimeUnit.MINUTES);
        }
    }

    /** Writes results as {@code FOLDER/<topic>.jsonl}, in an order that does not depend on partitions or luck. */
    private static <T extends SpecificRecord> Written<T> write(
            Topic<T> topic, boolean wanted, ResultFiles results, Path folder) throws IOException {
        List<T> records = new ArrayList<>();
        results.read(topic, records::add);
        records.sort(Comparator.comparingLong(topic.timestamp())
                .thenComparing(topic.key())
                .thenComparing(JsonLines::line));
        try (JsonLines lines = JsonLines.to(folder.resolve(topic.name() + ".jsonl"))) {
            for (T record : records) {
                lines.write(record);
            }
        }
        return new Written<>(topic, records.size(), wanted ? records : List.of());
    }

    private static Set<Topic<?>> results(AnalysisReplay replay) {
        Set<Topic<?>> topics = new LinkedHashSet<>();
        for (AnalysisPart part : AnalysisPart.values()) {
            if (replay.parts().contains(part)) {
                topics.addAll(part.results());
            }
        }
        topics.add(Topic.DEAD_LETTERS);
        topics.add(Topic.JOB_SUMMARIES);
        return topics;
    }

    private ReplayManifest manifest(
            ReplayMaterial material,
            AnalysisReplay replay,
            Map<String, Long> counts,
            ReplayResult result,
            double seconds) {
        ReplayScope scope = replay.scope();
        Map<String, Long> read = new TreeMap<>();
        counts.forEach((counter, count) -> {
            if (counter.startsWith(TopicSplitFunction.RECORDS)) {
                read.put(counter.substring(TopicSplitFunction.RECORDS.length()), count);
            }
        });
        Set<String> parts = new TreeSet<>();
        replay.parts().forEach(part -> parts.add(part.name().toLowerCase(Locale.ROOT)));
        boolean window = !scope.isEverything();
        return new ReplayManifest(
                name,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                window ? Instant.ofEpochMilli(scope.from()).toString() : null,
                window ? Instant.ofEpochMilli(scope.to()).toString() : null,
                scope.fileSystem(),
                List.copyOf(parts),
                scope.climates().name(),
                material.configurationText().orElse(null),
                material.changes(),
                read,
                result.counts(),
                material.missing(),
                material.damaged(),
                seconds,
                window ? (scope.readTo() - scope.readFrom(Topic.SERVER_POLLS.name())) / 1e3 / seconds : 0);
    }

    private Map<String, Long> analyse(ReplayMaterial material, AnalysisReplay replay, ResultFiles given)
            throws InterruptedException {
        Configuration once = new Configuration();
        once.set(RestartStrategyOptions.RESTART_STRATEGY, "none"); // begun anew rather than from within
        once.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ZERO); // so there is nothing to go back to
        StreamExecutionEnvironment env = stack.flink().environment(once);
        env.setParallelism(replay.scope().isEverything() ? PARALLELISM_OF_RECORDINGS : PARALLELISM_OF_WINDOW);
        List<ResultTarget> targets = new ArrayList<>(List.of(given));
        influxDb.ifPresent(config -> targets.add(new ReplayPublisher(config, name, given)));
        AnalysisJob.replay(env, material.configuration(), replay, targets);
        LocalJob job = stack.flink().submit("replay " + name, env);
        ReplayScope scope = replay.scope();
        long begin = scope.isEverything() ? 0 : scope.readFrom(Topic.SERVER_POLLS.name());
        long length = scope.isEverything() ? material.records().orElse(-1) : (scope.readTo() - begin) / 1000;
        try (ProgressBar bar = progress.bar("Analysing", length)) {
            while (!hasFinished(job)) {
                stack.requireHealthy();
                Map<String, Long> counts = job.counts();
                if (scope.isEverything()) {
                    bar.stepTo(records(counts));
                } else {
                    bar.stepTo(
                            (Math.max(begin, counts.getOrDefault(TopicSplitFunction.REACHED, begin)) - begin) / 1000);
                }
            }
            bar.stepTo(scope.isEverything() ? records(job.counts()) : length);
        }
        return job.counts();
    }

    private static boolean hasFinished(LocalJob job) throws InterruptedException {
        try {
            return job.awaitFinish(POLL);
        } catch (CommandFailedException e) {
            UnreadableSourceException damaged = job.lastFailure()
                    .flatMap(failure -> ExceptionUtils.findThrowable(failure, UnreadableSourceException.class))
                    .orElseThrow(() -> e);
            throw ReplayRecordings.unreadable(damaged);
        }
    }

    private static long records(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().startsWith(TopicSplitFunction.RECORDS))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Removes what is left of a replay that did not come to its end: its folder, its points. Done once. */
    private static final class Cleaning implements AutoCloseable {
        private final ReplayStore store;
        private final String name;
        private InfluxDbAdmin points;
        private boolean done;

        Cleaning(ReplayStore store, String name) {
            this.store = store;
            this.name = name;
        }

        synchronized void dropUnlessWhole(InfluxDbAdmin admin) {
            points = admin;
        }

        synchronized void keep() {
            done = true;
        }

        @Override
        public synchronized void close() throws IOException, InterruptedException {
            if (done) {
                return;
            }
            done = true;
            store.abandon(name);
            if (points != null) {
                points.dropSeries("replay", name);
            }
        }
    }
}
