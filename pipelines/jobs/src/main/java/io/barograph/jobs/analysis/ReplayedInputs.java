package io.barograph.jobs.analysis;

import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ReplaySource;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.jobs.replay.TopicSplitFunction;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Held records of all topics in the order of event time. One watermark for all of them follows that order, 10 s behind: so
 * a topic that is silent holds nobody back, and none runs ahead.
 */
final class ReplayedInputs implements AnalysisInputs {
    /** At limited speed, results appear second by second. */
    private static final Duration STEP_AT_A_PACE = Duration.ofSeconds(1);

    /** Several samples of each server. */
    private static final Duration STEP = Duration.ofSeconds(30);

    private final SingleOutputStreamOperator<ReplayedRecord> topics;
    private final ReplayScope scope;
    private final SkippedRecords skipped;

    ReplayedInputs(StreamExecutionEnvironment env, AnalysisReplay replay) {
        Duration step = replay.pace().isUnlimited() ? STEP : STEP_AT_A_PACE;
        this.scope = replay.scope();
        this.skipped = replay.skipped();
        this.topics = env.fromSource(
                        new ReplaySource(replay.inputs(), replay.pace()),
                        WatermarkStrategy.<ReplayedRecord>forGenerator(
                                context -> new OrderedWatermarks<>(LateArrivalTime.OUT_OF_ORDERNESS, step)),
                        "replay",
                        ReplayedRecord.TYPE)
                .uid(AnalysisJob.NAME + "-replay")
                .setParallelism(1)
                .process(new TopicSplitFunction(), ReplayedRecord.TYPE)
                .name("split topics")
                .uid(AnalysisJob.NAME + "-split-topics")
                .setParallelism(1);
    }

    @Override
    public <T extends SpecificRecord> DataStream<T> read(Topic<T> topic) {
        return topics.getSideOutput(TopicSplitFunction.tag(topic));
    }

    /** What was decided before the window stands, if it was kept. */
    @Override
    public List<DataStream<JobWeather>> judged(DataStream<JobWeather> decisions) {
        boolean kept = scope.climates() == ReplayScope.Climates.KEPT;
        DataStream<JobWeather> written = read(Topic.JOB_WEATHER)
                .filter(HistoryFilter.until(kept ? scope.from() : Long.MIN_VALUE))
                .name("history")
                .uid(AnalysisJob.NAME + "-history");
        DataStream<JobWeather> anew = kept
                ? decisions
                        .filter(HistoryFilter.from(scope.from()))
                        .name("decisions of the window")
                        .uid(AnalysisJob.NAME + "-decisions-of-the-window")
                : decisions;
        return List.of(anew, written);
    }

    @Override
    public FailureLog failures() {
        return skipped;
    }

    @Override
    public DataStream<DeadLetter> refused() {
        return read(Topic.DEAD_LETTERS);
    }

    /**
     * Watermarks of a stream in the order of event time. They come with the records, once in a step of event time: by the wall
     * clock, a replay would be minutes ahead of its watermark.
     */
    static final class OrderedWatermarks<T> implements WatermarkGenerator<T> {
        private final long behind;
        private final long step;
        private long last;

        /** @param step how far event time goes at once; what lies within goes through the operators together */
        OrderedWatermarks(Duration behind, Duration step) {
            this.behind = behind.toMillis();
            this.step = step.toMillis();
            this.last = Long.MIN_VALUE + this.step;
        }

        @Override
        public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
            long watermark = eventTimestamp - behind - 1;
            if (watermark - step >= last) {
                last = watermark;
                output.emitWatermark(new Watermark(watermark));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            // records alone move it
        }
    }
}
