package io.barograph.local.replay;

import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.local.command.CommandFailedException;
import io.barograph.local.command.HomeFolder;
import io.barograph.local.command.InfluxDbOptions;
import io.barograph.local.command.Terminal;
import io.barograph.local.stack.LocalStack;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Replays recorded files. */
@Command(
        name = "replay",
        description = {
            "Runs recorded files through Kafka and the same jobs as live, as fast as they go, and writes each result"
                    + " topic to DIR/<topic>.jsonl and to InfluxDB.",
            "",
            "Two runs over the same files write the same bytes to DIR."
        },
        footer = {
            "  ./barograph replay --lmt snx11025_2018-02-09.hdf5 --tokio-summaries edison.csv.gz \\",
            "      --file-system-map scratch1=snx11025 --export results",
            "  ./barograph replay --lmt lmt.sqlite3 --lmt-time-zone America/Los_Angeles \\",
            "      --darshan darshan-logs/2018/2/9 --file-system-map /scratch1=snx11025 --export results",
            "  ./barograph replay --tokio-weather edison.csv.gz --tokio-weather cori.csv.gz --export climate",
            "  ./barograph replay --lmt a.h5lmt --lmt b.h5lmt --darshan run.darshan --darshan-offset -212915012.61090755 \\",
            "      --file-system-map /=snx11025 --file-system-map /home=snx11025 --export results"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final DateTimeFormatter NAME_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int SHOWN = 10;

    @Option(
            names = "--lmt",
            paramLabel = "FILE",
            description = "Recording of server samples: an LMT database (.sqlite3), TOKIO time series (.hdf5) or an"
                    + " H5LMT file (.h5lmt). May be given several times.")
    private List<Path> lmt = new ArrayList<>();

    @Option(
            names = "--lmt-time-zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Time zone of the timestamps in LMT databases and mmperfmon reports, which state none; for"
                    + " instance America/Los_Angeles (default: ${DEFAULT-VALUE}).")
    private ZoneId timeZone;

    @Option(
            names = "--mmperfmon",
            paramLabel = "FILE",
            description =
                    "Recorded reports of mmperfmon query (GPFS), as text, .gz or .tgz. May be given several times;"
                            + " all are read together.")
    private List<Path> mmperfmon = new ArrayList<>();

    @Option(
            names = "--mmperfmon-file-system",
            paramLabel = "NAME",
            description =
                    "File system that the disks and nodes in the mmperfmon reports belong to, which the reports do"
                            + " not say.")
    private String mmperfmonFileSystem;

    @Option(
            names = "--darshan",
            paramLabel = "PATH",
            description = "Darshan log, or a folder that is searched for *.darshan. May be given several times.")
    private List<Path> darshan = new ArrayList<>();

    @Option(
            names = "--darshan-offset",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "Added to all times of the Darshan logs, for recordings that do not overlap; may have"
                    + " decimals and be negative (default: ${DEFAULT-VALUE}).")
    private BigDecimal darshanOffset;

    @Option(
            names = "--darshan-library",
            paramLabel = "FILE",
            description = "Darshan's library libdarshan-util. Without it $BAROGRAPH_DARSHAN_LIBRARY and the usual"
                    + " places are searched.")
    private Path darshanLibrary;

    @Option(
            names = "--tokio-summaries",
            paramLabel = "FILE",
            description = "TOKIO table of job summaries (.csv, .csv.gz): its darshan_* columns as runs. May be given"
                    + " several times.")
    private List<Path> tokioSummaries = new ArrayList<>();

    @Option(
            names = "--tokio-weather",
            paramLabel = "FILE",
            description = "TOKIO table of job summaries (.csv, .csv.gz): its whole rows as the weather of past runs,"
                    + " for a climate to begin with. May be given several times.")
    private List<Path> tokioWeather = new ArrayList<>();

    @Option(
            names = "--file-system-map",
            paramLabel = "ALIAS=NAME",
            description = "Name of the file system that the logs know by this mount point or alias, for instance"
                    + " /scratch1=snx11025. /=NAME also claims files without a recorded path. May be given several"
                    + " times.")
    private Map<String, String> fileSystemMap = new LinkedHashMap<>();

    @Option(names = "--export", paramLabel = "DIR", description = "Folder for the results; must be given.")
    private Path export;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "Name of this replay, the value of the tag replay in InfluxDB (default: replay-<time>).")
    private String name;

    @Mixin
    private InfluxDbOptions influxDb;

    @Spec
    private CommandSpec spec;

    private final Progress progress = new Progress(System.err, Terminal.isError());

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (Stream.of(lmt, mmperfmon, darshan, tokioSummaries, tokioWeather).allMatch(List::isEmpty)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "nothing to replay: give --lmt, --mmperfmon, --darshan, --tokio-summaries or --tokio-weather");
        }
        // Not picocli's "required": it would hide a misspelt option behind "missing".
        if (export == null) {
            throw new ParameterException(spec.commandLine(), "where to? Give --export DIR");
        }
        if (name != null && !name.matches("[A-Za-z0-9_-]{1,100}")) {
            throw new ParameterException(
                    spec.commandLine(), "--as takes letters, digits, - and _, at most 100; not \"" + name + "\"");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Recordings recordings = read()) {
            LocalStack.Settings settings = new LocalStack.Settings("replay", influxDb.url(), 4, Duration.ofSeconds(1));
            try (LocalStack stack = LocalStack.start(settings, HomeFolder.ofLauncher(), out)) {
                replay(recordings, stack);
            }
        }
        return 0;
    }

    /** @return what the options name, with its summaries read */
    Recordings read() throws InterruptedException {
        Recordings.Sources sources = new Recordings.Sources(
                lmt,
                mmperfmon,
                mmperfmonFileSystem,
                timeZone,
                darshan,
                seconds(darshanOffset),
                Optional.ofNullable(darshanLibrary),
                tokioSummaries,
                tokioWeather,
                fileSystemMap);
        Recordings recordings = new Recordings(sources);
        try (ProgressBar bar = progress.bar("Reading", -1)) {
            recordings.readSummaries(sources, file -> bar.step());
        } catch (InterruptedException | RuntimeException e) {
            recordings.close();
            throw e;
        }
        PrintWriter out = spec.commandLine().getOut();
        recordings.remarks().forEach(remark -> out.println("Note: " + remark));
        return recordings;
    }

    /**
     * @param recordings what to replay
     * @param stack where; the results are in the folder and in InfluxDB afterwards
     */
    void replay(Recordings recordings, LocalStack stack) throws IOException, InterruptedException {
        String replayName = name == null ? "replay-" + NAME_TIME.format(Instant.now()) : name;
        PrintWriter out = spec.commandLine().getOut();
        InfluxDbConfig config = influxDb.config(stack.influxUrl(), "barograph_replay");
        print(new Replay(stack, replayName, config, progress).run(recordings, export), out);
        out.println();
        out.println("Results: " + export.resolve(Topic.JOB_WEATHER.name() + ".jsonl") + " and "
                + export.resolve(Topic.SERVER_RATES.name() + ".jsonl"));
        out.println("InfluxDB: database " + config.database()
                + ", measurements job_weather, file_system_rates, ..., tag replay="
                + replayName + " at " + stack.influxUrl()
                + (influxDb.url().isPresent() ? "" : " (it stops now; --influx-url writes to one that stays)"));
        out.flush();
    }

    private static Duration seconds(BigDecimal seconds) {
        BigDecimal nanos = seconds.movePointRight(9);
        try {
            return Duration.ofNanos(
                    nanos.setScale(0, java.math.RoundingMode.HALF_EVEN).longValueExact());
        } catch (ArithmeticException e) {
            throw new CommandFailedException(
                    "--darshan-offset " + seconds + " is beyond 292 years", "Give it in seconds.", e);
        }
    }

    private static void print(ReplayResult result, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%n%,d server samples, %,d runs: %,d decisions%s%n",
                result.samples(),
                result.summaries(),
                result.weather().size() - result.history(),
                result.history() == 0 ? "" : String.format(Locale.ROOT, "; %,d past runs", result.history()));
        Map<Quality, Long> qualities = new TreeMap<>();
        List<JobWeather> known = new ArrayList<>();
        for (JobWeather weather : result.weather()) {
            qualities.merge(weather.getQuality(), 1L, Long::sum);
            if (weather.getCfBw() != null) {
                known.add(weather);
            }
        }
        qualities.forEach((quality, count) -> out.printf(Locale.ROOT, "  %-15s %,8d%n", quality, count));
        if (result.refused() > 0) {
            out.printf(
                    Locale.ROOT,
                    "%,d inputs were refused; %s.jsonl says which and why%n",
                    result.refused(),
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
                weather.getStartTime().truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
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
