package io.barograph.influxdb;

import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Small jobs that write to InfluxDB. */
final class SinkJobs {
    private SinkJobs() {}

    static StreamExecutionEnvironment environment() {
        return environment(new Configuration());
    }

    static StreamExecutionEnvironment environment(Configuration configuration) {
        if (!configuration.contains(RestartStrategyOptions.RESTART_STRATEGY)) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        }
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(1);
        return env;
    }

    /** One point per number: measurement m, field v (long), time in nanoseconds = the number. */
    static List<InfluxPoint> numbered(Long number) {
        return List.of(InfluxPoint.measurement("m").field("v", number).at(number));
    }

    static <T> InfluxDbSink<T> sink(
            InfluxDbConfig config, PointConverter<T> converter, RejectedLineReporter rejections) {
        return new InfluxDbSink<>(config, converter, rejections);
    }

    /** Writes the numbers 1 to {@code count} and returns when the job has ended. */
    static void writeNumbers(long count, InfluxDbConfig config, RejectedLineReporter rejections) throws Exception {
        StreamExecutionEnvironment env = environment();
        env.fromSequence(1, count)
                .uid("numbers")
                .sinkTo(sink(config, SinkJobs::numbered, rejections))
                .uid("influxdb");
        env.execute();
    }

    /** Writes the points that the converter makes of the texts, and returns when the job has ended. */
    static JobID writeTexts(
            List<String> texts,
            PointConverter<String> converter,
            InfluxDbConfig config,
            RejectedLineReporter rejections)
            throws Exception {
        StreamExecutionEnvironment env = environment();
        env.fromData(Types.STRING, texts.toArray(String[]::new))
                .uid("texts")
                .sinkTo(sink(config, converter, rejections))
                .uid("influxdb");
        return env.execute().getJobID();
    }
}
