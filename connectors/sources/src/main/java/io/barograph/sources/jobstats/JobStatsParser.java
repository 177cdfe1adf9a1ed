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
    private JobEntry current;

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
            String problem = current == null ? "it belongs to no job" : add(stripped);
            if (problem != null) {
                text.refuse(problem, line);
            }
        }
    }

    private void begin(String line, TextLineReader text) {
        String id = line.substring(ID.length()).strip();
        if (id.length() <= MAX_ID) {
            current = new JobEntry(id);
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
            current.since(time);
        } else {
            current.changed(time);
        }
        return null;
    }

    private String counter(String line) {
        OperationLine operation = OperationLine.ofJob(line);
        if (operation != null) {
            return current.counters().add(operation);
        }
        current.counters().addUnknown(line.substring(0, Math.max(0, line.indexOf(':'))));
        return "not a counter of the form name: { samples: n, unit: u, ... }";
    }

    @Override
    public void end() {
        JobEntry complete = current;
        current = null;
        if (complete != null) {
            jobs.accept(complete);
        }
    }
}
