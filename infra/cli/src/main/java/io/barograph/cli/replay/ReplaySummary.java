package io.barograph.cli.replay;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

final class ReplaySummary {
    private static final int SHOWN = 10;

    private ReplaySummary() {}

    static void print(ReplayResult result, PrintWriter out) {
        long history = result.weather().stream()
                .filter(weather -> weather.getCollector() != null)
                .count();
        out.printf(
                Locale.ROOT,
                "%n%,d decisions%s%n",
                result.weather().size() - history,
                history == 0 ? "" : String.format(Locale.ROOT, "; %,d past runs", history));
        Map<Quality, Long> qualities = new TreeMap<>();
        List<JobWeather> known = new ArrayList<>();
        for (JobWeather weather : result.weather()) {
            qualities.merge(weather.getQuality(), 1L, Long::sum);
            if (weather.getCfBw() != null) {
                known.add(weather);
            }
        }
        qualities.forEach((quality, count) -> out.printf(Locale.ROOT, "  %-15s %,8d%n", quality, count));
        if (result.of(Topic.DEAD_LETTERS.name()) > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d inputs were refused; %s.jsonl says which and why%n",
                    result.of(Topic.DEAD_LETTERS.name()),
                    Topic.DEAD_LETTERS.name());
        }
        if (!known.isEmpty()) {
            out.printf(
                    Locale.ROOT,
                    "%n%-12s %-20s %-16s %-12s %8s %8s %8s %8s  %s%n",
                    "job",
                    "start",
                    "executable",
                    "file system",
                    "CF",
                    "CF fs",
                    "read",
                    "write",
                    "quality");
            known.stream().limit(SHOWN).forEach(weather -> out.println(line(weather)));
            if (known.size() > SHOWN) {
                out.printf(Locale.ROOT, "... and %,d more%n", known.size() - SHOWN);
            }
        }
    }

    private static String line(JobWeather weather) {
        String executable = weather.getExecutable();
        return String.format(
                Locale.ROOT,
                "%-12s %-20s %-16.16s %-12s %8s %8s %8s %8s  %s",
                weather.getJobId(),
                weather.getStartTime().truncatedTo(ChronoUnit.SECONDS),
                executable.substring(executable.lastIndexOf('/') + 1),
                weather.getFileSystem(),
                factor(weather.getCfBw()),
                factor(weather.getCfBwFs()),
                factor(weather.getCfRead()),
                factor(weather.getCfWrite()),
                weather.getQuality());
    }

    private static String factor(Double factor) {
        return factor == null ? "-" : String.format(Locale.ROOT, "%.4f", factor);
    }
}
