package io.barograph.jobs.analysis;

import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.HistoryWatermarkStrategy;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.flink.topics.PartitionWatermarkStrategy;
import io.barograph.flink.topics.RawRecord;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.jobs.replay.CommittedResults;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.LateRecords;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The topics of an installation.
 *
 * <p>Watermarks: samples and timings 10 s bounded out-of-orderness per partition, idle when it is read to its end and 50 s
 * passed without a record; summaries and events hold event time back while there are some to be read. A sample may be
 * published 30 s after its instant and still count as in time: a decision is taken no earlier than 35 s after the end of
 * its run, so that the samples it needs lie in front of those that move the watermark there. What a later sample would
 * have changed is in the revision, 15 min on.
 */
final class TopicInputs implements AnalysisInputs {
    /** Two polls of the scheduler: an event is published that long after its time. */
    private static final Duration JOB_EVENT_DELAY = Duration.ofMinutes(2);

    private static final Set<Topic<?>> CLOCKS = Set.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES, Topic.PROBE_TIMINGS);

    private final TopicStreams topics;
    private final Optional<CommittedResults> again;
    private final Duration climate;
    private final List<DataStream<DeadLetter>> refused = new ArrayList<>();

    /**
     * @param again what is committed, to start again from the topics; empty to go on from the state or the committed
     *     offsets
     */
    TopicInputs(
            StreamExecutionEnvironment env,
            KafkaConnection kafka,
            AnalysisConfiguration configuration,
            Optional<CommittedResults> again) {
        this.topics = new TopicStreams(env, kafka, AnalysisJob.NAME, false, configuration.catalogue());
        this.again = again;
        this.climate = configuration.climate().window();
    }

    @Override
    public <T extends SpecificRecord> DataStream<T> read(Topic<T> topic) {
        SingleOutputStreamOperator<T> records = again.isPresent()
                ? topics.readFrom(topic, watermarks(topic), again.get().readFrom(topic, climate))
                : topics.read(topic, watermarks(topic));
        refused.add(records.getSideOutput(DecodeFunction.REFUSED));
        return records;
    }

    private WatermarkStrategy<RawRecord> watermarks(Topic<?> topic) {
        if (CLOCKS.contains(topic)) {
            return PartitionWatermarkStrategy.ofSources(LateArrivalTime.OUT_OF_ORDERNESS);
        }
        if (topic.equals(Topic.JOB_WEATHER) && again.isPresent()) {
            return new HistoryWatermarkStrategy(endOfHistory());
        }
        if (topic.equals(Topic.JOB_WEATHER)) {
            // The job's own decisions come back through this topic, in transactions whose marks lie behind the last
            // record: event time would wait for them after each checkpoint. Imported history is taken when it is read.
            return WatermarkStrategy.forGenerator(context -> new AlwaysIdleWatermarks<>());
        }
        return PartitionWatermarkStrategy.ofEvents(topic.equals(Topic.JOB_EVENTS) ? JOB_EVENT_DELAY : Duration.ZERO);
    }

    /** Imported history comes through the same topic as the decisions go to; when started again, these do, too. */
    @Override
    public List<DataStream<JobWeather>> judged(DataStream<JobWeather> decisions) {
        long from = endOfHistory();
        return List.of(
                decisions
                        .filter(HistoryFilter.from(from))
                        .name("decisions to judge")
                        .uid(AnalysisJob.NAME + "-decisions-to-judge"),
                read(Topic.JOB_WEATHER)
                        .filter(HistoryFilter.until(from))
                        .name("history")
                        .uid(AnalysisJob.NAME + "-history"));
    }

    private long endOfHistory() {
        return again.map(committed -> committed.tail(Topic.JOB_WEATHER).from()).orElse(Long.MIN_VALUE);
    }

    /** Which records came behind the watermark, of the topics that were asked for. */
    List<DataStream<LateRecords>> late() {
        return topics.late();
    }

    @Override
    public FailureLog failures() {
        return topics.quarantine();
    }

    @Override
    public DataStream<DeadLetter> refused() {
        return refused.stream().reduce(DataStream::union).orElseThrow();
    }

    /**
     * Watermarks of a stream that has no clock of its own: none. A maximum watermark instead would push event time to the
     * end for ever as soon as the other streams go idle.
     */
    static final class AlwaysIdleWatermarks<T> implements WatermarkGenerator<T> {
        @Override
        public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
            output.markIdle();
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.markIdle();
        }
    }
}
