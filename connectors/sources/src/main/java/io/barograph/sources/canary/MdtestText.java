package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * mdtest's output. It states the rate of each phase, over several iterations the mean, but not when a phase began: all
 * phases carry the start and end of the run. The duration of a phase is the number of items by its rate.
 */
final class MdtestText implements ResultReader {
    private static final Pattern STARTED = Pattern.compile("-- started at (\\S+ \\S+) --");
    private static final Pattern FINISHED = Pattern.compile("-- finished at (\\S+ \\S+) --");
    private static final Pattern LAUNCHED =
            Pattern.compile("mdtest-\\S+ was launched with ([0-9]+) total task\\(s\\) on ([0-9]+) node\\(s\\)");
    private static final Pattern ITEMS = Pattern.compile("[0-9]+ tasks, ([0-9]+) (?:files|directories|file)\\S*");
    private static final Pattern SUMMARY = Pattern.compile("SUMMARY rate.*: \\(of ([0-9]+) iterations\\)");
    private static final Pattern ROW = Pattern.compile(
            "\\s+((?:Directory|File|Tree) [a-z]+)\\s*:?\\s+([0-9.]+)\\s+([0-9.]+)\\s+([0-9.]+)\\s+(\\S+)\\s*");
    private static final Pattern LOCATION = Pattern.compile("'?-[dx]'?[ =]+('[^']*'|\\S+)");

    private static final class State {
        private Instant start;
        private Instant end;
        private Integer tasks;
        private Integer nodes;
        private Long items;
        private String command = "";
    }

    @Override
    public void read(String text, Run run, ZoneId zone, Output output) {
        State state = new State();
        state.start = run.start();
        state.end = run.end();
        for (String line : ResultReader.lines(text)) {
            remember(line, state, zone);
        }
        if (state.end.isBefore(state.start)) {
            state.end = state.start;
        }
        Integer iterations = null;
        long number = 0;
        for (String line : ResultReader.lines(text)) {
            number++;
            Matcher summary = SUMMARY.matcher(line);
            Matcher row = ROW.matcher(line);
            if (summary.matches()) {
                iterations = ResultText.small(summary.group(1));
            } else if (line.startsWith("SUMMARY") || line.startsWith("--")) {
                iterations = null;
            } else if (iterations != null && row.matches()) {
                output.phase(phase(row, iterations, state), number);
            } else if (iterations != null && isDamagedRow(line)) {
                output.refused(number, line, "no row of four numbers");
            }
        }
    }

    private static boolean isDamagedRow(String line) {
        String text = line.strip();
        return text.startsWith("Directory ") || text.startsWith("File ") || text.startsWith("Tree ");
    }

    private static void remember(String line, State state, ZoneId zone) {
        Matcher started = STARTED.matcher(line);
        Matcher finished = FINISHED.matcher(line);
        Matcher launched = LAUNCHED.matcher(line);
        Matcher items = ITEMS.matcher(line);
        if (started.find()) {
            state.start = ResultText.time(started.group(1), ResultText.MDTEST, zone, state.start);
        } else if (finished.find()) {
            state.end = ResultText.time(finished.group(1), ResultText.MDTEST, zone, state.end);
        } else if (launched.find()) {
            state.tasks = ResultText.small(launched.group(1));
            state.nodes = ResultText.small(launched.group(2));
        } else if (items.find()) {
            state.items = ResultText.whole(items.group(1));
        } else if (line.startsWith("Command line used:")) {
            state.command = options(line.substring(line.indexOf(':') + 1).strip());
        }
    }

    /** Without the program's path and the places that it works in, which do not make runs differ. */
    private static String options(String command) {
        int blank = command.indexOf(' ');
        return blank < 0
                ? ""
                : LOCATION.matcher(command.substring(blank))
                        .replaceAll("")
                        .replace("'", "")
                        .strip()
                        .replaceAll(" +", " ");
    }

    private static BenchmarkRun.Builder phase(Matcher row, int iterations, State state) {
        Double rate = ResultText.number(row.group(4));
        boolean tree = row.group(1).startsWith("Tree");
        Long items = tree ? null : state.items;
        Double seconds = items == null || rate == null || rate == 0 ? null : items / rate;
        return BenchmarkRun.newBuilder()
                .setPhase(name(row.group(1)))
                .setConfiguration("tasks=" + state.tasks + ", nodes=" + state.nodes + ", items=" + state.items
                        + ", iterations=" + iterations + ", options=" + state.command)
                .setStartTime(state.start)
                .setEndTime(state.end)
                .setSeconds(seconds)
                .setOperations(items)
                .setOperationsPerSecond(rate)
                .setProcesses(state.tasks)
                .setNodes(state.nodes)
                .setError(rate == null ? "no rate stated" : null);
    }

    private static final Map<String, String> ACTIONS = Map.of("creation", "create", "removal", "remove");

    /** @return for instance {@code file-create} */
    private static String name(String operation) {
        int blank = operation.indexOf(' ');
        String action = operation.substring(blank + 1);
        return operation.substring(0, blank).toLowerCase(Locale.ROOT) + "-" + ACTIONS.getOrDefault(action, action);
    }
}
