package io.barograph.sources.jobstats;

import io.barograph.runtime.TextLineReader;
import io.barograph.sources.lustre.SnapshotTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.BiConsumer;

/** Reads {@code stats} of an OST or {@code md_stats} of an MDT: the target's own counters. */
final class ServerStatsParser implements LustreParameters.LineHandler {
    private final BiConsumer<Instant, OperationCounters> complete;
    private final OperationCounters counters = new OperationCounters();
    private Instant time;

    /** @param complete takes snapshot_time, null where there is none, and the counters */
    ServerStatsParser(BiConsumer<Instant, OperationCounters> complete) {
        this.complete = complete;
    }

    @Override
    public void line(String line, TextLineReader text) {
        String stripped = line.strip();
        if (stripped.isEmpty() || stripped.startsWith("start_time") || stripped.startsWith("elapsed_time")) {
            return;
        }
        String problem = stripped.startsWith("snapshot_time") ? snapshot(stripped) : counter(stripped);
        if (problem != null) {
            text.refuse(problem, line);
        }
    }

    private String snapshot(String line) {
        String value = line.substring("snapshot_time".length());
        time = SnapshotTime.parse(value.startsWith(":") ? value.substring(1) : value)
                .map(instant -> instant.truncatedTo(ChronoUnit.MILLIS))
                .orElse(null);
        return time == null ? "no time in seconds since 1970" : null;
    }

    private String counter(String line) {
        OperationLine operation = OperationLine.ofServer(line);
        if (operation == null) {
            counters.addUnknown(line.split("\\s", 2)[0]);
            return "not a counter of the form: name n samples [unit] ...";
        }
        // statfs is there twice: first that of the target, as job_stats count it, then that of the device below
        return counters.has(operation.name()) ? null : counters.add(operation);
    }

    @Override
    public void end() {
        complete.accept(time, counters);
    }
}
