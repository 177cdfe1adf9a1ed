package io.barograph.contention.operators;

import io.barograph.contention.JobMinuteLoad;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.LiveKind;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes what each job moved in each minute. */
final class SelectJobMinutes implements FlatMapFunction<LiveCoverage, ContentionInput> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(LiveCoverage live, Collector<ContentionInput> out) {
        if (live.getKind() == LiveKind.JOB) {
            out.collect(new ContentionInput(
                    live.getFileSystem(),
                    live.getDecidedAt().plus(JobDelays.MINUTES).toEpochMilli(),
                    new JobMinuteLoad(
                            live.getJobId(),
                            text(live.getExecutable()),
                            text(live.getUser()),
                            live.getStart().toEpochMilli(),
                            live.getReadBytes(),
                            live.getWriteBytes(),
                            live.getMetadataOperations(),
                            live.getMissingFraction() == null ? 0 : live.getMissingFraction())));
        }
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }
}
