package io.barograph.local.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the benchmarks. */
@Command(
        name = "bench",
        description = "Measures how fast Barograph is on this machine, which should have nothing else to do meanwhile.",
        footer = {"  ./barograph bench --quick", "  ./barograph bench --only replay"})
public final class BenchCommand implements Callable<Integer> {
    @Option(names = "--only", paramLabel = "PART", description = "Only this benchmark: replay.")
    private String only;

    @Option(names = "--quick", description = "Small sizes: minutes in place of an hour.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        List<BenchPart> parts = List.of(new ReplayBench(out));
        List<BenchPart> chosen = parts.stream()
                .filter(part -> only == null || part.name().equals(only))
                .toList();
        if (chosen.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no benchmark " + only + "; there are "
                            + parts.stream().map(BenchPart::name).toList());
        }
        for (BenchPart part : chosen) {
            BenchResult result = part.run(quick ? BenchScale.QUICK : BenchScale.FULL);
            for (BenchResult.Figure figure : result.figures()) {
                out.printf(
                        Locale.ROOT,
                        "%-10s %-44s %,14.1f %s%n",
                        result.part(),
                        figure.what(),
                        figure.value(),
                        figure.unit());
            }
            out.flush();
        }
        return 0;
    }
}
