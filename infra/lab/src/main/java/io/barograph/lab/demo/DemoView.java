package io.barograph.lab.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Shows the journal: on a terminal as a screen that is drawn anew, elsewhere line by line. */
final class DemoView {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int SHOWN = 24;

    private final PrintWriter out;
    private final boolean terminal;
    private final List<String> whereToLook;
    private int printed;

    DemoView(PrintWriter out, boolean terminal, List<String> whereToLook) {
        this.out = out;
        this.terminal = terminal;
        this.whereToLook = whereToLook;
        if (!terminal) {
            whereToLook.forEach(out::println);
            out.println();
            out.flush();
        }
    }

    void show(DemoJournal journal, CoverageScoreboard scoreboard) {
        List<String> lines = journal.lines();
        if (terminal) {
            screen(journal, lines, scoreboard);
        } else {
            lines.subList(printed, lines.size()).forEach(out::println);
            printed = lines.size();
        }
        out.flush();
    }

    private void screen(DemoJournal journal, List<String> lines, CoverageScoreboard scoreboard) {
        out.print(CLEAR);
        out.println("Barograph demo: a simulated site; Ctrl-C ends it");
        out.println();
        whereToLook.forEach(out::println);
        out.printf(Locale.ROOT, "%n%-16s %12s %12s%n", "file system", "read MB/s", "write MB/s");
        journal.rates()
                .forEach((fileSystem, rates) -> out.printf(
                        Locale.ROOT,
                        "%-16s %12.1f %12.1f%n",
                        fileSystem,
                        DemoJournal.perSecond(rates, "readBytes") / 1e6,
                        DemoJournal.perSecond(rates, "writeBytes") / 1e6));
        out.printf(
                Locale.ROOT,
                "%n%d runs finished, %d decided%n%n",
                scoreboard.finished(),
                scoreboard.entries().size());
        lines.subList(Math.max(0, lines.size() - SHOWN), lines.size()).forEach(out::println);
    }
}
