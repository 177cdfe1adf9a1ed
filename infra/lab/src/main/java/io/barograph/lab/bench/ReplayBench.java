package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.stack.LocalJob;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.Locale;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A day of a file system with 248 OSTs, all parts of the analysis on: how much faster than real time it is replayed. */
final class ReplayBench {
    private ReplayBench() {}

    static void run(BenchRun run, BenchResult figures) throws IOException, InterruptedException {
        Duration length = run.sized(Duration.ofMinutes(20), Duration.ofDays(1));
        run.step(String.format(Locale.ROOT, "publishing %d min of 248 OSTs", length.toMinutes()));
        try (PrefilledSite site = PrefilledSite.publish(
                run.stack(), BenchRun.PREFIX + "replay.", PrefilledSite.production(PrefilledSite.OSTS), length)) {
            run.step("replaying them");
            PeakHeap heap = new PeakHeap();
            long begin = System.nanoTime();
            StreamExecutionEnvironment env = run.stack().flink().environment(BenchStateBackend.HASHMAP.options());
            env.setParallelism(BenchRun.PARTITIONS);
            AnalysisJob.replayTopics(env, site.kafka(), AnalysisConfiguration.defaults(site.catalogue()));
            LocalJob job = run.stack().flink().submit("bench replay", env);
            run.stack().awaitFinish(job);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long records = site.samples(AnalysisInputs.TOPICS);
            figures.add("replayed, 248 OSTs", (double) length.toMinutes(), "min")
                    .add("records read", (double) records, "records")
                    .add("took", seconds, "s")
                    .add("records a second", records / seconds, "samples/s")
                    .ratio("times real time", length.toMillis() / 1e3 / seconds)
                    .add("peak heap, with garbage", heap.gibibytes(), "GiB");
        }
    }

    /** The most heap that was in use at a time since it was made, garbage that was not collected yet included. */
    static final class PeakHeap {
        private static final double GIBIBYTE = 1L << 30;

        PeakHeap() {
            System.gc(); // what was before is not counted
            ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
        }

        double gibibytes() {
            return ManagementFactory.getMemoryPoolMXBeans().stream()
                            .filter(pool -> pool.getType() == MemoryType.HEAP)
                            .mapToLong(pool -> pool.getPeakUsage().getUsed())
                            .sum()
                    / GIBIBYTE;
        }
    }
}
