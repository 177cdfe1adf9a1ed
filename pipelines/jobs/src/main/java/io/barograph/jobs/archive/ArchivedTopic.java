package io.barograph.jobs.archive;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic that is archived.
 *
 * @param fileSystem file system that a record belongs to; empty string where a record may belong to several or none
 */
public record ArchivedTopic<T extends SpecificRecord>(Topic<T> topic, Function<T, String> fileSystem) {
    private static final String NO_FILE_SYSTEM = "";

    /** Every input of the analysis. To {@code job-weather} the analysis adds its decisions: a replay's climates. */
    public static final List<ArchivedTopic<?>> ALL = List.of(
            all(Topic.SERVER_POLLS, ServerPoll::getFileSystem),
            all(Topic.JOB_SAMPLES, JobSamples::getFileSystem),
            all(Topic.PROBE_TIMINGS, ProbeTiming::getFileSystem),
            all(Topic.BENCHMARK_RUNS, BenchmarkRun::getFileSystem),
            all(Topic.JOB_SUMMARIES, summary -> NO_FILE_SYSTEM),
            all(Topic.JOB_EVENTS, event -> NO_FILE_SYSTEM),
            all(Topic.SITE_EVENTS, SiteEvent::getFileSystem),
            all(Topic.COLLECTOR_HEALTH, health -> NO_FILE_SYSTEM),
            all(Topic.JOB_WEATHER, weather -> NO_FILE_SYSTEM));

    private static <T extends SpecificRecord> ArchivedTopic<T> all(Topic<T> topic, Function<T, String> fileSystem) {
        return new ArchivedTopic<>(topic, fileSystem);
    }

    /** @throws IllegalArgumentException if that topic is not archived */
    public static ArchivedTopic<?> named(String name) {
        return ALL.stream()
                .filter(archived -> archived.topic().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the topic " + name + " is not archived"));
    }

    @SuppressWarnings("unchecked") // a topic of that name has that record type
    static <T extends SpecificRecord> ArchivedTopic<T> of(Topic<T> topic) {
        return (ArchivedTopic<T>) named(topic.name());
    }
}
