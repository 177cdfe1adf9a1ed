package io.barograph.lab.bench;

import io.barograph.lab.bench.micro.AnalyticsMicro;
import io.barograph.lab.bench.micro.DarshanMicro;
import io.barograph.lab.bench.micro.ServerPollMicro;
import io.barograph.sources.darshan.log.DarshanLibrary;
import io.barograph.sources.darshan.record.DarshanLibraryException;
import io.barograph.stack.CommandFailedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Single calls of parsers and analytics, in processes of their own: each also as a multiple of decoding one sample. */
final class MicroBench {
    /** The unit of the others; measured first. */
    private static final String DECODE = "decode a poll of 248 servers";

    private MicroBench() {}

    static void run(BenchRun run, BenchResult figures) {
        Map<String, String> calls = new LinkedHashMap<>();
        calls.put(DECODE, ServerPollMicro.class.getName() + ".decode");
        calls.put("encode a poll of 248 servers", ServerPollMicro.class.getName() + ".encode");
        Optional<Path> log = darshanLog();
        if (log.isPresent()) {
            calls.put("parse a Darshan log", DarshanMicro.class.getName() + ".parse");
        } else {
            run.step("without Darshan: the Python package darshan, which has library and log, is not there");
        }
        calls.put("coverage factor of 30 min, one server", AnalyticsMicro.class.getName() + ".coverageFactor");
        calls.put("judge a metric in a climate of 100 runs", AnalyticsMicro.class.getName() + ".judgeInClimate");
        calls.put("add a timing to its minute", AnalyticsMicro.class.getName() + ".addTiming");
        calls.put("add a value to a sketch", AnalyticsMicro.class.getName() + ".addToSketch");
        double decode = 0;
        for (Map.Entry<String, String> call : calls.entrySet()) {
            run.step(call.getKey());
            double micros = micros(run, call.getValue(), log);
            figures.add(call.getKey(), micros, "us");
            if (call.getKey().equals(DECODE)) {
                decode = micros;
            } else {
                figures.ratio(call.getKey() + " / " + DECODE, micros / decode);
            }
        }
    }

    /** An example log of the Python package that the library is of. */
    private static Optional<Path> darshanLog() {
        try {
            Path examples = DarshanLibrary.find()
                    .path()
                    .toAbsolutePath()
                    .getParent()
                    .resolveSibling(Path.of("darshan", "examples", "example_logs", "ior_hdf5_example.darshan"));
            return Optional.of(examples).filter(Files::isRegularFile);
        } catch (DarshanLibraryException e) {
            return Optional.empty();
        }
    }

    private static double micros(BenchRun run, String method, Optional<Path> log) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(method) + "$")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(run.sized(1, 3))
                .warmupIterations(run.sized(1, 3))
                .warmupTime(TimeValue.milliseconds(run.sized(100, 1_000)))
                .measurementIterations(run.sized(1, 5))
                .measurementTime(TimeValue.milliseconds(run.sized(200, 1_000)))
                .shouldFailOnError(true)
                .jvmArgsAppend(
                        "-D" + DarshanMicro.LOG + "=" + log.map(Path::toString).orElse(""))
                .verbosity(VerboseMode.SILENT);
        System.setProperty("jmh.ignoreLock", "true"); // another user of this machine may measure, too
        try {
            RunResult result = new Runner(options.build()).runSingle();
            return result.getPrimaryResult().getScore() / 1e3;
        } catch (RunnerException e) {
            throw new CommandFailedException("measuring " + method + ": " + e.getMessage(), "The log says more.", e);
        }
    }
}
