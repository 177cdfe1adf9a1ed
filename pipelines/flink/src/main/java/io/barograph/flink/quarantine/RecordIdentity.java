package io.barograph.flink.quarantine;

import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherRecordKind;
import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.avro.specific.SpecificRecord;

/**
 * Which record of which topic, by what its content says. It travels with what is made of the record at no cost, since
 * server, time, or run are there anyway; and it is the same in a topic that was made anew, in the archive and in a
 * recording, where partition and offset are others.
 *
 * @param topic name of the topic, without prefix; of what is of no single record, the operator that it made fail
 */
public record RecordIdentity(String topic, String name) implements Serializable {
    /** Executables can be long; Kafka's keys and messages of exceptions should not be. */
    static final int MAX_NAME_CHARACTERS = 1_000;

    private static final String WITHIN = "operator ";

    /** Set by the job that reads it, and so no part of its content. */
    private static final String LATE = "arrivedAt";

    private static final int MAX_HASH_CHARACTERS = 12;
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Shortens the name; what is cut stays in it as a hash. A name that was shortened before stays as it is. */
    public RecordIdentity {
        if (name.length() > MAX_NAME_CHARACTERS) {
            name = name.substring(0, MAX_NAME_CHARACTERS - MAX_HASH_CHARACTERS) + "... "
                    + Integer.toHexString(name.hashCode());
        }
    }

    /** @return an element or timer of an operator, which is of no single record */
    static RecordIdentity within(String operator, String name) {
        return new RecordIdentity(topicWithin(operator), name);
    }

    static String topicWithin(String operator) {
        return WITHIN + operator;
    }

    /** @return false if it is a record of a topic, which its decoder leaves out */
    public boolean isWithinOperator() {
        return topic.startsWith(WITHIN);
    }

    public static RecordIdentity of(Topic<? extends SpecificRecord> topic, SpecificRecord record) {
        if (record instanceof ServerPoll poll) {
            // a collector may send in several polls what it read at one time
            String first = poll.getServers().isEmpty() ? "" : poll.getServers().get(0);
            return ofKey(
                    topic,
                    Topic.SERVER_POLLS.key().apply(poll) + " from " + first,
                    poll.getTime().toEpochMilli());
        }
        if (record instanceof JobSummary summary) {
            return ofRun(summary.getJobId(), summary.getStartTime(), summary.getExecutable());
        }
        if (record instanceof ProbeTiming timing) {
            return ofProbe(
                    Topic.PROBE_TIMINGS.key().apply(timing),
                    timing.getHost(),
                    timing.getDirectory(),
                    micros(timing.getTime()));
        }
        if (record instanceof SiteEvent event) {
            return new RecordIdentity(topic.name(), event.getFileSystem() + ", event " + event.getId());
        }
        return ofKey(topic, record);
    }

    @SuppressWarnings("unchecked") // the record is of the topic
    private static <T extends SpecificRecord> RecordIdentity ofKey(Topic<T> topic, SpecificRecord record) {
        RecordIdentity byKey =
                ofKey(topic, topic.key().apply((T) record), topic.timestamp().applyAsLong((T) record));
        // Results of one key and time are many (spans, directions, hosts, editions); those that arrive late say when.
        return record.getSchema().getField(LATE) == null
                ? new RecordIdentity(topic.name(), byKey.name + ", content " + Integer.toHexString(record.hashCode()))
                : byKey;
    }

    private static RecordIdentity ofKey(Topic<?> topic, String key, long millis) {
        return new RecordIdentity(topic.name(), key + " at " + Instant.ofEpochMilli(millis));
    }

    /**
     * @param element what an operator of the analysis takes
     * @return the input record that it is, or is made of; null if that is none or not known
     */
    public static RecordIdentity ofElement(Object element) {
        if (element instanceof AttributableElement attributable) {
            return attributable.origin();
        }
        if (element instanceof ServerSample sample) {
            return ofSample(
                    sample.getFileSystem(), sample.getServer(), sample.getTime().toEpochMilli());
        }
        if (element instanceof JobWeather weather && weather.getCollector() == null) {
            return ofDecision(weather);
        }
        if (element instanceof SpecificRecord record) {
            return Topic.CATALOGUE.stream()
                    .filter(topic -> topic.type() == record.getClass())
                    .findFirst()
                    .map(topic -> of(topic, record))
                    .orElse(null);
        }
        return null;
    }

    /** @return the summary of the run; null if there was none */
    public static RecordIdentity ofDecision(JobWeather decision) {
        return decision.getRecordKind() == WeatherRecordKind.NO_DARSHAN
                ? null
                : ofRun(decision.getJobId(), decision.getStartTime(), decision.getExecutable());
    }

    /**
     * A sample of a poll is left out alone, not its poll.
     *
     * @param server name of a server, or its name within the file system
     * @param millis instant of a sample, milliseconds since the epoch
     */
    public static RecordIdentity ofSample(String fileSystem, String server, long millis) {
        return ofKey(Topic.SERVER_POLLS, fileSystem + '/' + ServerNames.withinFileSystem(server), millis);
    }

    /** @param millis instant of a poll of its job statistics, milliseconds since the epoch */
    public static RecordIdentity ofJobSamples(String fileSystem, String server, long millis) {
        return ofKey(Topic.JOB_SAMPLES, fileSystem + "/" + server, millis);
    }

    /** @param micros instant of a timing, microseconds since the epoch */
    public static RecordIdentity ofProbe(String key, String host, String directory, long micros) {
        return new RecordIdentity(
                Topic.PROBE_TIMINGS.name(), key + " from " + host + " " + directory + " at " + instant(micros));
    }

    /** @param startMicros its start, microseconds since the epoch */
    public static RecordIdentity ofRun(String jobId, long startMicros, String executable) {
        return new RecordIdentity(
                Topic.JOB_SUMMARIES.name(), "job " + jobId + " from " + instant(startMicros) + ", " + executable);
    }

    private static RecordIdentity ofRun(String jobId, Instant start, String executable) {
        return ofRun(jobId, micros(start), executable);
    }

    /** Overflows without a word beyond the year 294246: then it is a wrong instant, but always the same. */
    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_PER_SECOND
                + instant.getNano() / ChronoUnit.MICROS.getDuration().toNanos();
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    @Override
    public String toString() {
        return topic + " " + name;
    }
}
