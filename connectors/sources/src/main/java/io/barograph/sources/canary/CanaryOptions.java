package io.barograph.sources.canary;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/** Options of the canary: benchmarks to run, results of past runs to read, or both. */
public record CanaryOptions(
        @Setting("Benchmarks to run, by the name that the site knows each by") Map<String, CanaryBenchmark> benchmarks,
        @Setting("Result files of past runs, or folders of such files") List<Path> results,
        @Setting("Whose results they are: ior, mdtest or io500") BenchmarkProgram program,
        @Setting("Name by which the site knows the benchmark of the results; without it the program's name")
                String benchmark,
        @Setting("Name of the file system that the results are of") String fileSystem,
        @Setting(value = "Time zone of the schedule and of the times in results", defaultValue = "UTC") ZoneId zone) {
    public CanaryOptions {
        benchmarks = benchmarks == null ? Map.of() : Map.copyOf(benchmarks);
        results = results == null ? List.of() : List.copyOf(results);
        if (benchmarks.isEmpty() && results.isEmpty()) {
            throw new IllegalArgumentException("benchmarks: configure a benchmark to run, or give results to read");
        }
        if (!results.isEmpty() && program == null) {
            throw new IllegalArgumentException("program: say whose results they are: ior, mdtest or io500");
        }
        if (!results.isEmpty() && fileSystem == null) {
            throw new IllegalArgumentException("fileSystem: say which file system the results are of");
        }
    }
}
