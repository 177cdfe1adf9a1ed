package io.barograph.lab.bench;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.schemas.Topic;
import java.util.List;

/** How fast the records of a site can be read and decoded at best: the measure of all that a job does with them. */
final class CeilingBench extends BenchPart {
    CeilingBench() {
        super("ceiling", Servers.KAFKA_AND_FLINK);
    }

    @Override
    BenchResult run(BenchRun run) throws InterruptedException {
        PrefilledSite site = run.site();
        int processors = Runtime.getRuntime().availableProcessors();
        run.step("reading server samples");
        TopicReadCeiling samples = new TopicReadCeiling(run, site.kafka(), List.of(Topic.SERVER_SAMPLES));
        double samplesOfOne = samples.recordsPerSecond(1);
        double samplesOfAll = samples.recordsPerSecond(processors);
        run.step("reading all inputs");
        TopicReadCeiling inputs = new TopicReadCeiling(run, site.kafka(), AnalysisInputs.TOPICS);
        double inputsOfOne = inputs.recordsPerSecond(1);
        double inputsOfAll = inputs.recordsPerSecond(processors);
        String all = ", " + processors + " threads";
        return run.figures(name())
                .add("server samples, one thread", samplesOfOne, "records/s")
                .add("server samples" + all, samplesOfAll, "records/s")
                .ratio("server samples" + all + " / one", samplesOfAll / samplesOfOne)
                .add("all inputs, one thread", inputsOfOne, "records/s")
                .add("all inputs" + all, inputsOfAll, "records/s")
                .ratio("all inputs" + all + " / one", inputsOfAll / inputsOfOne)
                .build();
    }
}
