package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.schemas.Topic;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The live analysis over full topics of 248 OSTs, coverage with weather and all parts, for each state backend: as a share
 * of the speed at which the same topics are read and decoded by all processors.
 */
final class ThroughputBench {
    private static final List<Topic<?>> SERVERS_AND_JOBS =
            List.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES, Topic.JOB_SUMMARIES, Topic.JOB_EVENTS);

    /** A pass that is not so much faster than the one before is as fast as the next one. */
    private static final double FASTER = 0.95;

    private ThroughputBench() {}

    static void run(BenchRun run, BenchResult figures) throws InterruptedException {
        PrefilledSite site = run.site();
        if (!run.isQuick()) {
            warmUp(run, site);
        }
        measure(
                run,
                site,
                "coverage and weather",
                EnumSet.of(AnalysisPart.COVERAGE, AnalysisPart.WEATHER),
                SERVERS_AND_JOBS,
                figures);
        measure(run, site, "all parts", AnalysisPart.ALL, AnalysisInputs.TOPICS, figures);
    }

    /** What is measured before is the JVM's compiler as well: a service works with compiled code. */
    private static void warmUp(BenchRun run, PrefilledSite site) throws InterruptedException {
        double before = Double.POSITIVE_INFINITY;
        double seconds = Double.MAX_VALUE;
        for (int pass = 1; seconds < FASTER * before; pass++) {
            run.step("warming up, pass " + pass);
            before = seconds;
            seconds = new AnalysisRun(run.stack(), site, AnalysisPart.ALL, BenchStateBackend.HASHMAP)
                    .measure(false)
                    .seconds();
        }
    }

    private static void measure(
            BenchRun run,
            PrefilledSite site,
            String what,
            Set<AnalysisPart> parts,
            List<Topic<?>> topics,
            BenchResult figures)
            throws InterruptedException {
        run.step(what + ": ceiling");
        double ceiling = new TopicReadCeiling(run, site.kafka(), topics)
                .samplesPerSecond(Runtime.getRuntime().availableProcessors());
        figures.add(what + ", ceiling", ceiling, "samples/s");
        for (BenchStateBackend backend : BenchStateBackend.values()) {
            run.step(what + ": " + backend.flinkName());
            AnalysisRun.Outcome outcome = new AnalysisRun(run.stack(), site, parts, backend).measure(false);
            double rate = site.samples(topics) / outcome.seconds();
            figures.add(what + ", " + backend.flinkName(), rate, "samples/s")
                    .ratio(what + ", " + backend.flinkName() + " / ceiling", rate / ceiling);
        }
    }
}
