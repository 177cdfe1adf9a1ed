package io.barograph.cli.replay;

import io.barograph.cli.export.ExportFolder;
import io.barograph.cli.export.JsonLines;
import io.barograph.cli.export.TopicReader;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.WindowInputs;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/**
 * Analyses what the input topics of a site hold of a window once more, undisturbed, and compares the live results with
 * that, record by record: what was lost live, and what was doubled.
 *
 * @param stack running stack, whose broker holds the topics
 * @param live broker and prefix of the topics of the site
 * @param to end of the window, inclusive; what is decided in it is decided by now
 */
public record SiteReplayComparison(
        LocalStack stack, KafkaConnection live, Path configuration, Instant from, Instant to) {
    public static final List<Topic<?>> TOPICS = List.copyOf(
            RecordComparisonKey.ALL.stream().map(RecordComparisonKey::topic).toList());

    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(2);

    /**
     * What the comparison found.
     *
     * @param missing records of the replay that are not among the live ones
     * @param extra live records that the replay does not have
     * @param doubled live records that are there more often than in the replay
     * @param differences a line for each result that differs, with the topic's name in front
     */
    public record Outcome(
            Map<String, Long> records, long missing, long extra, long doubled, List<String> differences) {}

    /**
     * @param name name of the replay and value of the tag {@code replay}
     * @return folder with its results
     */
    public Path replay(String name, InfluxDbConfig influxDb, ProgressBars progress)
            throws IOException, InterruptedException {
        BarographConfiguration site = BarographConfiguration.read(configuration, Map.of());
        ReplayScope scope = ReplayScope.window(
                from, to, AnalysisConfiguration.of(site).history().lateness(), ReplayScope.Climates.KEPT);
        List<String> fileSystems = site.catalogue().names();
        WindowInputs held = WindowInputs.find(live, null, AnalysisInputs.TOPICS, fileSystems, scope);
        ReplayMaterial material = ReplayMaterial.ofWindow(
                site,
                Files.readString(configuration),
                Map.of(),
                held,
                scope,
                Double.POSITIVE_INFINITY,
                AnalysisPart.ALL,
                Optional.empty());
        return new ReplayExecution(stack, name, Optional.of(influxDb), progress)
                .run(material)
                .folder();
    }

    /** @param replay folder of {@link #replay} */
    public Outcome compare(Path replay) throws IOException, InterruptedException {
        Comparison comparison = new Comparison(replay);
        for (RecordComparisonKey<?> identity : RecordComparisonKey.ALL) {
            comparison.add(identity);
        }
        return comparison.outcome();
    }

    private final class Comparison {
        private final Path replay;
        private final Map<String, Long> records = new TreeMap<>();
        private final List<String> differences = new ArrayList<>();
        private long missing;
        private long extra;
        private long doubled;

        Comparison(Path replay) {
            this.replay = replay;
        }

        <T extends SpecificRecord> void add(RecordComparisonKey<T> identity) throws IOException, InterruptedException {
            Topic<T> topic = identity.topic();
            Map<String, Integer> surplus = new HashMap<>(); // live minus replay
            Map<String, Boolean> replayed = new HashMap<>();
            RecordDiff diff = new RecordDiff(identity::of);
            long[] count = new long[1];
            new ExportFolder(replay).read(topic, record -> {
                count[0]++;
                String line = JsonLines.line(record);
                replayed.put(line, true);
                surplus.merge(line, -1, Integer::sum);
                diff.addToB(record);
            });
            TopicReader<T> reader = new TopicReader<>(
                    live.bootstrapServers(),
                    topic.in(live.topicPrefix()),
                    IsolationLevel.READ_COMMITTED,
                    live.properties());
            reader.awaitTransactions(TRANSACTION_LIMIT);
            reader.readAll(record -> {
                long time = topic.timestamp().applyAsLong(record);
                if (time >= from.toEpochMilli() && time <= to.toEpochMilli()) {
                    surplus.merge(JsonLines.line(record), 1, Integer::sum);
                    diff.addToA(record);
                }
            });
            records.put(topic.name(), count[0]);
            surplus.forEach((line, more) -> {
                if (more < 0) {
                    missing -= more;
                } else if (more > 0 && replayed.containsKey(line)) {
                    doubled += more;
                } else {
                    extra += more;
                }
            });
            diff.lines("live", "replay").forEach(line -> differences.add(topic.name() + " " + line));
        }

        Outcome outcome() {
            return new Outcome(records, missing, extra, doubled, differences);
        }
    }
}
