package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.schemas.Topic;
import java.util.List;

/** How fast the records of a site can be read and decoded at best: the measure of all that a job does with them. */
final class CeilingBench {
    private CeilingBench() {}

    static void run(BenchRun run, BenchResult figures) throws InterruptedException {
        PrefilledSite site = run.site();
        int processors = Runtime.getRuntime().availableProcessors();
        run.step("reading server samples");
        TopicReadCeiling samples = new TopicReadCeiling(run, site.kafka(), List.of(Topic.SERVER_POLLS));
        double samplesOfOne = samples.samplesPerSecond(1);
        double samplesOfAll = samples.samplesPerSecond(processors);
        run.step("reading all inputs");
        TopicReadCeiling inputs = new TopicReadCeiling(run, site.kafka(), AnalysisInputs.TOPICS);
        double inputsOfOne = inputs.samplesPerSecond(1);
        double inputsOfAll = inputs.samplesPerSecond(processors);
        String all = ", " + processors + " threads";
        figures.add("server samples, one thread", samplesOfOne, "samples/s")
                .add("server samples" + all, samplesOfAll, "samples/s")
                .ratio("server samples" + all + " / one", samplesOfAll / samplesOfOne)
                .add("all inputs, one thread", inputsOfOne, "samples/s")
                .add("all inputs" + all, inputsOfAll, "samples/s")
                .ratio("all inputs" + all + " / one", inputsOfAll / inputsOfOne);
    }
}
