package io.barograph.lab.evaluate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.barograph.cli.export.JsonLines;
import io.barograph.lab.evaluate.ContentionMatching.Judged;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes as JSON lines what became of each fault: the fault, the event that reports it, other events in its time.
 * Without a file it writes nothing.
 */
final class TrialLines implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Writer writer;

    TrialLines(Path file) throws IOException {
        if (file == null) {
            writer = Writer.nullWriter();
        } else {
            Files.createDirectories(file.toAbsolutePath().getParent());
            writer = Files.newBufferedWriter(file);
        }
    }

    /** Writes a line for each fault, and one for each event that reports none. */
    void write(TrialOutcome outcome) throws IOException {
        ContentionMatching matching = new ContentionMatching(outcome);
        for (Judged judged : matching.faults()) {
            ObjectNode line = JSON.createObjectNode()
                    .put("seed", outcome.seed())
                    .put("fault", judged.faultClass().name());
            putTruth(line, judged.fault(), outcome);
            line.putRawValue("event", judged.event().map(TrialLines::raw).orElse(null));
            ArrayNode others = line.putArray("others");
            judged.others().forEach(event -> others.addRawValue(raw(event)));
            write(line);
        }
        for (ContentionEvent event : matching.unmatched()) {
            write(JSON.createObjectNode()
                    .put("seed", outcome.seed())
                    .putNull("fault")
                    .putRawValue("event", raw(event)));
        }
        writer.flush();
    }

    private static void putTruth(ObjectNode line, FaultTruth fault, TrialOutcome outcome) {
        line.put("factor", fault.fault().factor())
                .put("onset", fault.onset().toString())
                .put("end", fault.end().toString());
        fault.servers().forEach(line.putArray("servers")::add);
        line.put("culprit", fault.culprit()).put("lostNodeHours", fault.lostNodeHours());
        ArrayNode victims = line.putArray("victims");
        for (FaultTruth.Victim victim : fault.victims()) {
            victims.addObject()
                    .put("jobId", victim.jobId())
                    .put("executable", victim.executable())
                    .put("nodes", victim.nodes())
                    .put("seconds", victim.seconds())
                    .put("logged", outcome.logged().contains(victim.jobId()));
        }
    }

    private static RawValue raw(ContentionEvent event) {
        return new RawValue(JsonLines.line(event));
    }

    private void write(ObjectNode line) throws IOException {
        writer.write(JSON.writeValueAsString(line));
        writer.write('\n');
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
