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
        out.print(String.format("%-18s", "why"));
        for (String subject : List.of("instants", "runs", "verdicts")) {
            out.print(String.format("%10s%8s%8s%8s", subject, "right", "unknown", "share"));
        }
        out.println();
        Stream.concat(Arrays.stream(FaultClass.values()).map(Optional::of), Stream.of(Optional.<FaultClass>empty()))
                .forEach(fault -> line(fault.map(FaultClass::title).orElse("pause"), of(fault), out));
        line("all", answers, out);
    }

    private List<WhyAnswers.Given> of(Optional<FaultClass> fault) {
        return answers.stream().filter(answer -> answer.fault().equals(fault)).toList();
    }

    private static void line(String title, List<WhyAnswers.Given> of, PrintWriter out) {
        StringBuilder line = new StringBuilder(String.format("%-18s", title));
        for (WhyAnswers.Subject subject : WhyAnswers.Subject.values()) {
            List<WhyAnswers.Given> part =
                    of.stream().filter(answer -> answer.subject() == subject).toList();
            long unknown = part.stream()
                    .filter(answer -> answer.given() == SlownessCause.UNKNOWN && !answer.isRight())
                    .count();
            double share = share(part);
            line.append(String.format(
                    Locale.ROOT,
                    "%10d%8d%8d%8s",
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
