package io.barograph.cli.replay;

import io.barograph.cli.command.BarographCommand;
import io.barograph.stack.HomeFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        description = "Shows the replays of this machine: window, number of results, what was changed and what lacked.",
        footer = "  ./barograph replay list")
public final class ReplayListCommand extends BarographCommand {
    @Override
    public Integer call() throws IOException {
        List<ReplayManifest> replays = ReplayStore.in(HomeFolder.ofLauncher()).list();
        PrintWriter out = out();
        out.printf(Locale.ROOT, "%-24s %-20s %-20s %10s  %s%n", "name", "from", "to", "results", "");
        for (ReplayManifest replay : replays) {
            out.printf(
                    Locale.ROOT,
                    "%-24s %-20s %-20s %,10d  %s%n",
                    replay.name(),
                    replay.from() == null ? "(recorded files)" : replay.from(),
                    replay.to() == null ? "" : replay.to(),
                    replay.resultsInAll(),
                    remark(replay));
        }
        if (replays.isEmpty()) {
            out.println("(none)");
        }
        return 0;
    }

    private static String remark(ReplayManifest replay) {
        StringBuilder remark = new StringBuilder();
        replay.changes()
                .forEach((key, value) ->
                        remark.append(key).append('=').append(value).append(' '));
        if (!replay.missing().isEmpty()) {
            remark.append("missing: ").append(replay.missing().size()).append(" gaps ");
        }
        if (!replay.damaged().isEmpty()) {
            remark.append("damaged: ").append(replay.damaged().size()).append(" files");
        }
        return remark.toString().strip();
    }
}
