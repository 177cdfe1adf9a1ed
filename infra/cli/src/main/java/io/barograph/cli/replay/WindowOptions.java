package io.barograph.cli.replay;

import io.barograph.configuration.ArchiveSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.FolderLocation;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.analysis.AnalysisPart;
import io.barograph.jobs.archive.ArchiveInventory;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.jobs.replay.WindowInputs;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which window of an installation is replayed, and how. */
final class WindowOptions {
    private static final String FASTEST = "max";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Begin of the window, for instance 2026-03-01T15:00:00Z.")
    private Instant from;

    @Option(names = "--to", paramLabel = "TIME", description = "End of the window, inclusive.")
    private Instant to;

    @Option(names = "--fs", paramLabel = "NAME", description = "Only this file system (default: all).")
    private String fileSystem;

    @Option(names = "--job", paramLabel = "ID", description = "The window is the time of this job, and the margin.")
    private String job;

    @Option(
            names = "--margin",
            paramLabel = "TIME",
            defaultValue = "1h",
            description = "Time before and after the job (default: ${DEFAULT-VALUE}).")
    private Duration margin;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration of the site: its broker, its archive, its file systems, its thresholds.")
    private Path config;

    @Option(
            names = "--archive",
            paramLabel = "FOLDER",
            description = "Archive in place of the configured one: a folder, or its URI.")
    private FolderLocation archive;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A value in place of that of the configuration, for instance"
                    + " analysis.contention.harmfulSlowdown=1.5. May be given several times.")
    private Map<String, String> changes = new LinkedHashMap<>();

    @Option(
            names = "--speed",
            paramLabel = "max|N",
            defaultValue = FASTEST,
            description = "N times real time; results show in InfluxDB meanwhile (default: ${DEFAULT-VALUE}).")
    private String speed;

    @Option(
            names = "--jobs",
            paramLabel = "PART",
            split = ",",
            description = "Only these results: ${COMPLETION-CANDIDATES} (default: all).")
    private Set<AnalysisPart> parts = EnumSet.noneOf(AnalysisPart.class);

    @Option(
            names = "--alerts",
            description =
                    "Writes alerts.jsonl: which channel would have received which alert, and when. Sends nothing.")
    private boolean alerts;

    @Option(
            names = "--warm-up",
            description = "Takes the decisions of 90 days before the window again for the climates, in place of those"
                    + " that were kept.")
    private boolean warmUp;

    boolean isEmpty() {
        return from == null && to == null && job == null;
    }

    /** @return where the configuration says results go */
    Optional<InfluxDbConfig> influxDb() {
        return config == null
                ? Optional.empty()
                : BarographConfiguration.read(config, changes).results().map(PublishConfiguration::influxDb);
    }

    ReplayMaterial material(CommandLine command) throws IOException {
        check(command);
        BarographConfiguration site = BarographConfiguration.read(config, changes);
        if (alerts && site.alerts().isEmpty()) {
            throw new CommandFailedException(
                    config + " has no section alerting, so there are no alerts", "Add one, or leave --alerts out.");
        }
        KafkaConnection kafka = site.broker().map(KafkaConnection::of).orElse(null);
        ArchiveInventory held = archive(site);
        if (kafka == null && held == null) {
            throw new CommandFailedException(
                    config + " names neither a broker nor an archive", "Add kafka or archive, or give --archive.");
        }
        ReplayScope scope = scope(site, kafka, held);
        List<String> names = site.catalogue().names();
        WindowInputs window = find(kafka, held, names, scope);
        PrintWriter out = command.getOut();
        out.println("Window: " + Instant.ofEpochMilli(scope.from()) + " to " + Instant.ofEpochMilli(scope.to()));
        window.missing().forEach(hours -> out.println("Missing: " + hours));
        window.damaged().forEach(file -> out.println("Damaged, left out: " + file.getMessage()));
        if (window.isEmpty()) {
            throw new CommandFailedException(
                    "nothing is held of " + Instant.ofEpochMilli(scope.from()) + " to "
                            + Instant.ofEpochMilli(scope.to()),
                    "Correct --from and --to, which are UTC; ./barograph archive list shows what the archive holds.");
        }
        return ReplayMaterial.ofWindow(
                site,
                Files.readString(config),
                changes,
                window,
                scope,
                speed(command),
                parts.isEmpty() ? AnalysisPart.ALL : parts,
                alerts ? site.alerts() : Optional.empty());
    }

    private void check(CommandLine command) {
        if (config == null) {
            throw new ParameterException(command, "of which site? Give --config FILE");
        }
        if (job == null && (from == null || to == null)) {
            throw new ParameterException(
                    command, "a window has both ends: give --from and --to, for instance 2026-03-01T15:00:00Z");
        }
        if (job != null && (from != null || to != null)) {
            throw new ParameterException(command, "give --from and --to, or --job, not both");
        }
        if (job == null && !from.isBefore(to)) {
            throw new ParameterException(command, "--from " + from + " is not before --to " + to);
        }
    }

    private double speed(CommandLine command) {
        try {
            double times = speed.equals(FASTEST) ? Double.POSITIVE_INFINITY : Double.parseDouble(speed);
            if (times > 0) {
                return times;
            }
        } catch (NumberFormatException e) {
            throw new ParameterException(command, "--speed takes max or a number such as 60, not \"" + speed + "\"", e);
        }
        throw new ParameterException(command, "--speed takes max or a number above 0, not " + speed);
    }

    private ArchiveInventory archive(BarographConfiguration site) {
        return Optional.ofNullable(archive)
                .or(() -> site.archived().map(ArchiveSettings::folder))
                .map(folder -> new ArchiveInventory(folder.uri()))
                .orElse(null);
    }

    private ReplayScope scope(BarographConfiguration site, KafkaConnection kafka, ArchiveInventory held)
            throws IOException {
        Instant begin = from;
        Instant end = to;
        if (job != null) {
            JobTimes times = JobTimes.find(job, find(kafka, held, List.of(), ReplayScope.EVERYTHING, JobTimes.TOPICS));
            begin = times.start().minus(margin);
            end = times.end().plus(margin);
        }
        ReplayScope scope = ReplayScope.window(
                begin,
                end,
                AnalysisConfiguration.of(site).history().lateness(),
                warmUp ? ReplayScope.Climates.RECOMPUTED : ReplayScope.Climates.KEPT);
        if (fileSystem == null) {
            return scope;
        }
        return scope.of(site.catalogue()
                .resolve(fileSystem)
                .map(CatalogueFileSystem::name)
                .orElseThrow(() -> new CommandFailedException(
                        "--fs " + fileSystem + ": no such file system in " + config,
                        "Known are " + site.catalogue().names() + ".")));
    }

    private WindowInputs find(KafkaConnection kafka, ArchiveInventory held, List<String> names, ReplayScope scope)
            throws IOException {
        return find(kafka, held, names, scope, AnalysisInputs.TOPICS);
    }

    private static WindowInputs find(
            KafkaConnection kafka, ArchiveInventory held, List<String> names, ReplayScope scope, List<Topic<?>> topics)
            throws IOException {
        try {
            return WindowInputs.find(kafka, held, topics, names, scope);
        } catch (FileNotFoundException e) {
            throw new CommandFailedException(
                    "the archive cannot be read: " + e.getMessage(), "Check the folder, or give --archive.", e);
        } catch (KafkaException e) {
            throw new CommandFailedException(
                    "the broker at " + kafka.bootstrapServers() + " does not answer: " + e.getMessage(),
                    "Start it, or take kafka out of the configuration to read the archive alone.",
                    e);
        }
    }

    /**
     * When a job ran.
     *
     * @param start its start, according to its logs and the scheduler
     */
    record JobTimes(Instant start, Instant end) {
        static final List<Topic<?>> TOPICS = List.of(Topic.JOB_SUMMARIES, Topic.JOB_EVENTS);

        static JobTimes find(String jobId, WindowInputs held) throws IOException {
            Instant start = null;
            Instant end = null;
            try (ReplayRecords records = held.open()) {
                for (ReplayedRecord replayed = records.next(); replayed != null; replayed = records.next()) {
                    if (replayed.record() instanceof JobSummary summary
                            && summary.getJobId().equals(jobId)) {
                        start = earlier(start, summary.getStartTime());
                        end = later(end, summary.getEndTime());
                    } else if (replayed.record() instanceof JobEvent event
                            && event.getJobId().equals(jobId)) {
                        start = earlier(start, event.getStartTime());
                        start = event.getKind() == JobEventKind.START ? earlier(start, event.getTime()) : start;
                        end = event.getKind() == JobEventKind.END ? later(end, event.getTime()) : end;
                    }
                }
            }
            if (start == null || end == null) {
                throw new CommandFailedException(
                        "neither a log nor the scheduler tells when the job " + jobId + " ran",
                        "Check the id, or give --from and --to.");
            }
            return new JobTimes(start, end);
        }

        private static Instant earlier(Instant one, Instant other) {
            return one == null || (other != null && other.isBefore(one)) ? other : one;
        }

        private static Instant later(Instant one, Instant other) {
            return one == null || (other != null && other.isAfter(one)) ? other : one;
        }
    }
}
