package io.barograph.sources.canary;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.TimedCommand;
import io.barograph.runtime.UnreadableSourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Publishes past results in its first poll, then runs benchmarks when they are due, one at a time, so that none disturbs
 * another: one that becomes due during a run follows it. Runs missed while the collector was down are not made up for.
 */
final class CanaryCollector implements SourceCollector {
    private static final int MAX_OUTPUT_BYTES = PastResultPublisher.MAX_FILE;

    private final CanaryOptions options;
    private final CollectorContext context;
    private final PastResultPublisher past;
    private final Map<String, Instant> due = new LinkedHashMap<>();
    private boolean begun;

    CanaryCollector(CanaryOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.past = new PastResultPublisher(options, context);
        options.benchmarks().values().forEach(this::fileSystem);
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        if (!begun) {
            past.publish(output);
            Instant now = context.clock().instant();
            options.benchmarks().forEach((name, benchmark) -> due.put(name, benchmark.runAfter(now, options.zone())));
            begun = true;
        }
        String next = nextDue();
        if (next != null && !due.get(next).isAfter(context.clock().instant())) {
            CanaryBenchmark benchmark = options.benchmarks().get(next);
            due.put(next, benchmark.runAfter(due.get(next), options.zone()));
            run(next, benchmark, output);
            skipMissed(next, benchmark);
        }
        return !due.isEmpty();
    }

    private String nextDue() {
        return due.entrySet().stream()
                .min(Map.Entry.<String, Instant>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** A run that took longer than the time between two runs has missed some. */
    private void skipMissed(String name, CanaryBenchmark benchmark) {
        Instant now = context.clock().instant();
        if (due.get(name).isBefore(now.minus(benchmark.every()))) {
            Instant next = benchmark.runAfter(now, options.zone());
            context.notes()
                    .accept(name + ": runs between " + due.get(name) + " and " + next
                            + " were missed, because a run took longer than the time between two");
            due.put(name, next);
        }
    }

    private void run(String name, CanaryBenchmark benchmark, RecordPublisher output) throws InterruptedException {
        context.notes()
                .accept(name + ": begins, ended after " + benchmark.timeLimit().toSeconds() + " s at the latest");
        String source = String.join(" ", benchmark.command());
        Instant start = context.clock().instant();
        String failure = null;
        String text = "";
        try {
            Object before = benchmark.result() == null ? null : state(benchmark.result());
            TimedCommand.Outcome outcome =
                    TimedCommand.run(benchmark.command(), benchmark.timeLimit(), MAX_OUTPUT_BYTES);
            failure = outcome.succeeded() ? null : outcome.failure(benchmark.timeLimit());
            text = benchmark.result() == null ? outcome.output() : newResult(benchmark.result(), before);
        } catch (IOException e) {
            failure = failure == null ? e.getMessage() : failure + "; " + e.getMessage();
        }
        ResultReader.Run run = new ResultReader.Run(start, context.clock().instant());
        BenchmarkRunPublisher records = new BenchmarkRunPublisher(
                name, benchmark.program(), fileSystem(benchmark), source, context, run.end(), output);
        ResultReader.of(benchmark.program(), text).read(text, run, options.zone(), records);
        if (failure == null && records.published() == 0) {
            failure = "the command ended well, but its output holds no result of " + benchmark.program();
        }
        if (failure != null) {
            records.failed(run, failure);
        }
        output.flush();
        context.notes()
                .accept(name + ": " + (failure == null ? records.published() + " phases" : "failed: " + failure));
    }

    private String fileSystem(CanaryBenchmark benchmark) {
        return FileSystemNameResolver.configured(context.catalogue(), benchmark.fileSystem());
    }

    private static Object state(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file) + "/" + Files.size(file) : null;
    }

    /** A file that the run has not changed is that of an earlier run. */
    private static String newResult(Path file, Object before) throws IOException {
        Object after = state(file);
        if (after == null || after.equals(before)) {
            throw new IOException("the run has not written " + file);
        }
        return PastResultPublisher.text(file);
    }

    @Override
    public String check() {
        String found = past.check();
        for (Map.Entry<String, CanaryBenchmark> entry : new TreeMap<>(options.benchmarks()).entrySet()) {
            CanaryBenchmark benchmark = entry.getValue();
            String program = benchmark.command().get(0);
            if (!onPath(program)) {
                throw new UnreadableSourceException(
                        entry.getKey(), "there is no program " + program, "install it, or give its path");
            }
            Instant next = benchmark.runAfter(context.clock().instant(), options.zone());
            found += (found.isEmpty() ? "" : "; ") + entry.getKey() + " next at " + next;
        }
        return found;
    }

    private static boolean onPath(String program) {
        if (program.contains("/")) {
            return Files.isExecutable(Path.of(program));
        }
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(":"))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, program)));
    }

    /** A benchmark that runs is ended by the interrupt of its poll. */
    @Override
    public void close() {}
}
