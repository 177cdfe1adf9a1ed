package io.barograph.lab.evaluate;

import io.barograph.verdicts.why.SlownessCause;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** How many answers to why were right, wrong, or unknown where something had happened. */
final class WhyScore {
    private final List<WhyAnswers.Given> answers = new ArrayList<>();

    void add(List<WhyAnswers.Given> more) {
        answers.addAll(more);
    }

    void print(PrintWriter out) {
        out.println();
        out.printf(
                "%-18s%10s%10s%10s%10s%12s%10s%10s%10s%n",
                "why", "instants", "right", "unknown", "share", "runs", "right", "unknown", "share");
        Stream.concat(Arrays.stream(FaultClass.values()).map(Optional::of), Stream.of(Optional.<FaultClass>empty()))
                .forEach(fault -> line(fault.map(FaultClass::title).orElse("pause"), of(fault), out));
        line("all", answers, out);
    }

    private List<WhyAnswers.Given> of(Optional<FaultClass> fault) {
        return answers.stream().filter(answer -> answer.fault().equals(fault)).toList();
    }

    private static void line(String title, List<WhyAnswers.Given> of, PrintWriter out) {
        StringBuilder line = new StringBuilder(String.format("%-18s", title));
        for (boolean ofRuns : new boolean[] {false, true}) {
            List<WhyAnswers.Given> part =
                    of.stream().filter(answer -> answer.ofRun() == ofRuns).toList();
            long unknown = part.stream()
                    .filter(answer -> answer.given() == SlownessCause.UNKNOWN && !answer.isRight())
                    .count();
            double share = share(part);
            line.append(String.format(
                    Locale.ROOT,
                    ofRuns ? "%12d%10d%10d%10s" : "%10d%10d%10d%10s",
                    part.size(),
                    part.stream().filter(WhyAnswers.Given::isRight).count(),
                    unknown,
                    Double.isNaN(share) ? "-" : String.format(Locale.ROOT, "%.3f", share)));
        }
        out.println(line);
    }

    private static double share(List<WhyAnswers.Given> answers) {
        return (double) answers.stream().filter(WhyAnswers.Given::isRight).count() / answers.size();
    }
}
