package io.barograph.jobs.publish;

import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.Topic;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/** Which points the records of a topic become. */
final class ResultPoints {
    private final Map<Topic<?>, PointConverter<?>> converters = new LinkedHashMap<>();

    ResultPoints(String prefix, String replay) {
        put(Topic.JOB_WEATHER, new JobWeatherPoints(replay));
        put(Topic.SERVER_RATES, new RatesPoints(replay, EnumSet.allOf(RetentionLevel.class)));
        put(Topic.LIVE_COVERAGE, new LiveCoveragePoints(replay));
        put(Topic.TOP_TALKERS, new TopTalkersPoints(replay));
        put(Topic.SLOWDOWNS, new SlowdownPoints(replay));
        put(Topic.EVIDENCE, new EvidencePoints(replay));
        put(Topic.CONTENTION_EVENTS, new ContentionPoints(replay));
        put(Topic.ANOMALIES, new AnomalyPoints(replay));
        put(Topic.DEAD_LETTERS, new DeadLetterPoints(prefix, replay));
        put(Topic.SITE_EVENTS, new SiteEventPoints(replay));
        put(Topic.COLLECTOR_HEALTH, new CollectorHealthPoints());
    }

    private <T extends SpecificRecord> void put(Topic<T> topic, PointConverter<T> converter) {
        converters.put(topic, converter);
    }

    Set<Topic<?>> topics() {
        return converters.keySet();
    }

    /** @return what makes points of its records; null if they become none */
    @SuppressWarnings("unchecked") // as it was put
    <T extends SpecificRecord> PointConverter<T> of(Topic<T> topic) {
        return (PointConverter<T>) converters.get(topic);
    }
}
