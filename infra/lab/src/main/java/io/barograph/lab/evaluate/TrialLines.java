package io.barograph.lab.evaluate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.barograph.cli.export.JsonLines;
import io.barograph.lab.evaluate.ContentionMatching.Judged;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.schemas.ContentionEvent;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes as JSON lines what became of each fault: the fault, the event that reports it, other events in its time. */
final class TrialLines implements AutoCloseable {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final BufferedWriter writer;

    TrialLines(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        writer = Files.newBufferedWriter(file);
    }

    /** Writes a line for each fault, and one for each event that reports none. */
    void write(TrialOutcome outcome) throws IOException {
        ContentionMatching matching = new ContentionMatching(outcome);
        for (Judged judged : matching.faults()) {
            StringWriter text = new StringWriter();
            try (JsonGenerator json = FACTORY.createGenerator(text)) {
                json.writeStartObject();
                json.writeNumberField("seed", outcome.seed());
                json.writeStringField("fault", judged.faultClass().name());
                writeTruth(json, judged.fault(), outcome);
                json.writeFieldName("event");
                if (judged.event().isPresent()) {
                    json.writeRawValue(JsonLines.line(judged.event().get()));
                } else {
                    json.writeNull();
                }
                writeEvents(json, "others", judged.others());
                json.writeEndObject();
            }
            write(text.toString());
        }
        for (ContentionEvent event : matching.unmatched()) {
            write("{\"seed\":" + outcome.seed() + ",\"fault\":null,\"event\":" + JsonLines.line(event) + "}");
        }
        writer.flush();
    }

    private static void writeTruth(JsonGenerator json, FaultTruth fault, TrialOutcome outcome) throws IOException {
        json.writeNumberField("factor", fault.fault().factor());
        json.writeStringField("onset", fault.onset().toString());
        json.writeStringField("end", fault.end().toString());
        json.writeStringField("culprit", fault.culprit());
        json.writeNumberField("lostNodeHours", fault.lostNodeHours());
        json.writeArrayFieldStart("victims");
        for (FaultTruth.Victim victim : fault.victims()) {
            json.writeStartObject();
            json.writeStringField("jobId", victim.jobId());
            json.writeStringField("executable", victim.executable());
            json.writeNumberField("nodes", victim.nodes());
            json.writeNumberField("seconds", victim.seconds());
            json.writeBooleanField("logged", outcome.logged().contains(victim.jobId()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeEvents(JsonGenerator json, String name, List<ContentionEvent> events) throws IOException {
        json.writeArrayFieldStart(name);
        for (ContentionEvent event : events) {
            json.writeRawValue(JsonLines.line(event));
        }
        json.writeEndArray();
    }

    private void write(String line) throws IOException {
        writer.write(line);
        writer.write('\n');
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
