package io.barograph.sources.jobstats;

import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import io.barograph.schemas.admission.NameRule;
import io.barograph.sources.jobstats.JobStatsParser.JobEntry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One poll of the targets of one server. A target gives one record with the jobs that changed, or several where more than
 * {@value #MAX_JOBS_PER_RECORD} did; they carry the same time. At most that many jobs of a target wait in memory.
 */
final class JobStatsPoll implements LustreParameters.LineHandlers {
    static final int MAX_JOBS_PER_RECORD = 1000;

    /** What is remembered of each takes 32 bytes from one poll to the next. */
    static final int MAX_JOBS_PER_TARGET = JobFingerprints.MAX_JOBS;

    private static final int MAX_TARGETS = 4096;
    private static final Pattern PARAMETER =
            Pattern.compile("(obdfilter|mdt)\\.(([^.\\s]+)-(OST|MDT)[0-9a-fA-F]{4,8})\\.(stats|md_stats|job_stats)");

    /**
     * What all polls of a collector share.
     *
     * @param clock gives records the time of their publication
     */
    record Settings(JobIdForm form, int intervalMillis, FileSystemNameResolver names, Clock clock) {}

    private final Settings settings;
    private final String host;
    private final Instant time;
    private final Map<String, JobFingerprints> before;
    private final DeadLetterCounter refusals;
    private final Consumer<JobSamples> output;
    private final Map<String, TargetPoll> targets = new LinkedHashMap<>();
    private long entries;
    private boolean disabled;

    /** @param host host that is asked; null if that is not known */
    JobStatsPoll(
            Settings settings,
            String host,
            Instant time,
            Map<String, JobFingerprints> before,
            DeadLetterCounter refusals,
            Consumer<JobSamples> output) {
        this.settings = settings;
        this.host = host;
        this.time = time;
        this.before = before;
        this.refusals = refusals;
        this.output = output;
    }

    @Override
    public LustreParameters.LineHandler open(String parameter) {
        if (parameter.equals("jobid_var")) {
            return (line, text) -> disabled = line.strip().equals("disable");
        }
        Matcher matcher = PARAMETER.matcher(parameter);
        TargetPoll target = matcher.matches() ? target(matcher.group(2)) : null;
        if (target == null) {
            return (line, text) -> {}; // somebody else reads it
        }
        return matcher.group(5).equals("job_stats")
                ? new JobStatsParser(entry -> add(target, entry))
                : new ServerStatsParser(target::take);
    }

    private TargetPoll target(String name) {
        TargetPoll known = targets.get(name);
        if (known != null) {
            return known;
        }
        if (targets.size() == MAX_TARGETS) {
            refusals.refuse(host + ", " + name, "more than " + MAX_TARGETS + " targets on one server", null, null);
            return null;
        }
        TargetKind kind = name.lastIndexOf("-OST") > name.lastIndexOf("-MDT") ? TargetKind.OST : TargetKind.MDT;
        TargetPoll target = new TargetPoll(name, kind, before.getOrDefault(name, new JobFingerprints()));
        targets.put(name, target);
        return target;
    }

    private void add(TargetPoll target, JobEntry entry) {
        if (target.entries == MAX_JOBS_PER_TARGET) {
            refuse(
                    target,
                    "more than " + MAX_JOBS_PER_TARGET + " jobs on one target, of which the first are taken; let them"
                            + " expire earlier (job_cleanup_interval)",
                    null);
            return;
        }
        entries++;
        if (target.isChanged(entry)) {
            JobId id = JobId.of(entry.printedId(), settings.form());
            if (id.id().length() > NameRule.MAX_NAME) {
                refuse(
                        target,
                        "the job id is longer than " + NameRule.MAX_NAME + " characters",
                        entry.printedId().getBytes(StandardCharsets.UTF_8));
                entries--;
                return;
            }
            target.jobs.add(use(target.kind, id, entry));
            if (target.jobs.size() == MAX_JOBS_PER_RECORD) {
                publish(target);
            }
        }
    }

    private void refuse(TargetPoll target, String reason, byte[] payload) {
        refusals.refuse((host == null ? "" : host + ", ") + target.name, reason, null, payload);
    }

    private static JobUse use(TargetKind kind, JobId id, JobEntry entry) {
        OperationCounters counters = entry.counters();
        return JobUse.newBuilder()
                .setJobId(id.id())
                .setExecutable(id.executable())
                .setUser(id.user())
                .setEntrySince(entry.since())
                .setEntryChanged(entry.changed())
                .setReadBytes(counters.bytes("read", kind))
                .setWriteBytes(counters.bytes("write", kind))
                .setReadOperations(counters.operations("read", kind))
                .setWriteOperations(counters.operations("write", kind))
                .setMetadataOperations(counters.metadataOperations())
                .build();
    }

    /** Publishes what waits; a target without a changed job gives a record with its own counters. */
    void finish() {
        for (TargetPoll target : targets.values()) {
            if (!target.jobs.isEmpty() || !target.published) {
                publish(target);
            }
        }
    }

    private void publish(TargetPoll target) {
        String called = target.name.substring(0, target.name.lastIndexOf('-'));
        Optional<String> fileSystem = settings.names().name(called);
        JobSamples.Builder record = JobSamples.newBuilder()
                .setServer(target.name)
                .setHost(host)
                .setKind(target.kind)
                .setTime(target.time == null ? time : target.time)
                .setIntervalMillis(settings.intervalMillis())
                .setCollector("lustre-jobstats")
                .setJobs(target.jobs);
        target.jobs = new ArrayList<>();
        target.published = true;
        if (fileSystem.isEmpty()) {
            refuse(target, settings.names().unknown(called), null);
            return;
        }
        OperationCounters counters = target.counters;
        if (counters != null) {
            record.setReadBytes(counters.bytes("read", target.kind))
                    .setWriteBytes(counters.bytes("write", target.kind))
                    .setReadOperations(counters.operations("read", target.kind))
                    .setWriteOperations(counters.operations("write", target.kind))
                    .setMetadataOperations(counters.metadataOperations());
        }
        output.accept(record.setFileSystem(fileSystem.get())
                .setPublishedAt(settings.clock().instant())
                .build());
    }

    /** @return what the next poll has to know of each target */
    Map<String, JobFingerprints> remembered() {
        Map<String, JobFingerprints> all = new HashMap<>();
        targets.forEach((name, target) -> all.put(name, target.now));
        return all;
    }

    int targets() {
        return targets.size();
    }

    /** @return number of jobs on all targets, changed or not, without those refused; a job on two targets counts twice */
    long entries() {
        return entries;
    }

    /** @return true if {@code jobid_var} says that clients send no job ids */
    boolean isDisabled() {
        return disabled;
    }

    /** One target: its counters and the jobs that changed and are not published yet. */
    private static final class TargetPoll {
        private final String name;
        private final TargetKind kind;
        private final JobFingerprints before;
        private final JobFingerprints now = new JobFingerprints();
        private List<JobUse> jobs = new ArrayList<>();

        /** Null while, or where, there are none. */
        private OperationCounters counters;

        /** snapshot_time of the counters; null where there is none. */
        private Instant time;

        /** Entries so far, changed or not. */
        private int entries;

        private boolean published;

        TargetPoll(String name, TargetKind kind, JobFingerprints before) {
            this.name = name;
            this.kind = kind;
            this.before = before;
        }

        /** All records of one poll carry one time, so that of counters that come after the first record does not count. */
        void take(Instant snapshotTime, OperationCounters all) {
            counters = all;
            if (!published) {
                time = snapshotTime;
            }
        }

        boolean isChanged(JobEntry entry) {
            entries++;
            long id = JobFingerprints.of(entry.printedId());
            long fingerprint = entry.fingerprint();
            now.remember(id, fingerprint);
            return !before.has(id, fingerprint);
        }
    }
}
