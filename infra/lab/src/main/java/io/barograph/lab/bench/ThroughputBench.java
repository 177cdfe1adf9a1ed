package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.schemas.Topic;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The live analysis over full topics of 248 OSTs, each part alone with those that it needs and all together, for each
 * state backend: as a share of the speed at which the same topics are read and decoded by all processors.
 */
final class ThroughputBench extends BenchPart {
    ThroughputBench() {
        super("throughput", Servers.KAFKA_AND_FLINK);
    }

    @Override
    BenchResult run(BenchRun run) throws InterruptedException {
        PrefilledSite site = run.site();
        BenchResult.Builder figures = run.figures(name());
        if (!run.isQuick()) {
            run.step("warming up");
            new AnalysisRun(run.stack(), site, AnalysisPart.ALL, BenchStateBackend.HASHMAP).measure(false);
        }
        // With small sizes not those that need others: all parts together have them, too.
        Set<AnalysisPart> alone = run.sized(
                EnumSet.of(AnalysisPart.COVERAGE, AnalysisPart.WEATHER, AnalysisPart.SLOWDOWN),
                EnumSet.allOf(AnalysisPart.class));
        for (AnalysisPart part : alone) {
            String what = part.name().toLowerCase(Locale.ROOT);
            // Contention takes in all that the others say: alone, it is all of them but for the writing.
            measure(run, site, what, Set.of(part), figures);
        }
        measure(run, site, "all parts", AnalysisPart.ALL, figures);
        return figures.build();
    }

    private static void measure(
            BenchRun run, PrefilledSite site, String what, Set<AnalysisPart> parts, BenchResult.Builder figures)
            throws InterruptedException {
        List<Topic<?>> topics = topics(parts);
        run.step(what + ": ceiling");
        double ceiling = new TopicReadCeiling(run, site.kafka(), topics)
                .samplesPerSecond(Runtime.getRuntime().availableProcessors());
        figures.add(what + ", ceiling", ceiling, "samples/s");
        boolean onHeapOnly = run.isQuick() && parts.size() == 1;
        for (BenchStateBackend backend :
                onHeapOnly ? List.of(BenchStateBackend.HASHMAP) : List.of(BenchStateBackend.values())) {
            run.step(what + ": " + backend.flinkName());
            AnalysisRun.Outcome outcome = new AnalysisRun(run.stack(), site, parts, backend).measure(false);
            double rate = site.samples(topics) / outcome.seconds();
            figures.add(what + ", " + backend.flinkName(), rate, "samples/s")
                    .ratio(what + ", " + backend.flinkName() + " / ceiling", rate / ceiling);
        }
    }

    /** What a part reads that has records at all. */
    private static List<Topic<?>> topics(Set<AnalysisPart> parts) {
        if (parts.contains(AnalysisPart.CONTENTION)) {
            return AnalysisInputs.TOPICS;
        }
        Set<Topic<?>> topics = new HashSet<>();
        for (AnalysisPart part : parts) {
            topics.addAll(
                    switch (part) {
                        case WEATHER -> List.of(Topic.SERVER_POLLS);
                        case SLOWDOWN -> List.of(Topic.PROBE_TIMINGS);
                        default ->
                            List.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES, Topic.JOB_SUMMARIES, Topic.JOB_EVENTS);
                    });
        }
        return List.copyOf(topics);
    }
}
