package io.barograph.verdicts.operators;

import io.barograph.flink.quarantine.AttributingCoOperator;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Verdicts on runs and shifts of climates (docs/anomalies.md). The clock is that of the decisions. */
public final class AnomalyWorkflow {
    private AnomalyWorkflow() {}

    /**
     * @param weather weather of runs, with the time of the decision as event time, and imported history: one stream of
     *     each operator that makes some
     * @param siteEvents what operators declare; live they are marked idle for good
     * @param revisionDelay a run that was decided may be decided once more, this long after
     * @param policy which earlier runs make up a climate
     * @return a verdict on every run, shifts, and correlations at the end of each month
     */
    public static AnomalyResults anomalies(
            List<DataStream<JobWeather>> weather,
            DataStream<SiteEvent> siteEvents,
            Duration revisionDelay,
            ClimatePolicy policy) {
        List<DataStream<JobWeather>> runs = new ArrayList<>();
        for (DataStream<JobWeather> some : weather) {
            // A job without a Darshan log has no performance that could be judged.
            // Behind a union it would not be chained to what makes them, and no record named that makes it fail.
            runs.add(some.filter(run -> run.getRecordKind() != WeatherRecordKind.NO_DARSHAN)
                    .name("runs with a Darshan log")
                    .uid("anomaly-runs-" + runs.size()));
        }
        DataStream<OrderedWeather> ordered = runs.stream()
                .reduce(DataStream::union)
                .orElseThrow()
                .keyBy(JobWeather::getFileSystem, Types.STRING)
                .connect(siteEvents.keyBy(SiteEvent::getFileSystem, Types.STRING))
                .transform(
                        "runs in the order of their decision",
                        OrderedWeather.TYPE,
                        new AttributingCoOperator<>(new OrderByDecision()))
                .uid("anomaly-order");
        DataStream<Anomaly> verdicts = ordered.keyBy(OrderedWeather::fileSystem, Types.STRING)
                .transform(
                        "each run in the climate of its motif",
                        AvroFormat.typeOf(Anomaly.class),
                        new AttributingOperator<>(new VerdictFunction(policy)))
                .uid("anomaly-verdicts");
        DataStream<Anomaly> correlations = ordered.keyBy(run -> true, Types.BOOLEAN)
                .transform(
                        "metrics of the weather with performance",
                        AvroFormat.typeOf(Anomaly.class),
                        new AttributingOperator<>(new CorrelationFunction(revisionDelay)))
                .uid("anomaly-correlations");
        return new AnomalyResults(verdicts, correlations);
    }

    /**
     * Puts events first among the causes of verdicts. A verdict waits until event time of the events has reached its
     * decision, so it comes later by as much as contention lags behind the decisions; that of a slow run without an event
     * waits two minutes more.
     *
     * @param verdicts those of {@link #anomalies}
     * @param events all that contention emits
     * @return the verdicts, with the event that slowed a run as its first cause
     */
    public static DataStream<Anomaly> withEvents(DataStream<Anomaly> verdicts, DataStream<ContentionEvent> events) {
        DataStream<ContentionEvent> harm = events.filter(event -> EventKinds.isHarm(event.getKind()))
                .name("events that slow runs")
                .uid("anomaly-events");
        return verdicts.keyBy(Anomaly::getFileSystem, Types.STRING)
                .connect(harm.keyBy(ContentionEvent::getFileSystem, Types.STRING))
                .transform(
                        "verdicts with events",
                        AvroFormat.typeOf(Anomaly.class),
                        new AttributingCoOperator<>(new EventVerdictFunction()))
                .uid("anomaly-verdicts-with-events");
    }
}
