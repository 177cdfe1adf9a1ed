package io.barograph.sources.jobstats;

import io.barograph.runtime.TextLineReader;
import io.barograph.sources.lustre.SnapshotTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/**
 * Reads {@code job_stats} entry by entry. An entry is handed over when it is complete; what a line does not show is not
 * guessed. After a line that begins an entry but has no job id, the lines up to the next entry belong to nobody and are
 * refused.
 */
final class JobStatsParser implements LustreParameters.LineHandler {
    private static final String ENTRY = "- ";
    private static final String ID = "- job_id:";
    private static final int MAX_ID = 1024;

    private final Consumer<JobEntry> jobs;
    private String id;
    private OperationCounters counters;
    private Instant since;
    private Instant changed;

    /**
     * @param printedId what follows {@code job_id:}
     * @param since start of the counters; null where the server does not state it
     * @param changed last change of the entry; null likewise
     */
    record JobEntry(String printedId, OperationCounters counters, Instant since, Instant changed) {
        long fingerprint() {
            return counters.fingerprint() + JobFingerprints.mix(since == null ? 0 : since.toEpochMilli());
        }
    }

    JobStatsParser(Consumer<JobEntry> jobs) {
        this.jobs = jobs;
    }

    @Override
    public void line(String line, TextLineReader text) {
        if (line.startsWith(ID)) {
            end();
            begin(line, text);
            return;
        }
        String stripped = line.strip();
        if (line.startsWith(ENTRY)) {
            end();
            text.refuse("the entry does not begin with job_id", line);
        } else if (!stripped.isEmpty() && !stripped.equals("job_stats:")) {
            String problem = id == null ? "it belongs to no job" : add(stripped);
            if (problem != null) {
                text.refuse(problem, line);
            }
        }
    }

    private void begin(String line, TextLineReader text) {
        String printed = line.substring(ID.length()).strip();
        if (printed.length() <= MAX_ID) {
            id = printed;
            counters = new OperationCounters();
            since = null;
            changed = null;
        } else {
            text.refuse("the job id is longer than " + MAX_ID + " characters", line);
        }
    }

    /** @return null, or why the line is refused */
    private String add(String line) {
        int colon = line.indexOf(':');
        String key = colon < 0 ? "" : line.substring(0, colon);
        return switch (key) {
            case "snapshot_time", "start_time" -> time(key, line.substring(colon + 1));
            case "elapsed_time" -> null;
            default -> counter(line);
        };
    }

    private String time(String key, String text) {
        Instant time = SnapshotTime.parse(text)
                .map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
                .orElse(null);
        if (time == null) {
            return "no time in seconds since 1970";
        }
        if (key.equals("start_time")) {
            since = time;
        } else {
            changed = time;
        }
        return null;
    }

    private String counter(String line) {
        OperationLine operation = OperationLine.ofJob(line);
        if (operation != null) {
            return counters.add(operation);
        }
        counters.addUnknown(line.substring(0, Math.max(0, line.indexOf(':'))));
        return "not a counter of the form name: { samples: n, unit: u, ... }";
    }

    @Override
    public void end() {
        if (id != null) {
            JobEntry complete = new JobEntry(id, counters, since, changed);
            id = null;
            jobs.accept(complete);
        }
    }
}
