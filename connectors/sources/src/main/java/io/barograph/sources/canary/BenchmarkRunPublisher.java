package io.barograph.sources.canary;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

final class BenchmarkRunPublisher implements ResultReader.Output {
    private static final String WHOLE_RUN = "run";

    private final String benchmark;
    private final BenchmarkProgram program;
    private final String fileSystem;
    private final String source;
    private final CollectorContext context;
    private final Instant publishedAt;
    private final RecordPublisher output;
    private final DeadLetterCounter refusals;
    private int published;

    BenchmarkRunPublisher(
            String benchmark,
            BenchmarkProgram program,
            String fileSystem,
            String source,
            CollectorContext context,
            Instant publishedAt,
            RecordPublisher output) {
        this.benchmark = benchmark;
        this.program = program;
        this.fileSystem = fileSystem;
        this.source = source;
        this.context = context;
        this.publishedAt = publishedAt;
        this.output = output;
        this.refusals =
                new DeadLetterCounter(output::refuse, Topic.BENCHMARK_RUNS, "collector canary", () -> publishedAt);
    }

    int published() {
        return published;
    }

    @Override
    public void phase(BenchmarkRun.Builder phase, long line) {
        published++;
        publish(phase, source + ":" + line);
    }

    void failed(ResultReader.Run run, String error) {
        BenchmarkRun.Builder phase = BenchmarkRun.newBuilder()
                .setPhase(WHOLE_RUN)
                .setStartTime(run.start())
                .setEndTime(run.end())
                .setError(error);
        publish(phase, source);
    }

    private void publish(BenchmarkRun.Builder phase, String origin) {
        output.publish(
                Topic.BENCHMARK_RUNS,
                phase.setFileSystem(fileSystem)
                        .setBenchmark(benchmark)
                        .setProgram(program.name().toLowerCase(Locale.ROOT))
                        .setStartTime(phase.getStartTime().truncatedTo(ChronoUnit.MICROS))
                        .setEndTime(phase.getEndTime().truncatedTo(ChronoUnit.MICROS))
                        .setPublishedAt(publishedAt.truncatedTo(ChronoUnit.MILLIS))
                        .setCollector(context.name())
                        .setSource(origin)
                        .build());
    }

    @Override
    public void refused(long line, String text, String reason) {
        refusals.refuse(source + ":" + line, reason, null, text.getBytes(StandardCharsets.UTF_8));
    }
}
