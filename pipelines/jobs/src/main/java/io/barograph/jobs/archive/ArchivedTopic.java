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
            new ArchivedTopic<>(Topic.SERVER_POLLS, ServerPoll::getFileSystem),
            new ArchivedTopic<>(Topic.JOB_SAMPLES, JobSamples::getFileSystem),
            new ArchivedTopic<>(Topic.PROBE_TIMINGS, ProbeTiming::getFileSystem),
            new ArchivedTopic<>(Topic.BENCHMARK_RUNS, BenchmarkRun::getFileSystem),
            new ArchivedTopic<>(Topic.JOB_SUMMARIES, summary -> NO_FILE_SYSTEM),
            new ArchivedTopic<>(Topic.JOB_EVENTS, event -> NO_FILE_SYSTEM),
            new ArchivedTopic<>(Topic.SITE_EVENTS, SiteEvent::getFileSystem),
            new ArchivedTopic<>(Topic.COLLECTOR_HEALTH, health -> NO_FILE_SYSTEM),
            new ArchivedTopic<>(Topic.JOB_WEATHER, weather -> NO_FILE_SYSTEM));

    /** @throws IllegalArgumentException if that topic is not archived */
    public static ArchivedTopic<?> named(String name) {
        return ALL.stream()
                .filter(archived -> archived.topic().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the topic " + name + " is not archived"));
    }
}
