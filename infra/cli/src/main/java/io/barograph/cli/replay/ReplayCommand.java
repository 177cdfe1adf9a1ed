package io.barograph.cli.replay;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.InfluxDbOptions;
import io.barograph.cli.command.TerminalDetection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalInfluxDb;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "replay",
        description = {
            "Runs a window of the past, or recorded files, through the same analysis as live, as fast as it goes. The"
                    + " records of a window are read from Kafka where it still holds them, else from the archive.",
            "",
            "Results lie in .barograph/replays/NAME, a file <topic>.jsonl for each topic. Where --influx-url or the"
                    + " configuration names an InfluxDB they go there, too: database barograph_replay, tag replay. Two"
                    + " replays of the same give the same bytes."
        },
        subcommands = {ReplayDiffCommand.class, ReplayListCommand.class, ReplayRemoveCommand.class},
        footer = {
            "  ./barograph replay --config barograph.yaml --from 2026-03-01T15:00:00Z --to 2026-03-01T17:00:00Z \\",
            "      --as tuesday --set analysis.contention.harmfulSlowdown=1.5",
            "  ./barograph replay --config barograph.yaml --job 4711 --margin 30m --as job-4711",
            "  ./barograph replay --lmt snx11025_2018-02-09.hdf5 --tokio-summaries edison.csv.gz \\",
            "      --file-system-map scratch1=snx11025 --export results",
            "  ./barograph replay --lmt lmt.sqlite3 --lmt-time-zone America/Los_Angeles \\",
            "      --darshan darshan-logs/2018/2/9 --file-system-map /scratch1=snx11025 --export results",
            "  ./barograph replay --tokio-weather edison.csv.gz --tokio-weather cori.csv.gz --export climate",
            "  ./barograph replay --lmt a.h5lmt --lmt b.h5lmt --darshan run.darshan --darshan-offset"
                    + " -212915012.61090755 \\",
            "      --file-system-map /=snx11025 --file-system-map /home=snx11025 --export results"
        })
public final class ReplayCommand extends BarographCommand {
    static final String DATABASE = "barograph_replay";
    private static final int SLOTS = 2;
    private static final DateTimeFormatter NAME_TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    @Mixin
    private WindowOptions window;

    @Mixin
    private RecordingOptions recorded;

    @Option(names = "--export", paramLabel = "DIR", description = "Folder that the results are written to as well.")
    private Path export;

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description =
                    "Name of this replay, the value of the tag replay in InfluxDB (default: replay-<time>). One of"
                            + " that name is replaced.")
    private String name;

    @Mixin
    private InfluxDbOptions influxDb;

    private final ProgressBars progress = new ProgressBars(System.err, TerminalDetection.isError());

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (name != null && !name.matches("[A-Za-z0-9_-]{1,100}")) {
            throw wrongUsage("--as takes letters, digits, - and _, at most 100; not \"" + name + "\"");
        }
        if (window.isEmpty() == recorded.isEmpty()) {
            throw wrongUsage(
                    window.isEmpty()
                            ? "nothing to replay: give --from and --to, or --job, or files by --lmt, --mmperfmon,"
                                    + " --darshan, --tokio-summaries or --tokio-weather"
                            : "a window or recorded files, not both");
        }
        PrintWriter out = out();
        ReplayMaterial material = material();
        Optional<InfluxDbConfig> points = influxDb();
        if (points.isPresent()) {
            LocalInfluxDb.requireAnswer(points.get().url());
        }
        LocalStack.Settings settings =
                new LocalStack.Settings("replay", Optional.empty(), SLOTS, Duration.ofSeconds(1));
        try (LocalStack stack =
                LocalStack.start(settings, HomeFolder.ofLauncher(), out, EnumSet.noneOf(LocalStack.Server.class))) {
            replay(material, stack, points);
        }
        return 0;
    }

    private Optional<InfluxDbConfig> influxDb() {
        return influxDb.url().isPresent()
                ? Optional.of(influxDb.given(DATABASE))
                : window.influxDb().map(site -> site.withDatabase(DATABASE));
    }

    /** @return what the options name; hours and files that lack are printed */
    ReplayMaterial material() throws IOException, InterruptedException {
        return window.isEmpty() ? recordings() : window.material(commandLine());
    }

    private ReplayMaterial recordings() throws InterruptedException {
        ReplayRecordings recordings = new ReplayRecordings(recorded);
        try (ProgressBar bar = progress.bar("Reading", -1)) {
            recordings.readSummaries(file -> bar.step());
        }
        PrintWriter out = out();
        recordings.remarks().forEach(remark -> out.println("Note: " + remark));
        return recordings.material();
    }

    void replay(ReplayMaterial material, LocalStack stack, Optional<InfluxDbConfig> points)
            throws IOException, InterruptedException {
        String replayName = name == null ? "replay-" + NAME_TIME.format(Instant.now()) : name;
        PrintWriter out = out();
        ReplayResult result = new ReplayExecution(stack, replayName, points, progress).run(material);
        ReplaySummary.print(result, out);
        if (export != null) {
            copy(result.folder(), export);
        }
        out.println();
        out.println("Results: " + (export == null ? result.folder() : export));
        points.ifPresent(config -> out.println("InfluxDB: database " + config.database()
                + ", measurements job_weather, file_system_rates, ..., tag replay=" + replayName + " at "
                + config.url()));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        List<Path> files;
        try (Stream<Path> found = Files.list(from)) {
            files = found.toList();
        }
        for (Path file : files) {
            Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
