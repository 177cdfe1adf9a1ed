package io.barograph.lab.demo;

import io.barograph.schemas.JobWeather;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows rates and coverage factors: on a terminal as a screen that is drawn anew, elsewhere line by line. */
final class DemoView {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int SHOWN = 14;
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String JOB_HEADING = String.format(
            Locale.ROOT,
            "%-8s  %-8s %-16s %-13s %9s %8s %8s %8s  %s",
            "ended",
            "job",
            "executable",
            "file system",
            "GB",
            "CF",
            "truth",
            "exact",
            "quality");

    private final PrintWriter out;
    private final boolean terminal;
    private final List<String> whereToLook;
    private int entriesPrinted;
    private long lastRates;

    DemoView(PrintWriter out, boolean terminal, List<String> whereToLook) {
        this.out = out;
        this.terminal = terminal;
        this.whereToLook = whereToLook;
        if (!terminal) {
            whereToLook.forEach(out::println);
            out.println();
            out.println(JOB_HEADING);
            out.flush();
        }
    }

    void show(Map<String, RateMeter.Rate> rates, CoverageScoreboard scoreboard, Duration elapsed) {
        if (terminal) {
            screen(rates, scoreboard, elapsed);
        } else {
            lines(rates, scoreboard);
        }
        out.flush();
    }

    private void screen(Map<String, RateMeter.Rate> rates, CoverageScoreboard scoreboard, Duration elapsed) {
        List<CoverageScoreboard.Entry> entries = scoreboard.entries();
        out.print(CLEAR);
        out.printf(
                Locale.ROOT,
                "Barograph demo: a simulated site, live for %d:%02d; Ctrl-C ends it%n%n",
                elapsed.toMinutes(),
                elapsed.toSecondsPart());
        whereToLook.forEach(out::println);
        out.printf(Locale.ROOT, "%n%-16s %8s %12s %12s%n", "file system", "OSTs", "read MB/s", "write MB/s");
        rates.forEach((fileSystem, rate) -> out.printf(
                Locale.ROOT,
                "%-16s %8d %12.1f %12.1f%n",
                fileSystem,
                rate.servers(),
                rate.readBytesPerSecond() / 1e6,
                rate.writeBytesPerSecond() / 1e6));
        out.printf(
                Locale.ROOT,
                "%n%d runs finished, %d decided (about 50 s after their end)%n%n",
                scoreboard.finished(),
                entries.size());
        out.println(JOB_HEADING);
        entries.subList(Math.max(0, entries.size() - SHOWN), entries.size()).forEach(entry -> out.println(line(entry)));
    }

    private void lines(Map<String, RateMeter.Rate> rates, CoverageScoreboard scoreboard) {
        List<CoverageScoreboard.Entry> entries = scoreboard.entries();
        for (; entriesPrinted < entries.size(); entriesPrinted++) {
            out.println(line(entries.get(entriesPrinted)));
        }
        long newest = rates.values().stream()
                .mapToLong(rate -> rate.time().toEpochMilli())
                .max()
                .orElse(0);
        if (newest > lastRates) {
            lastRates = newest;
            StringBuilder line = new StringBuilder();
            rates.forEach((fileSystem, rate) -> line.append(String.format(
                    Locale.ROOT,
                    "   %s: read %.1f MB/s, write %.1f MB/s",
                    fileSystem,
                    rate.readBytesPerSecond() / 1e6,
                    rate.writeBytesPerSecond() / 1e6)));
            out.println(CLOCK.format(java.time.Instant.ofEpochMilli(newest)) + line);
        }
    }

    private static String line(CoverageScoreboard.Entry entry) {
        JobWeather weather = entry.weather();
        return String.format(
                Locale.ROOT,
                "%-8s  %-8s %-16.16s %-13s %9.2f %8s %8.4f %8.4f  %s",
                CLOCK.format(weather.getEndTime()),
                weather.getJobId(),
                weather.getExecutable().substring(weather.getExecutable().lastIndexOf('/') + 1),
                weather.getFileSystem(),
                (weather.getJobReadBytes() + weather.getJobWriteBytes()) / 1e9,
                weather.getCfBw() == null ? "-" : String.format(Locale.ROOT, "%.4f", weather.getCfBw()),
                entry.truth().wholeIntervalCoverageFactor(),
                entry.truth().exactCoverageFactor(),
                weather.getQuality());
    }
}
