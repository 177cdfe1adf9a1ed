package io.barograph.lab.evaluate;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints a score. */
record ContentionTable(ContentionScore score, PrintWriter out) {
    void print() {
        out.println();
        line("", "", "", "", "", "", "suspect", "lost", "of them", "", "estimate", "opening", "delay s");
        line(
                "fault",
                "faults",
                "found",
                "recall",
                "events",
                "precision",
                "first",
                "node-h",
                "with log",
                "estimate",
                "/ lost",
                "median",
                "p95");
        for (FaultClass each : FaultClass.values()) {
            if (each.isContention()) {
                score(each);
            }
        }
        score("all contention", score.contention());
        score(FaultClass.DEGRADED_DATA);
        score(FaultClass.DEGRADED_METADATA);
        score(FaultClass.CAPACITY);
        score(FaultClass.UNEXPLAINED);
        score("all", score.all());
        out.println();
        for (FaultClass each : FaultClass.values()) {
            besides(each);
        }
        alarms();
    }

    private void score(FaultClass faultClass) {
        score(faultClass.title(), score.of(faultClass));
    }

    private void score(String title, ClassScore of) {
        line(
                title,
                Integer.toString(of.faults()),
                Integer.toString(of.found()),
                number("%.3f", of.recall()),
                Integer.toString(of.reports()),
                number("%.3f", of.precision()),
                number("%.3f", of.culpritFirst()),
                number("%.1f", of.lostNodeHours()),
                number("%.1f", of.loggedNodeHours()),
                number("%.1f", of.estimatedNodeHours()),
                number("%.3f", of.estimatedNodeHours() / of.lostNodeHours()),
                number("%.0f", of.delays().median()),
                number("%.0f", of.delays().quantile(0.95)));
    }

    private void besides(FaultClass faultClass) {
        Map<FaultClass, Integer> others = score.besides(faultClass);
        if (!others.isEmpty()) {
            out.println("Beside " + faultClass.title() + " also reported: "
                    + others.entrySet().stream()
                            .map(entry ->
                                    entry.getValue() + " " + entry.getKey().title())
                            .collect(Collectors.joining(", ")));
        }
    }

    private void alarms() {
        ClassScore degraded = score.of(FaultClass.DEGRADED_DATA).plus(score.of(FaultClass.DEGRADED_METADATA));
        out.printf(
                Locale.ROOT,
                "Degradations: %d of %d reported as degraded, %d events of contention meanwhile%n",
                degraded.found(),
                degraded.faults(),
                score.contentionBesides(FaultClass.DEGRADED_DATA)
                        + score.contentionBesides(FaultClass.DEGRADED_METADATA));
        falseAlarms("Slow probing host", FaultClass.SLOW_HOST);
        falseAlarms("Load without harm", FaultClass.BURST);
        out.printf(
                Locale.ROOT,
                "Load that did harm together with that of others: %d of %d reported%n",
                score.reportedBursts(),
                score.harmfulBursts());
        out.printf(
                Locale.ROOT,
                "Quiet: %d events of contention, %d others, in %d sites and %.1f h%n",
                score.quietContention(),
                score.quietOther(),
                score.quietTrials(),
                score.quiet().toMillis() / (double) Duration.ofHours(1).toMillis());
    }

    private void falseAlarms(String what, FaultClass harmless) {
        int alarms = score.besides(harmless).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
        out.printf(
                Locale.ROOT,
                "%s: %d false alarms in %d times%n",
                what,
                alarms,
                score.of(harmless).faults());
    }

    private void line(String... cells) {
        StringBuilder line = new StringBuilder(String.format("%-18s", cells[0]));
        for (int i = 1; i < cells.length; i++) {
            line.append(String.format("%10s", cells[i]));
        }
        out.println(line);
    }

    private static String number(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
    }
}
