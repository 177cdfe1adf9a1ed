package io.barograph.schemas;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic with its key, record type and record timestamp, declared once.
 *
 * @param name topic name; an installation or replay puts its own prefix before it ({@link #in})
 * @param type record class
 * @param key key of a record
 * @param timestamp Kafka timestamp of a record, milliseconds since the epoch: the time of a sample, the collection time
 *     of a summary, the decision time of a result
 * @param input true for what collectors write, false for what jobs write
 * @param <T> record type
 */
public record Topic<T extends SpecificRecord>(
        String name, Class<T> type, Function<T, String> key, ToLongFunction<T> timestamp, boolean input) {

    /** One sample of one server. */
    public static final Topic<ServerSample> SERVER_SAMPLES = new Topic<>(
            "server-samples",
            ServerSample.class,
            sample -> sample.getFileSystem() + "/" + sample.getServer(),
            sample -> sample.getTime().toEpochMilli(),
            true);

    /** One run as Darshan saw it. */
    public static final Topic<JobSummary> JOB_SUMMARIES = new Topic<>(
            "job-summaries",
            JobSummary.class,
            JobSummary::getJobId,
            summary -> summary.getCollectedAt().toEpochMilli(),
            true);

    /** Coverage factors and weather of one run on one file system. */
    public static final Topic<JobWeather> JOB_WEATHER = new Topic<>(
            "job-weather",
            JobWeather.class,
            weather -> weather.getJobId() + "/" + weather.getStartTime() + "/" + weather.getExecutable() + "/"
                    + weather.getFileSystem(),
            weather -> weather.getDecidedAt().toEpochMilli(),
            false);

    /** Inputs that were refused, with the reason. */
    public static final Topic<DeadLetter> DEAD_LETTERS = new Topic<>(
            "dead-letters",
            DeadLetter.class,
            DeadLetter::getSource,
            letter -> letter.getTime().toEpochMilli(),
            false);

    /** All topics, inputs first. */
    public static final List<Topic<?>> CATALOGUE = List.of(SERVER_SAMPLES, JOB_SUMMARIES, JOB_WEATHER, DEAD_LETTERS);

    /**
     * @param name name of a topic of the catalogue
     * @param <T> record type, which the caller knows from the name
     * @return the topic
     */
    @SuppressWarnings("unchecked") // the caller knows the record type of the topic it names
    public static <T extends SpecificRecord> Topic<T> named(String name) {
        return (Topic<T>) CATALOGUE.stream()
                .filter(topic -> topic.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic " + name + " in the catalogue"));
    }

    /**
     * @param prefix prefix of the topics of one installation or replay; may be empty
     * @return the same topic under that prefix
     */
    public Topic<T> in(String prefix) {
        return new Topic<>(prefix + name, type, key, timestamp, input);
    }

    /**
     * @param record record of this topic
     * @return its key as bytes
     */
    public byte[] keyBytes(T record) {
        return key.apply(record).getBytes(StandardCharsets.UTF_8);
    }
}
