package io.barograph.lab.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.schemas.RegularFileCheck;
import io.barograph.stack.CommandFailedException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The truth of a site in a file, one JSON object a line; the docs describe the fields. */
public final class TruthLines implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance));

    private final Path file;
    private final BufferedWriter writer;

    /** @throws UncheckedIOException if it cannot be written */
    public TruthLines(Path file) {
        this.file = file;
        try {
            writer = Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * @return the lines of kind FAULT, without suspects and victims
     * @throws CommandFailedException if the file cannot be read, or a line is no truth; the message has the number of the line
     */
    public static List<FaultTruth> readFaults(Path file) {
        List<String> lines;
        try {
            RegularFileCheck.require(file);
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new CommandFailedException(
                    "the truth cannot be read from " + file + ": "
                            + e.getClass().getSimpleName(),
                    "Check the path.",
                    e);
        }
        List<FaultTruth> faults = new ArrayList<>();
        int number = 0;
        for (String line : lines) {
            number++;
            try {
                JsonNode truth = JSON.readTree(line);
                if (truth.path("kind").asText().equals("FAULT")) {
                    faults.add(fault(truth));
                }
            } catch (IOException | RuntimeException e) {
                throw new CommandFailedException(
                        file + ", line " + number + " is no truth of a fault: " + e.getMessage(),
                        "docs/contention.md lists the fields under \"Other recordings\".",
                        e);
            }
        }
        return faults;
    }

    private static FaultTruth fault(JsonNode truth) {
        Instant onset = Instant.parse(truth.required("onset").asText());
        Instant end = Instant.parse(truth.required("end").asText());
        List<String> servers = new ArrayList<>();
        truth.required("servers").forEach(server -> servers.add(server.asText()));
        SimulatedFault fault = new SimulatedFault(
                SimulatedFault.Kind.valueOf(truth.required("fault").asText()),
                truth.required("fileSystem").asText(),
                DemandKind.valueOf(truth.required("load").asText()),
                Duration.ZERO,
                Duration.between(onset, end),
                truth.required("factor").asDouble(),
                List.of());
        return new FaultTruth(
                truth.path("number").asInt(),
                fault,
                onset,
                end,
                servers,
                truth.path("waited").asDouble(Double.NaN),
                truth.path("culprit").textValue(),
                List.of(),
                List.of());
    }

    public void write(JobTruth truth) {
        ObjectNode line = JSON.createObjectNode();
        line.put("kind", "RUN");
        line.put("jobId", truth.jobId());
        line.put("executable", truth.executable());
        line.put("nodes", truth.nodes());
        line.put("state", truth.state());
        line.put("logged", truth.logged());
        line.put("startTime", truth.startTime().toString());
        line.put("endTime", truth.endTime().toString());
        line.put("fileSystem", truth.fileSystem());
        line.set("osts", JSON.valueToTree(truth.osts()));
        line.put("ostsNamed", truth.ostsNamed());
        putVolume(line, "job", truth.job());
        line.put("readOperations", truth.readOperations());
        line.put("writeOperations", truth.writeOperations());
        line.put("metadataOperations", truth.metadataOperations());
        putVolume(line, "exact", truth.exact());
        putVolume(line, "wholeIntervals", truth.wholeIntervals());
        putFinite(line, "exactCoverageFactor", truth.exactCoverageFactor());
        putFinite(line, "wholeIntervalCoverageFactor", truth.wholeIntervalCoverageFactor());
        line.put("ioSeconds", truth.ioSeconds());
        line.put("unhinderedIoSeconds", truth.unhinderedIoSeconds());
        line.put("lostNodeHours", truth.lostNodeHours());
        line.set("intervals", JSON.valueToTree(truth.intervals()));
        line.set("faultLosses", JSON.valueToTree(truth.faultLosses()));
        line.set("contenders", JSON.valueToTree(truth.contenders()));
        write(line);
    }

    public void write(FaultTruth truth) {
        ObjectNode line = JSON.createObjectNode();
        line.put("kind", "FAULT");
        line.put("number", truth.number());
        line.put("fault", truth.fault().kind().name());
        line.put("fileSystem", truth.fault().fileSystem());
        line.put("load", truth.fault().load().name());
        line.put("factor", truth.fault().factor());
        line.put("onset", truth.onset().toString());
        line.put("end", truth.end().toString());
        line.set("servers", JSON.valueToTree(truth.servers()));
        putFinite(line, "waited", truth.waited());
        line.put("culprit", truth.culprit());
        putFinite(line, "culpritShare", truth.culpritShare());
        line.put("lostNodeHours", truth.lostNodeHours());
        line.set("suspects", JSON.valueToTree(truth.suspects()));
        line.set("victims", JSON.valueToTree(truth.victims()));
        write(line);
    }

    private static void putVolume(ObjectNode line, String name, ByteVolume volume) {
        line.put(name + "ReadBytes", volume.readBytes());
        line.put(name + "WriteBytes", volume.writeBytes());
    }

    /** JSON has no NaN. */
    private static void putFinite(ObjectNode line, String name, double value) {
        line.put(name, Double.isFinite(value) ? value : null);
    }

    private void write(ObjectNode line) {
        try {
            writer.write(JSON.writeValueAsString(line));
            writer.write('\n');
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Writes what is still in memory. */
    public void flush() {
        try {
            writer.flush();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private UncheckedIOException failed(IOException cause) {
        return new UncheckedIOException(
                "cannot write the truth to " + file + ": " + cause.getMessage()
                        + "; the folder must exist and be writable",
                cause);
    }
}
