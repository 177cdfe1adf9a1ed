package io.barograph.schemas.admission;

import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides whether a decoded record is within the bounds of its type: those in its schema ({@link RecordBounds}), then the
 * few here that join several fields. For use by one thread.
 *
 * <p>Results of the analysis are not judged: their schemas have no bounds. Job weather is one of them unless a collector
 * imported it; else its times alone are judged.
 */
public final class RecordAdmission<T extends SpecificRecord> {
    /** Longest run that is admitted, from its start to its end. */
    public static final Duration MAX_RUN = FieldBound.MAX_RUN;

    private static final Map<Class<?>, Function<SpecificRecord, String>> RULES = Map.of(
            ServerPoll.class, record -> ServerPollBounds.refusal((ServerPoll) record),
            ProbeTiming.class, record -> refusal((ProbeTiming) record),
            JobSummary.class, record -> JobSummaryBounds.refusal((JobSummary) record),
            JobEvent.class, record -> refusal((JobEvent) record),
            JobWeather.class, record -> refusal((JobWeather) record));

    private final RecordBounds bounds;
    private final RecordBounds times;
    private final Function<SpecificRecord, String> rule;
    private final ToLongFunction<T> time;

    /** The topic of the others bears the broker's time, so that reports of a wrong clock arrive. */
    private final boolean hasOwnTime;

    private RecordAdmission(Class<T> type, ToLongFunction<T> time) {
        Schema schema = SpecificData.get().getSchema(type);
        this.bounds = RecordBounds.of(schema);
        this.times = RecordBounds.ofTimes(schema);
        this.rule = RULES.getOrDefault(type, record -> null);
        this.time = time;
        this.hasOwnTime = type != CollectorHealth.class;
    }

    /** @return what judges the samples of a poll that was admitted, each by its own time */
    public static RecordAdmission<ServerSample> ofSamples() {
        return new RecordAdmission<>(
                ServerSample.class, sample -> sample.getTime().toEpochMilli());
    }

    /** @return what judges its records; everything is admitted where the topic is none of the input topics */
    @SuppressWarnings("unchecked") // a topic of the catalogue holds records of its type
    public static <T extends SpecificRecord> RecordAdmission<T> of(Class<T> type) {
        Topic<T> topic = (Topic<T>) Topic.CATALOGUE.stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic holds records of " + type));
        return new RecordAdmission<>(type, topic.timestamp());
    }

    /**
     * @param timestamp Kafka's timestamp of it, milliseconds since the epoch
     * @return why it is refused: the field, its value and the bound; null if it is admitted
     */
    public String refusal(T record, long timestamp) {
        if (bounds.isEmpty()) {
            return null;
        }
        boolean isResult = record instanceof JobWeather weather && weather.getCollector() == null;
        String refusal = (isResult ? times : bounds).refusal(record);
        if (refusal == null && !isResult) {
            refusal = rule.apply(record);
        }
        return refusal == null && hasOwnTime ? otherTime(time.applyAsLong(record), timestamp) : refusal;
    }

    private static String otherTime(long payload, long timestamp) {
        return payload == timestamp
                ? null
                : FieldBound.refused(
                        "Kafka's timestamp",
                        timestamp + " ms",
                        "the record's own time is " + payload
                                + " ms, and both must be the same (topics need message.timestamp.type=CreateTime)");
    }

    private static String refusal(ProbeTiming timing) {
        boolean hasTiming = timing.getOutcome() == ProbeOutcome.OK || timing.getOutcome() == ProbeOutcome.TIMEOUT;
        if (hasTiming && timing.getSeconds() == null) {
            return FieldBound.refused("seconds", null, "outcome " + timing.getOutcome() + " has a duration");
        }
        boolean isRecording = timing.getSource() != null; // which does not say its host
        return isRecording ? null : FieldBound.NAME.refusal("host", timing.getHost());
    }

    private static String refusal(JobEvent event) {
        return event.getKind() == JobEventKind.END
                ? RecordBounds.spanRefusal("startTime", event.getStartTime(), "time", event.getTime(), MAX_RUN)
                : null;
    }

    private static String refusal(JobWeather weather) {
        return weather.getMotif() == null || weather.getMotif().startsWith(weather.getFileSystem() + "/")
                ? null
                : FieldBound.refused(
                        "motif", weather.getMotif(), "it begins with the file system, whose climate it is part of");
    }
}
