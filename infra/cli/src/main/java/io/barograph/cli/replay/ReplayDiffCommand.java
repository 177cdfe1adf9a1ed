package io.barograph.cli.replay;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ExportFolder;
import io.barograph.cli.export.ResultSource;
import io.barograph.cli.export.ResultTopics;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "diff",
        description = {
            "Says what two replays, or a replay and the live results, do not share: records that only one has, and"
                    + " fields that differ, with by how much.",
            "",
            "Of an event the last record counts. The exit code is 0 if nothing differs, else 1."
        },
        footer = {
            "  ./barograph replay diff tuesday tuesday-lower-threshold",
            "  ./barograph replay diff tuesday --live --config barograph.yaml"
        })
public final class ReplayDiffCommand extends BarographCommand {
    private static final int SHOWN = 100;

    @Parameters(paramLabel = "NAME", arity = "0..2", description = "Names of replays.")
    private List<String> names = List.of();

    @Option(names = "--live", description = "Compares with the live results in the topics of the site.")
    private boolean live;

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site, with its broker.")
    private Path config;

    @Option(names = "--all", description = "Prints all differences, not the first " + SHOWN + " of each topic.")
    private boolean all;

    private record Side(ResultSource source, Instant from, Instant to) {
        boolean contains(long time) {
            return (from == null || time >= from.toEpochMilli()) && (to == null || time <= to.toEpochMilli());
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (names.size() != (live ? 1 : 2)) {
            throw wrongUsage("compare what? Give the names of two replays, or of one and --live");
        }
        ReplayStore store = ReplayStore.in(HomeFolder.ofLauncher());
        Side a = side(store, names.get(0));
        Side b = live ? new Side(topics(), a.from(), a.to()) : side(store, names.get(1));
        PrintWriter out = out();
        String other = live ? "live" : names.get(1);
        long differences = 0;
        for (RecordComparisonKey<?> identity : RecordComparisonKey.ALL) {
            differences += print(compare(identity, a, b), identity.topic().name(), other, out);
        }
        out.println(differences == 0 ? "Nothing differs." : differences + " records differ.");
        return differences == 0 ? 0 : 1;
    }

    private static Side side(ReplayStore store, String name) throws IOException {
        Path folder = store.of(name);
        ReplayManifest manifest = ReplayManifest.read(folder);
        return new Side(
                new ExportFolder(folder),
                manifest.from() == null ? null : Instant.parse(manifest.from()),
                manifest.to() == null ? null : Instant.parse(manifest.to()));
    }

    private ResultSource topics() {
        require(config, "which site is live? Give --config FILE");
        return new ResultTopics(BarographConfiguration.read(config)
                .broker()
                .orElseThrow(() -> new CommandFailedException(
                        config + " names no broker", "Add kafka: {bootstrapServers: HOST:PORT} to it.")));
    }

    private static <T extends SpecificRecord> RecordDiff compare(RecordComparisonKey<T> identity, Side a, Side b)
            throws IOException, InterruptedException {
        RecordDiff diff = new RecordDiff(identity::of);
        Topic<T> topic = identity.topic();
        boolean inA = a.source().read(topic, record -> diff.addToA(record));
        boolean inB = b.source().read(topic, record -> {
            if (a.contains(topic.timestamp().applyAsLong(record))) {
                diff.addToB(record);
            }
        });
        return inA && inB ? diff : new RecordDiff(identity::of); // a part that was not asked for has no results
    }

    private long print(RecordDiff diff, String topic, String other, PrintWriter out) {
        List<String> lines = diff.lines(names.get(0), other);
        if (!lines.isEmpty()) {
            out.printf(Locale.ROOT, "%s: %,d of %,d records differ%n", topic, lines.size(), diff.size());
            lines.stream().limit(all ? Long.MAX_VALUE : SHOWN).forEach(line -> out.println("  " + line));
            if (!all && lines.size() > SHOWN) {
                out.printf(Locale.ROOT, "  ... and %,d more; --all prints them%n", lines.size() - SHOWN);
            }
        }
        return lines.size();
    }
}
