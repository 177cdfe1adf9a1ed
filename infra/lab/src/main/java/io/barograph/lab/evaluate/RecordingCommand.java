package io.barograph.lab.evaluate;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ExportFolder;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.TruthLines;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "recording",
        description = {
            "Compares the events of a replay, or of a live analysis, with what somebody knows to have gone wrong. Prints the"
                    + " tables of evaluate contention.",
            "",
            "The truth has one JSON object a line, as the simulator writes it: kind FAULT, fault, fileSystem, load, factor,"
                    + " onset, end, servers, culprit."
        },
        footer = {
            "  ./barograph evaluate recording --truth truth.jsonl --from-export results",
            "  ./barograph evaluate recording --truth truth.jsonl --from-export results --json faults.jsonl"
        })
public final class RecordingCommand extends BarographCommand {
    @Option(names = "--truth", paramLabel = "FILE", description = "What really went wrong.")
    private Path truth;

    @Option(
            names = "--from-export",
            paramLabel = "DIR",
            description = "Folder of a replay's results (./barograph replay --export).")
    private Path export;

    @Option(
            names = "--shared-servers",
            description =
                    "The same servers keep data and metadata, as in GlusterFS: a degradation of either is one of both.")
    private boolean sharedServers;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also writes a JSON line for each fault, with the event that reports it, and for each event"
                    + " that reports none.")
    private Path json;

    @Override
    public Integer call() throws IOException {
        if (truth == null || export == null) {
            throw wrongUsage("give --truth and --from-export");
        }
        List<FaultTruth> faults = TruthLines.readFaults(truth);
        if (faults.isEmpty()) {
            throw wrongUsage("no line of " + truth + " is of the kind FAULT");
        }
        List<ContentionEvent> records = new ArrayList<>();
        if (!new ExportFolder(export).read(Topic.CONTENTION_EVENTS, records::add)) {
            throw new CommandFailedException(
                    "there is no contention-events.jsonl in " + export,
                    "Give the folder that ./barograph replay ... --export made.");
        }
        Instant end = Stream.concat(
                        faults.stream().map(FaultTruth::end),
                        records.stream().map(event -> FinalEvents.end(event, event.getOnset())))
                .max(Instant::compareTo)
                .orElseThrow();
        List<ContentionEvent> events = FinalEvents.of(records);
        List<FaultTruth> known = sharedServers
                ? faults.stream().map(fault -> asReported(fault, events)).toList()
                : faults;
        TrialOutcome outcome =
                new TrialOutcome(0, faults.get(0).onset(), end, known, Set.of(), events, List.of(), FineRuns.NONE);
        ContentionScore score = new ContentionScore();
        score.add(outcome);
        try (TrialLines details = new TrialLines(json)) {
            details.write(outcome);
        }
        new ContentionTable(score, out()).print();
        return 0;
    }

    /** A sick server that keeps data and metadata slows both; the event names what it slows most. */
    private static FaultTruth asReported(FaultTruth truth, List<ContentionEvent> events) {
        SimulatedFault fault = truth.fault();
        Optional<ContentionEvent> reported = events.stream()
                .filter(event -> event.getKind() == EventKind.DEGRADED
                        && event.getFileSystem().equals(fault.fileSystem())
                        && event.getOnset().isBefore(truth.end())
                        && FinalEvents.end(event, truth.end()).isAfter(truth.onset()))
                .findFirst();
        if (fault.kind() != SimulatedFault.Kind.DEGRADED || reported.isEmpty()) {
            return truth;
        }
        DemandKind load = reported.get().getType() == EventType.METADATA ? DemandKind.METADATA : DemandKind.WRITE;
        SimulatedFault either =
                SimulatedFault.degraded(fault.fileSystem(), load, fault.after(), fault.lasting(), fault.factor());
        return new FaultTruth(
                truth.number(),
                either,
                truth.onset(),
                truth.end(),
                truth.servers(),
                truth.waited(),
                truth.culprit(),
                truth.suspects(),
                truth.victims());
    }
}
