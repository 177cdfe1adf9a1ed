package io.barograph.sources.jobstats;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.DeadLetterThrottle;
import io.barograph.runtime.FileFailure;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.runtime.NodePolls;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RereadableText;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.TextLineReader;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Polls job statistics. After a restart it publishes every job once more: counters are cumulative, so nothing is counted
 * twice and no position is needed.
 */
final class JobStatsCollector implements SourceCollector {
    private static final String REMEDY =
            "run the command by hand; it must print obdfilter.*.job_stats or mdt.*.job_stats with their names";

    private final JobStatsOptions options;
    private final CollectorContext context;
    private final JobStatsPoll.Settings settings;
    private final DeadLetterThrottle letters;
    private final NodePolls polls;
    private Map<String, Map<String, JobFingerprints>> memory = new HashMap<>();
    private boolean saidThatOff;

    JobStatsCollector(JobStatsOptions options, CollectorContext context) {
        this.options = options;
        this.context = context;
        this.letters = new DeadLetterThrottle(context.clock());
        this.settings = new JobStatsPoll.Settings(
                options.jobIdForm(),
                Math.toIntExact(options.interval().toMillis()),
                new FileSystemNameResolver(context.catalogue(), options.fileSystem()),
                context.clock());
        this.polls = new NodePolls(context.name(), options.parallel(), options.interval(), context.notes());
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        Map<String, JobStatsPoll> finished = read(output, letters);
        output.flush();
        Map<String, Map<String, JobFingerprints>> next = new HashMap<>(memory);
        finished.forEach((host, poll) -> next.put(host, poll.remembered()));
        memory = next;
        sayOnceIfOff(finished);
        return options.lctlFile() == null;
    }

    private void sayOnceIfOff(Map<String, JobStatsPoll> finished) {
        boolean disabled = finished.values().stream().anyMatch(JobStatsPoll::isDisabled);
        boolean empty = finished.values().stream().allMatch(poll -> poll.entries() == 0);
        if ((disabled || empty) && !saidThatOff) {
            saidThatOff = true;
            context.notes()
                    .accept("job_stats "
                            + (disabled ? "are off (jobid_var is disable)" : "have no entry on any target")
                            + "; if jobs are running, set jobid_var with lctl set_param -P, for instance to"
                            + " SLURM_JOB_ID");
        }
    }

    /** @return the polls that came to their end, by host */
    private Map<String, JobStatsPoll> read(RecordPublisher output, DeadLetterThrottle once)
            throws InterruptedException {
        if (options.command() == null) {
            Path path = options.root() == null ? options.lctlFile() : options.root();
            try {
                return Map.of(context.host(), readLocally(output, once.to(output)));
            } catch (IOException e) {
                throw new UnreadableSourceException(
                        path.toString(),
                        FileFailure.describe(e),
                        options.root() == null
                                ? "save the output of lctl get_param there"
                                : "give the folder that holds proc and sys of a Lustre server, and run as a user who may"
                                        + " read them",
                        e);
            }
        }
        Map<String, JobStatsPoll> finished = new ConcurrentHashMap<>();
        Map<String, String> failures =
                polls.poll(hosts(), (host, gate) -> finished.put(host, readCommand(host, gate, once.to(gate))), output);
        if (failures.size() == hosts().size()) {
            throw new UnreadableSourceException(
                    options.command(), failures.values().iterator().next(), REMEDY);
        }
        return finished;
    }

    private List<String> hosts() {
        return options.hosts().isEmpty() ? List.of(context.host()) : options.hosts();
    }

    private JobStatsPoll readLocally(RecordPublisher output, Consumer<DeadLetter> refused) throws IOException {
        if (options.root() != null) {
            DeadLetterCounter refusals = refusals(refused, context.clock().instant());
            JobStatsPoll poll = poll(context.host(), context.clock().instant(), refusals, output);
            LustreParameters.ofTree(options.root(), poll, refusals);
            return finish(poll, "neither obdfilter/*/job_stats nor mdt/*/job_stats below it");
        }
        Instant saved = Files.getLastModifiedTime(options.lctlFile()).toInstant();
        RereadableText source = RereadableText.file(options.lctlFile());
        return readText(source, options.lctlFile().toString(), null, saved, output, refused, "it");
    }

    private JobStatsPoll readCommand(String host, RecordPublisher output, Consumer<DeadLetter> refused)
            throws IOException {
        RereadableText source = RereadableText.command(options.command().replace("{host}", host), options.timeLimit());
        return readText(source, host, host, context.clock().instant(), output, refused, "its output");
    }

    private JobStatsPoll readText(
            RereadableText source,
            String name,
            String host,
            Instant time,
            RecordPublisher output,
            Consumer<DeadLetter> refused,
            String place)
            throws IOException {
        DeadLetterCounter refusals = refusals(refused, time);
        JobStatsPoll poll = poll(host, time, refusals, output);
        try (TextLineReader text = new TextLineReader(name, source.open(), refusals)) {
            LustreParameters.ofLctl(text, poll);
        }
        return finish(poll, "neither obdfilter.*.job_stats nor mdt.*.job_stats in " + place);
    }

    private DeadLetterCounter refusals(Consumer<DeadLetter> refused, Instant time) {
        return new DeadLetterCounter(refused, Topic.JOB_SAMPLES, "collector lustre-jobstats", () -> time);
    }

    private JobStatsPoll poll(String host, Instant time, DeadLetterCounter refusals, RecordPublisher output) {
        Map<String, JobFingerprints> before = memory.getOrDefault(host == null ? context.host() : host, Map.of());
        return new JobStatsPoll(settings, host, time, before, refusals, record -> {
            if (options.lctlFile() != null) {
                record.setPublishedAt(record.getTime()); // as of every recording
            }
            output.publish(Topic.JOB_SAMPLES, record);
        });
    }

    private static JobStatsPoll finish(JobStatsPoll poll, String nothing) throws IOException {
        if (poll.targets() == 0) {
            throw new IOException(nothing);
        }
        poll.finish();
        return poll;
    }

    @Override
    public String check() throws InterruptedException {
        Map<String, JobStatsPoll> finished =
                read(RecordPublisher.forgetting(), new DeadLetterThrottle(context.clock()));
        int targets = finished.values().stream().mapToInt(JobStatsPoll::targets).sum();
        long jobs = finished.values().stream().mapToLong(JobStatsPoll::entries).sum();
        String hosts = options.hosts().isEmpty() ? "" : finished.size() + " of " + hosts().size() + " hosts, ";
        return hosts + targets + " targets, " + jobs + " job entries";
    }

    @Override
    public void close() {
        polls.close();
    }
}
