package io.barograph.local.replay;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.alerting.ReplayedAlerts;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.SplitTopics;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.local.command.CommandFailedException;
import io.barograph.local.export.JsonLines;
import io.barograph.local.stack.LocalJob;
import io.barograph.local.stack.LocalStack;
import io.barograph.schemas.Alert;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import me.tongfei.progressbar.ProgressBar;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One replay on a running stack: runs the analysis over what is held, writes the results to files and to InfluxDB, and
 * removes its topics. What does not come to its end leaves nothing behind; it is begun anew.
 */
final class Replay {
    private static final int PARTITIONS = 2;
    private static final Duration POLL = Duration.ofMillis(200);

    private final LocalStack stack;
    private final String name;
    private final InfluxDbConfig influxDb;
    private final Progress progress;

    /**
     * @param stack running stack
     * @param name name of the replay: prefix of its topics and value of the tag {@code replay}
     * @param influxDb where results go; the database is made if it is not there, and keeps everything
     * @param progress shows how far each step is
     */
    Replay(LocalStack stack, String name, InfluxDbConfig influxDb, Progress progress) {
        this.stack = stack;
        this.name = name;
        this.influxDb = influxDb;
        this.progress = progress;
    }

    /**
     * @param material what to replay
     * @return what came out; it lies in the store
     * @throws CommandFailedException if a step fails
     */
    ReplayResult run(ReplayMaterial material) throws IOException, InterruptedException {
        ReplayStore store = ReplayStore.in(stack.home());
        KafkaConnection kafka = stack.broker().connection(name + ".");
        Path unfinished = store.begin(name);
        Cleaning cleaning = new Cleaning(stack, kafka.topicPrefix(), store, name);
        stack.closeFirst("replay " + name, cleaning);
        try (cleaning) {
            InfluxDbAdmin admin = new InfluxDbAdmin(influxDb);
            admin.ensureDatabaseWithInfiniteRetention();
            admin.dropSeries("replay", name); // of one that had the name before
            stack.broker().createTopics(kafka.topicPrefix(), PARTITIONS, true);
            long begin = System.nanoTime();
            material.publish(kafka);
            AnalysisReplay replay = material.replay(kafka);
            LocalJob meanwhile = Double.isInfinite(replay.pace().speed()) ? null : publishMeanwhile(kafka);
            Map<String, Long> counts = analyse(kafka, material, replay);
            if (meanwhile != null) {
                meanwhile.cancel();
            }
            double seconds = (System.nanoTime() - begin) / 1e9;
            ReplayResult result = write(kafka, material, replay, unfinished);
            publishResults(kafka, result.records());
            manifest(material, replay, counts, result, seconds).writeTo(unfinished);
            cleaning.keep();
            return result.in(store.finish(name));
        }
    }

    private ReplayResult write(KafkaConnection kafka, ReplayMaterial material, AnalysisReplay replay, Path folder)
            throws IOException, InterruptedException {
        Export export = new Export(kafka);
        ReplayedAlerts alerts = material.alerts().map(ReplayedAlerts::new).orElse(null);
        Map<String, Long> written = new TreeMap<>();
        List<JobWeather> weather = new ArrayList<>();
        for (Topic<?> topic : results(replay)) {
            List<? extends SpecificRecord> records = write(topic, export, alerts, folder);
            written.put(topic.name(), (long) records.size());
            if (topic.equals(Topic.JOB_WEATHER)) {
                records.forEach(record -> weather.add((JobWeather) record));
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

    private static <T extends SpecificRecord> List<T> write(
            Topic<T> topic, Export export, ReplayedAlerts alerts, Path folder)
            throws IOException, InterruptedException {
        List<T> records = export.write(topic, folder);
        if (alerts != null) {
            records.forEach(record -> alerts.add(record, topic.timestamp().applyAsLong(record)));
        }
        return records;
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
            if (counter.startsWith(SplitTopics.RECORDS)) {
                read.put(counter.substring(SplitTopics.RECORDS.length()), count);
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
                window ? (scope.readTo() - scope.readFrom(Topic.SERVER_SAMPLES.name())) / 1e3 / seconds : 0);
    }

    private Map<String, Long> analyse(KafkaConnection kafka, ReplayMaterial material, AnalysisReplay replay)
            throws InterruptedException {
        Configuration once = new Configuration();
        once.set(RestartStrategyOptions.RESTART_STRATEGY, "none"); // begun anew rather than from within
        StreamExecutionEnvironment env = stack.flink().environment(once);
        env.setParallelism(PARTITIONS);
        AnalysisJob.replay(env, material.configuration(kafka), replay);
        LocalJob job = stack.flink().submit("replay " + name + ": analysis", env);
        ReplayScope scope = replay.scope();
        long begin = scope.isEverything() ? 0 : scope.readFrom(Topic.SERVER_SAMPLES.name());
        long seconds = scope.isEverything() ? -1 : (scope.readTo() - begin) / 1000;
        try (ProgressBar bar = progress.bar("Analysing", seconds)) {
            while (!job.awaitFinish(POLL)) {
                stack.requireHealthy();
                Map<String, Long> counts = job.counts();
                if (scope.isEverything()) {
                    bar.stepTo(records(counts));
                } else {
                    bar.stepTo((Math.max(begin, counts.getOrDefault(SplitTopics.REACHED, begin)) - begin) / 1000);
                }
            }
            bar.stepTo(scope.isEverything() ? records(job.counts()) : seconds);
        }
        return job.counts();
    }

    private static long records(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(count -> count.getKey().startsWith(SplitTopics.RECORDS))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private LocalJob publishMeanwhile(KafkaConnection kafka) throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(1);
        PublishJob.build(env, new PublishConfiguration(kafka, influxDb, name, false, false));
        return stack.flink().submit("replay " + name + ": publish meanwhile", env);
    }

    private void publishResults(KafkaConnection kafka, long results) throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(1);
        PublishJob.build(env, new PublishConfiguration(kafka, influxDb, name, true, false));
        LocalJob job = stack.flink().submit("replay " + name + ": publish", env);
        try (ProgressBar bar = progress.bar("Storing", results)) {
            while (!job.awaitFinish(POLL)) {
                stack.requireHealthy();
            }
            bar.stepTo(results);
        }
    }

    /** Removes what a replay leaves: always its topics, and its folder unless that is whole. Done once. */
    private static final class Cleaning implements AutoCloseable {
        private final LocalStack stack;
        private final String prefix;
        private final ReplayStore store;
        private final String name;
        private boolean whole;
        private boolean done;

        Cleaning(LocalStack stack, String prefix, ReplayStore store, String name) {
            this.stack = stack;
            this.prefix = prefix;
            this.store = store;
            this.name = name;
        }

        synchronized void keep() {
            whole = true;
        }

        @Override
        public synchronized void close() throws InterruptedException {
            if (done) {
                return;
            }
            done = true;
            if (!whole) {
                store.abandon(name);
            }
            stack.broker().deleteTopics(prefix);
        }
    }
}
