package io.barograph.contention.operators;

import io.barograph.contention.cost.JobMinuteLoad;
import io.barograph.contention.cost.RunVerdict;
import io.barograph.contention.cost.ScheduledJob;
import io.barograph.contention.event.ContentionPolicy;
import io.barograph.contention.event.TrackedEvent;
import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.jobstats.JobIdentity;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.LiveCoverage;
import io.barograph.schemas.LiveKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.TopTalkers;
import io.barograph.schemas.WeatherMetric;
import io.barograph.slowdown.SlidingSlowdown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

/** Contention, degradation and lack of space (docs/contention.md). The clock is the slower one of samples and probes. */
public final class ContentionWorkflow {
    private ContentionWorkflow() {}

    /**
     * @param rates weather of each interval of file systems
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
        DataStream<ContentionInput> busy = delayed(jobs.busyServers(), "busy-servers", JobDelays.MINUTES)
                .flatMap(new SelectBusyServers())
                .returns(ContentionInput.TYPE)
                .name("minutes of jobs on busy servers")
                .uid("contention-busy-servers");
        DataStream<ContentionInput> runs = jobs.summaries()
                .flatMap(new SelectRuns(catalogue))
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
        DataStream<ContentionInput> measured = underSlowerClock(loads, slow, "measured", Duration.ZERO);
        return underSlowerClock(measured, minutes.union(busy, runs, verdicts, scheduled), "inputs", JobDelays.VERDICTS)
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

    private static DataStream<ContentionInput> underSlowerClock(
            DataStream<ContentionInput> one, DataStream<ContentionInput> other, String name, Duration lead) {
        return one.connect(other)
                .transform(name + " of contention", ContentionInput.TYPE, new SlowerClock<>(lead))
                .uid("contention-" + name);
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    /** Takes what each job moved in each minute. */
    static final class SelectJobMinutes implements FlatMapFunction<LiveCoverage, ContentionInput> {
        @Override
        public void flatMap(LiveCoverage live, Collector<ContentionInput> out) {
            if (live.getKind() == LiveKind.JOB) {
                out.collect(new ContentionInput(
                        live.getFileSystem(),
                        live.getDecidedAt().plus(JobDelays.MINUTES).toEpochMilli(),
                        new JobMinuteLoad(
                                "",
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
    }

    /** Takes what the jobs that loaded a busy server most moved there. */
    static final class SelectBusyServers implements FlatMapFunction<TopTalkers, ContentionInput> {
        private static final int MAX_JOBS = 3;

        @Override
        public void flatMap(TopTalkers busy, Collector<ContentionInput> out) {
            long time = busy.getDecidedAt().plus(JobDelays.MINUTES).toEpochMilli();
            double missing = busy.getMissingFraction() == null ? 0 : busy.getMissingFraction();
            busy.getTalkers().stream()
                    .limit(MAX_JOBS)
                    .forEach(job -> out.collect(new ContentionInput(
                            busy.getFileSystem(),
                            time,
                            new JobMinuteLoad(
                                    ServerNames.withinFileSystem(busy.getServer()),
                                    job.getJobId(),
                                    text(job.getExecutable()),
                                    text(job.getUser()),
                                    busy.getStart().toEpochMilli(),
                                    job.getReadBytes(),
                                    job.getWriteBytes(),
                                    job.getMetadataOperations(),
                                    missing))));
        }
    }

    /** Tells every file system of every job: the scheduler does not know which one a job uses. */
    static final class SelectScheduledJobs implements FlatMapFunction<JobEvent, ContentionInput> {
        private final List<String> fileSystems;

        SelectScheduledJobs(FileSystemCatalogue catalogue) {
            fileSystems = catalogue.names();
        }

        @Override
        public void flatMap(JobEvent event, Collector<ContentionInput> out) {
            if (event.getKind() != JobEventKind.START && event.getKind() != JobEventKind.END) {
                return;
            }
            boolean starts = event.getKind() == JobEventKind.START;
            String jobId = event.getRawJobId() == null ? event.getJobId() : Long.toString(event.getRawJobId());
            ScheduledJob job = new ScheduledJob(
                    JobIdentity.numberOf(jobId),
                    event.getUser() == null ? "" : event.getUser(),
                    event.getNodes() == null ? 0 : event.getNodes(),
                    millis(starts ? event.getTime() : event.getStartTime()),
                    millis(starts ? null : event.getTime()));
            long time = event.getTime().plus(JobDelays.EVENTS).toEpochMilli();
            for (String fileSystem : fileSystems) {
                out.collect(new ContentionInput(fileSystem, time, job));
            }
        }

        private static long millis(Instant time) {
            return time == null ? TrackedEvent.NONE : time.toEpochMilli();
        }
    }

    /** Takes from the verdict on a run how it compares with its climate. */
    static final class SelectVerdicts implements FlatMapFunction<Anomaly, ContentionInput> {
        private static final int WORST = 4;
        private static final Set<String> COVERAGE = Set.of(
                WeatherMetric.CF_BW.metricName(),
                WeatherMetric.CF_BW_FS.metricName(),
                WeatherMetric.CF_BW_ACTIVE.metricName(),
                WeatherMetric.CF_READ.metricName(),
                WeatherMetric.CF_WRITE.metricName());

        @Override
        public void flatMap(Anomaly anomaly, Collector<ContentionInput> out) {
            if (anomaly.getKind() != AnomalyKind.RUN
                    || anomaly.getStartTime() == null
                    || anomaly.getPerformance() == null) {
                return;
            }
            double usual = anomaly.getUsualPerformance() == null ? Double.NaN : anomaly.getUsualPerformance();
            boolean harmed = anomaly.getAnomalous()
                    && anomaly.getPanel().stream()
                            .anyMatch(metric -> COVERAGE.contains(metric.getMetric())
                                    && metric.getQuartile() != null
                                    && metric.getQuartile() == WORST);
            out.collect(new ContentionInput(
                    anomaly.getFileSystem(),
                    anomaly.getDecidedAt().plus(JobDelays.VERDICTS).toEpochMilli(),
                    new RunVerdict(
                            SelectRuns.identity(
                                    anomaly.getJobId(),
                                    anomaly.getStartTime(),
                                    anomaly.getExecutable(),
                                    anomaly.getFileSystem()),
                            anomaly.getApplication() == null ? "" : anomaly.getApplication(),
                            anomaly.getPerformance(),
                            usual,
                            harmed)));
        }
    }
}
