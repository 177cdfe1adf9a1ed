package io.barograph.pictures;

import static j2html.TagCreator.each;
import static j2html.TagCreator.p;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.VolumeOfPeriod;
import j2html.tags.DomContent;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What is known of a site over all its runs, as one HTML page. */
public final class SiteReport {
    private static final int MAX_BOXES = 60;
    private static final int MIN_RUNS = 5;
    private static final int MAX_APPLICATIONS = 20;
    private static final int MAX_REPORTED = 300;
    private static final Duration MAX_BY_MINUTE = Duration.ofDays(2);

    private final Map<String, ReportRun> runs = new HashMap<>();
    private final Map<String, NavigableMap<Instant, ReportedPicture.Rate>> minutes = new TreeMap<>();
    private final Map<String, NavigableMap<Instant, ReportedPicture.Rate>> hours = new TreeMap<>();
    private final Map<Period, ServerRates> volumes = new TreeMap<>();

    private record Period(String fileSystem, YearMonth month) implements Comparable<Period> {
        static Period of(String fileSystem, Instant time) {
            return new Period(fileSystem, YearMonth.from(time.atOffset(ZoneOffset.UTC)));
        }

        @Override
        public int compareTo(Period other) {
            return Comparator.comparing(Period::fileSystem)
                    .thenComparing(Period::month)
                    .compare(this, other);
        }
    }

    public void add(JobWeather weather) {
        if (ReportRun.hasLog(weather)) {
            ReportRun run = ReportRun.of(weather);
            runs.merge(run.key(), run, ReportRun::newer);
        }
    }

    /** @param rates weather of a file system in a span */
    public void add(ServerRates rates) {
        if (rates.getDirection() != TrafficDirection.TOTAL) {
            return;
        }
        if (rates.getSpan() == Span.MINUTE && rates.getData() != null) {
            moved(minutes, rates, RatesPicture.rate(rates, "readBytes") + RatesPicture.rate(rates, "writeBytes"));
        } else if (rates.getSpan() == Span.HOUR && rates.getVolume() != null) {
            double seconds = Duration.between(rates.getFrom(), rates.getTo()).toMillis() / 1e3;
            VolumeOfPeriod volume = rates.getVolume();
            moved(hours, rates, ((double) volume.getReadBytes() + volume.getWriteBytes()) / seconds);
        } else if (rates.getSpan() == Span.MONTH && rates.getVolume() != null) {
            volumes.merge(
                    Period.of(rates.getFileSystem(), rates.getFrom()),
                    rates,
                    (a, b) -> a.getRevision() > b.getRevision() ? a : b);
        }
    }

    private static void moved(
            Map<String, NavigableMap<Instant, ReportedPicture.Rate>> spans, ServerRates rates, double bytesPerSecond) {
        if (Double.isFinite(bytesPerSecond)) {
            spans.computeIfAbsent(rates.getFileSystem(), any -> new TreeMap<>())
                    .merge(
                            rates.getFrom(),
                            new ReportedPicture.Rate(rates.getRevision(), rates.getTo(), bytesPerSecond),
                            (a, b) -> a.revision() > b.revision() ? a : b);
        }
    }

    /** @return true if nothing is known */
    public boolean isEmpty() {
        return runs.isEmpty() && minutes.isEmpty() && volumes.isEmpty();
    }

    /** @return an HTML document in UTF-8 */
    public String page() {
        return ReportHtml.page(
                "Site",
                List.of(
                        p(String.format(
                                Locale.ROOT,
                                "%,d runs with a Darshan log, of %,d jobs, on %,d file systems.",
                                runs.size(),
                                runs.values().stream()
                                        .map(ReportRun::job)
                                        .distinct()
                                        .count(),
                                runs.values().stream()
                                        .map(ReportRun::fileSystem)
                                        .distinct()
                                        .count())),
                        ReportHtml.titled("Fraction of peak", fractions()),
                        ReportHtml.titled("Applications by node-hours", applications()),
                        ReportHtml.titled("What runs reported and what servers saw", reported()),
                        ReportHtml.titled("Volumes", volumes())));
    }

    private DomContent fractions() {
        Map<String, List<ReportRun>> motifs = runs.values().stream()
                .filter(ReportRun::isJudged)
                .collect(Collectors.groupingBy(ReportRun::motif, TreeMap::new, Collectors.toList()));
        List<List<ReportRun>> enough = motifs.values().stream()
                .filter(motif -> motif.size() >= MIN_RUNS)
                .toList();
        if (enough.isEmpty()) {
            return ReportHtml.missing("No motif has " + MIN_RUNS + " runs that are large enough to judge.");
        }
        List<BoxesPicture.Group> groups = enough.stream()
                .sorted(Comparator.comparingInt((List<ReportRun> motif) -> -motif.size()))
                .limit(MAX_BOXES)
                .sorted(Comparator.comparing(
                                (List<ReportRun> motif) -> motif.get(0).fileSystem())
                        .thenComparing(motif -> motif.get(0).motif()))
                .map(SiteReport::fraction)
                .toList();
        int shown = groups.stream().mapToInt(group -> group.values().size()).sum();
        return ReportHtml.drawing(
                new BoxesPicture("Fraction of peak by file system and motif", "fraction", groups, false),
                "fractions",
                "Performance / the best of the same motif (file system, application, direction, layout, partition,"
                        + " processes) among the runs held, 0 to 1 (UMAMI, figure 1). Boxes from 25 to 75 %, whiskers at 5"
                        + " and 95 %, number of runs in brackets; " + shown + " runs of " + groups.size()
                        + " motifs with at least " + MIN_RUNS + " runs"
                        + (enough.size() > groups.size() ? ", those with most of " + enough.size() : "") + ".");
    }

    private static BoxesPicture.Group fraction(List<ReportRun> motif) {
        double best = motif.stream().mapToDouble(ReportRun::performance).max().orElse(Double.NaN);
        return new BoxesPicture.Group(
                motif.get(0).motif(),
                motif.stream().map(run -> run.performance() / best).toList());
    }

    private DomContent applications() {
        List<ReportRun> known = runs.values().stream()
                .filter(run -> Double.isFinite(run.nodes()))
                .toList();
        if (known.isEmpty()) {
            return ReportHtml.missing("Of none of the " + runs.size() + " runs is the number of nodes known.");
        }
        Map<String, List<ReportRun>> byApplication = known.stream()
                .collect(Collectors.groupingBy(ReportRun::application, TreeMap::new, Collectors.toList()));
        double all = nodeHours(known);
        List<Map.Entry<String, List<ReportRun>>> top = byApplication.entrySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Map.Entry<String, List<ReportRun>> entry) -> -nodeHours(entry.getValue())))
                .limit(MAX_APPLICATIONS)
                .toList();
        return each(
                new HtmlTable<>(top)
                        .text("Application", Map.Entry::getKey)
                        .text("Node-hours", entry -> String.format(Locale.ROOT, "%,.1f", nodeHours(entry.getValue())))
                        .text(
                                "Share",
                                entry -> all > 0
                                        ? String.format(Locale.ROOT, "%.1f %%", 100 * nodeHours(entry.getValue()) / all)
                                        : "-")
                        .text("Runs", entry -> counted(entry.getValue().size()))
                        .text("Read", entry -> bytes(entry.getValue(), ReportRun::readBytes))
                        .text("Written", entry -> bytes(entry.getValue(), ReportRun::writeBytes))
                        .attribute("data-application", Map.Entry::getKey)
                        .attribute("data-node-hours", entry -> Double.toString(nodeHours(entry.getValue())))
                        .styled("applications"),
                p("Nodes x run time of " + known.size() + " runs of " + byApplication.size() + " applications"
                        + (top.size() < byApplication.size() ? ", the first " + top.size() : "")
                        + "; a run counts once, also if it used several file systems. Of "
                        + (runs.size() - known.size()) + " runs the number of nodes is not known."));
    }

    /** A run on several file systems ran once. */
    private static double nodeHours(List<ReportRun> runs) {
        Map<String, Double> once = new HashMap<>();
        runs.forEach(run -> once.merge(
                run.key().substring(0, run.key().length() - run.fileSystem().length()), run.nodeHours(), Math::max));
        return once.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static String counted(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String bytes(List<ReportRun> runs, ToDoubleFunction<ReportRun> quantity) {
        return bytes(runs.stream().mapToDouble(quantity).sum());
    }

    private static String bytes(double bytes) {
        return UnitScale.of("B", bytes).words(bytes);
    }

    private DomContent reported() {
        if (minutes.isEmpty() && hours.isEmpty()) {
            return ReportHtml.missing("The results hold no rates of the servers; tables of past runs have none.");
        }
        List<DomContent> drawings = new ArrayList<>();
        TreeMap<String, NavigableMap<Instant, ReportedPicture.Rate>> spans = new TreeMap<>(hours);
        spans.putAll(minutes);
        spans.forEach((fileSystem, byMinute) -> {
            Duration length = Duration.between(byMinute.firstKey(), byMinute.lastKey());
            boolean byHour = length.compareTo(MAX_BY_MINUTE) > 0 && hours.containsKey(fileSystem);
            drawings.add(reported(fileSystem, byHour ? hours.get(fileSystem) : byMinute, drawings.size()));
        });
        return each(drawings, drawing -> drawing);
    }

    private DomContent reported(String fileSystem, NavigableMap<Instant, ReportedPicture.Rate> spans, int number) {
        Instant from = spans.firstKey();
        Instant to = spans.lastEntry().getValue().to();
        List<ReportRun> within = runs.values().stream()
                .filter(run -> run.isJudged()
                        && run.fileSystem().equals(fileSystem)
                        && run.start().isBefore(to)
                        && run.end().isAfter(from))
                .sorted(Comparator.comparingDouble(ReportRun::bytes).reversed().thenComparing(ReportRun::key))
                .toList();
        List<ReportedPicture.Reported> shown = within.stream()
                .limit(MAX_REPORTED)
                .map(run -> new ReportedPicture.Reported(run.job(), run.start(), run.end(), run.performance()))
                .toList();
        Duration span = Duration.between(from, spans.firstEntry().getValue().to());
        return ReportHtml.drawing(
                new ReportedPicture("Reported rates and server rates of " + fileSystem, spans, shown),
                "reported" + number,
                fileSystem + ": bytes per second that all data servers read and wrote, by "
                        + (span.compareTo(Duration.ofMinutes(1)) > 0 ? "hour" : "minute")
                        + ", " + from.truncatedTo(ChronoUnit.SECONDS) + " to " + to.truncatedTo(ChronoUnit.SECONDS)
                        + "; over it what runs reported, bytes / I/O time of the slowest rank, from start to end (CUG"
                        + " 2010, figure 4). " + shown.size() + " runs"
                        + (within.size() > shown.size() ? ", those with most bytes of " + within.size() : "")
                        + ". A bar above the line is faster than the servers: caches, or I/O in a small part of the"
                        + " run's time.");
    }

    private DomContent volumes() {
        Map<Period, List<ReportRun>> byPeriod = runs.values().stream()
                .collect(Collectors.groupingBy(
                        run -> Period.of(run.fileSystem(), run.end()), TreeMap::new, Collectors.toList()));
        TreeMap<Period, List<ReportRun>> all = new TreeMap<>(byPeriod);
        volumes.keySet().forEach(period -> all.putIfAbsent(period, List.of()));
        if (all.isEmpty()) {
            return ReportHtml.missing("The results hold neither volumes nor runs.");
        }
        return each(
                new HtmlTable<>(List.copyOf(all.entrySet()))
                        .text("File system", entry -> entry.getKey().fileSystem())
                        .text("Month", entry -> entry.getKey().month().toString())
                        .text("Servers read", entry -> ofServers(entry.getKey(), VolumeOfPeriod::getReadBytes))
                        .text("Servers wrote", entry -> ofServers(entry.getKey(), VolumeOfPeriod::getWriteBytes))
                        .text(
                                "Jobs",
                                entry -> counted(entry.getValue().stream()
                                        .map(ReportRun::job)
                                        .distinct()
                                        .count()))
                        .text("Runs", entry -> counted(entry.getValue().size()))
                        .text("Runs read", entry -> bytes(entry.getValue(), ReportRun::readBytes))
                        .text("Runs wrote", entry -> bytes(entry.getValue(), ReportRun::writeBytes))
                        .attribute("data-file-system", entry -> entry.getKey().fileSystem())
                        .attribute("data-month", entry -> entry.getKey().month().toString())
                        .attribute(
                                "data-runs",
                                entry -> Integer.toString(entry.getValue().size()))
                        .styled("volumes"),
                p("Bytes that the data servers moved and bytes that runs with a Darshan log moved, by month, UTC (CUG"
                        + " 2010, table 1); " + runs.size() + " runs, by their ends."
                        + (volumes.isEmpty()
                                ? " The results hold no volumes of the servers."
                                : " - where no volume of the servers is held.")));
    }

    private String ofServers(Period period, ToDoubleFunction<VolumeOfPeriod> quantity) {
        ServerRates servers = volumes.get(period);
        return servers == null ? "-" : bytes(quantity.applyAsDouble(servers.getVolume()));
    }
}
