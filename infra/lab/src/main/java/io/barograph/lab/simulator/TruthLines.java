package io.barograph.lab.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.lab.simulator.server.ByteVolume;
import io.barograph.lab.simulator.server.CompetingJob;
import io.barograph.lab.simulator.server.FaultLoss;
import io.barograph.lab.simulator.server.SimulatedIoInterval;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the truth of a simulated site to a file, one JSON object a line; the docs describe the fields. */
public final class TruthLines implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

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
        truth.osts().forEach(line.putArray("osts")::add);
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
        ArrayNode intervals = line.putArray("intervals");
        for (SimulatedIoInterval interval : truth.intervals()) {
            intervals
                    .addObject()
                    .put("load", interval.load().name())
                    .put("start", interval.start().toString())
                    .put("end", interval.end().toString())
                    .put("unhinderedSeconds", interval.unhinderedSeconds());
        }
        ArrayNode losses = line.putArray("faultLosses");
        for (FaultLoss loss : truth.faultLosses()) {
            losses.addObject().put("fault", loss.fault()).put("seconds", loss.seconds());
        }
        putContenders(line, "contenders", truth.contenders());
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
        ArrayNode servers = line.putArray("servers");
        truth.servers().forEach(servers::add);
        line.put("culprit", truth.culprit());
        putFinite(line, "culpritShare", truth.culpritShare());
        line.put("lostNodeHours", truth.lostNodeHours());
        putContenders(line, "suspects", truth.suspects());
        ArrayNode victims = line.putArray("victims");
        for (FaultTruth.Victim victim : truth.victims()) {
            victims.addObject()
                    .put("jobId", victim.jobId())
                    .put("executable", victim.executable())
                    .put("nodes", victim.nodes())
                    .put("seconds", victim.seconds())
                    .put("nodeHours", victim.nodeHours());
        }
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

    private static void putContenders(ObjectNode line, String name, List<CompetingJob> contenders) {
        ArrayNode array = line.putArray(name);
        for (CompetingJob contender : contenders) {
            array.addObject()
                    .put("jobId", contender.jobId())
                    .put("executable", contender.executable())
                    .put("readBytes", contender.volume().readBytes())
                    .put("writeBytes", contender.volume().writeBytes())
                    .put("metadataOperations", contender.metadataOperations());
        }
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
