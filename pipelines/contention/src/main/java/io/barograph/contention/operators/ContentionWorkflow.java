package io.barograph.contention.operators;

import io.barograph.contention.ContentionPolicy;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerRates;
import io.barograph.slowdown.SlidingSlowdown;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Contention, degradation and lack of space (DESIGN, section 3). The clock is the slower one of samples and probes. */
public final class ContentionWorkflow {
    private ContentionWorkflow() {}

    /**
     * @param rates weather of each interval of file systems
     * @param live live slowdowns of probes
     * @param jobs what tells of jobs
     * @param catalogue file systems with their sampling intervals
     * @param policy when slowness, load and lack of space are events
     * @return events that were opened, updated or closed; per file system in the order of their decision
     */
    public static DataStream<ContentionEvent> contention(
            DataStream<ServerRates> rates,
            DataStream<SlidingSlowdown> live,
            JobStreams jobs,
            FileSystemCatalogue catalogue,
            ContentionPolicy policy) {
        DataStream<ContentionInput> loads = rates.flatMap(new SelectLoads())
                .returns(ContentionInput.TYPE)
                .name("load and fullness")
                .uid("contention-loads");
        DataStream<ContentionInput> slow = live.flatMap(new SelectSlowdowns())
                .returns(ContentionInput.TYPE)
                .name("live slowdowns")
                .uid("contention-slowdowns");
        DataStream<ContentionInput> minutes = delayed(jobs.minutes(), "minutes", JobDelays.MINUTES)
                .flatMap(new SelectJobMinutes())
                .returns(ContentionInput.TYPE)
                .name("minutes of jobs")
                .uid("contention-job-minutes");
        DataStream<ContentionInput> runs = jobs.summaries()
                .flatMap(new SelectRuns())
                .returns(ContentionInput.TYPE)
                .name("runs with a log")
                .uid("contention-runs");
        DataStream<ContentionInput> verdicts = delayed(jobs.verdicts(), "verdicts", JobDelays.VERDICTS)
                .flatMap(new SelectVerdicts())
                .returns(ContentionInput.TYPE)
                .name("verdicts on runs")
                .uid("contention-verdicts");
        DataStream<ContentionInput> scheduled = jobs.events()
                .flatMap(new SelectScheduledJobs(catalogue))
                .returns(ContentionInput.TYPE)
                .name("jobs of the scheduler")
                .uid("contention-scheduled-jobs");
        return loads.union(slow, minutes, runs, verdicts, scheduled)
                .keyBy(ContentionInput::fileSystem, Types.STRING)
                .transform(
                        "contention of each file system",
                        AvroFormat.typeOf(ContentionEvent.class),
                        new AttributingOperator<>(new ContentionFunction(catalogue, policy)))
                .uid("contention-events");
    }

    private static <T> DataStream<T> delayed(DataStream<T> stream, String name, Duration delay) {
        return stream.transform(name + " at their delay", stream.getType(), new DelayedClock<>(delay))
                .uid("contention-" + name + "-delayed");
    }
}
