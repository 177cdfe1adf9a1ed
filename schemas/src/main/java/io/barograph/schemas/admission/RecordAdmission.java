package io.barograph.schemas.admission;

import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides whether a decoded record is within the bounds of its type. For use by one thread.
 *
 * <p>Results of the analysis are not judged: their topics have no bounds beyond what decodes, but for the times of job
 * weather.
 *
 * @param <T> record type
 */
public final class RecordAdmission<T extends SpecificRecord> {
    /** Longest run that is admitted, from its start to its end. */
    public static final Duration MAX_RUN = FieldChecks.MAX_RUN;

    private static final Map<Class<?>, BiConsumer<SpecificRecord, FieldChecks>> BOUNDS = Map.of(
            ServerSample.class, (record, checks) -> ServerSampleBounds.check((ServerSample) record, checks),
            JobSamples.class, (record, checks) -> JobSamplesBounds.check((JobSamples) record, checks),
            ProbeTiming.class, (record, checks) -> ProbeTimingBounds.check((ProbeTiming) record, checks),
            BenchmarkRun.class, (record, checks) -> BenchmarkRunBounds.check((BenchmarkRun) record, checks),
            JobSummary.class, (record, checks) -> JobSummaryBounds.check((JobSummary) record, checks),
            JobEvent.class, (record, checks) -> JobEventBounds.check((JobEvent) record, checks),
            SiteEvent.class, (record, checks) -> SiteEventBounds.check((SiteEvent) record, checks),
            JobWeather.class, (record, checks) -> JobWeatherBounds.check((JobWeather) record, checks));

    private final BiConsumer<SpecificRecord, FieldChecks> bounds;
    private final ToLongFunction<T> time;

    private RecordAdmission(BiConsumer<SpecificRecord, FieldChecks> bounds, ToLongFunction<T> time) {
        this.bounds = bounds;
        this.time = time;
    }

    /**
     * @param type record type of a topic
     * @param <T> record type
     * @return what judges its records; everything is admitted where the topic is none of the input topics
     */
    @SuppressWarnings("unchecked") // a topic of the catalogue holds records of its type
    public static <T extends SpecificRecord> RecordAdmission<T> of(Class<T> type) {
        Topic<T> topic = (Topic<T>) Topic.CATALOGUE.stream()
                .filter(each -> each.type().equals(type))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no topic holds records of " + type));
        return new RecordAdmission<>(BOUNDS.get(type), topic.timestamp());
    }

    /**
     * @param record a decoded record
     * @param timestamp Kafka's timestamp of it, milliseconds since the epoch
     * @return why it is refused: the field, its value and the bound; null if it is admitted
     */
    public String refusal(T record, long timestamp) {
        if (bounds == null) {
            return null;
        }
        FieldChecks checks = new FieldChecks();
        bounds.accept(record, checks);
        if (checks.isAdmitted()) {
            checks.sameTime(time.applyAsLong(record), timestamp);
        }
        return checks.refusal();
    }
}
