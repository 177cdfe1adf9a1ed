package io.barograph.jobs.analysis;

import io.barograph.flink.quarantine.FailureLog;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Where the analysis gets its inputs from. */
public interface AnalysisInputs {
    List<Topic<?>> TOPICS = List.of(
            Topic.SERVER_POLLS,
            Topic.JOB_SAMPLES,
            Topic.PROBE_TIMINGS,
            Topic.BENCHMARK_RUNS,
            Topic.JOB_SUMMARIES,
            Topic.JOB_EVENTS,
            Topic.SITE_EVENTS,
            Topic.JOB_WEATHER);

    /**
     * @param topic one of {@link #TOPICS}; asked for once
     * @return its records with event time and watermarks
     */
    <T extends SpecificRecord> DataStream<T> read(Topic<T> topic);

    /** @return the runs that verdicts judge, and those that they are compared with; one stream of each operator */
    List<DataStream<JobWeather>> judged(DataStream<JobWeather> decisions);

    /** @return where it is noted that a record made an operator fail */
    FailureLog failures();

    /** @return what was refused of the topics that were asked for */
    DataStream<DeadLetter> refused();
}
