package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.analysis.AnalysisResults;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * The live analysis over topics that are full already: sources, watermarks, checkpoints and transactions as on a site. It
 * has caught up when event time of every result has passed the end of the site's span.
 */
record AnalysisRun(LocalStack stack, PrefilledSite site, Set<AnalysisPart> parts, BenchStateBackend backend) {
    private static final int POLL_INTERVAL_MILLIS = 500;

    /** Far beyond what the slowest machine needs: a job that hangs is distinguished from one that is slow. */
    private static final long LIMIT_NANOS = 4 * 3_600_000_000_000L;

    /**
     * What a run took.
     *
     * @param seconds from the moment when its operators are ready until it has caught up
     * @param stateBytes bytes in a checkpoint afterwards; 0 if none was asked for
     */
    record Outcome(double seconds, double processorSeconds, long stateBytes) {}

    Outcome measure(boolean checkpointed) throws InterruptedException {
        String name = "bench " + site.kafka().topicPrefix();
        StreamExecutionEnvironment env = stack.flink().environment(backend.options());
        env.setParallelism(BenchRun.PARTITIONS);
        List<AnalysisResults.Result<?>> results =
                AnalysisJob.build(env, site.kafka(), AnalysisConfiguration.defaults(site.catalogue()), parts)
                        .all()
                        .stream()
                        .filter(result -> !result.topic().equals(Topic.DEAD_LETTERS))
                        .toList();
        results.forEach(result -> probe(name, result));
        try (EventTimeWatch watch = new EventTimeWatch(name, results.size() * BenchRun.PARTITIONS)) {
            LocalJob job = stack.flink().submit(name, env);
            try {
                awaitCaughtUp(watch, job);
                return new Outcome(
                        watch.seconds(), watch.processorSeconds(), checkpointed ? job.checkpointedBytes() : 0);
            } finally {
                job.cancel();
            }
        } finally {
            forgetPosition();
        }
    }

    /** Records are dropped where they are made, so that none is copied or encoded for it: only their event time goes on. */
    private <T extends SpecificRecord> void probe(String name, AnalysisResults.Result<T> result) {
        String probe = "caught up, " + result.topic().name();
        List<DataStream<T>> clocks = new ArrayList<>();
        for (DataStream<T> stream : result.streams()) {
            String clock = "clock of " + result.topic().name() + " " + clocks.size();
            clocks.add(stream.filter(record -> false).name(clock).uid(clock));
        }
        clocks.stream()
                .reduce(DataStream::union)
                .orElseThrow()
                .transform(
                        probe,
                        Types.VOID,
                        new EventTimeProbe<T>(name, site.end().toEpochMilli()))
                .setParallelism(BenchRun.PARTITIONS)
                .uid(probe);
    }

    private void awaitCaughtUp(EventTimeWatch watch, LocalJob job) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!watch.await(POLL_INTERVAL_MILLIS)) {
            stack.requireHealthy();
            if (job.awaitFinish(Duration.ofMillis(1)) || System.nanoTime() > deadline) {
                throw new CommandFailedException(
                        "the job " + job.name() + " did not work off what its topics hold", "The log says more.");
            }
        }
    }

    /** Or the next run of these topics would go on where this one has ended. */
    private void forgetPosition() throws InterruptedException {
        try (Admin admin = Admin.create(stack.broker().adminProperties())) {
            admin.deleteConsumerGroups(List.of(site.kafka().topicPrefix() + AnalysisJob.NAME))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) { // no checkpoint, no position
                throw new CommandFailedException(
                        "forgetting where the analysis was: " + e.getCause().getMessage(), "The log says more.", e);
            }
        }
    }

    /** Beside the sink of a result: reports to an {@link EventTimeWatch} its begin, and when event time has come far enough. */
    static final class EventTimeProbe<T> extends AbstractStreamOperator<Void>
            implements OneInputStreamOperator<T, Void> {
        private final String watch;
        private final long until;
        private transient boolean reached;

        /** @param until event time, milliseconds since the epoch */
        EventTimeProbe(String watch, long until) {
            this.watch = watch;
            this.until = until;
        }

        @Override
        public void open() throws Exception {
            super.open();
            EventTimeWatch.named(watch).begin();
        }

        @Override
        public void processElement(StreamRecord<T> element) {
            // only event time counts
        }

        @Override
        public void processWatermark(Watermark mark) throws Exception {
            super.processWatermark(mark);
            if (!reached && mark.getTimestamp() >= until) {
                reached = true;
                EventTimeWatch.named(watch).reach();
            }
        }
    }
}
