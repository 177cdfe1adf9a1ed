package io.barograph.sources.canary;

import io.barograph.schemas.BenchmarkRun;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code result.txt} of IO500, a file of sections; times are there if its verbosity is at least 1, the usual one. */
final class Io500Results implements ResultReader {
    private static final double GIBIBYTE = 1L << 30;
    private static final Set<String> NO_PHASES = Set.of("run", "SCORE", "SCOREX");

    private static final class Section {
        private final String name;
        private final long line;
        private final Map<String, String> values = new HashMap<>();
        private boolean invalid;

        Section(String name, long line) {
            this.name = name;
            this.line = line;
        }
    }

    /** @return true if this is rather {@code result_summary.txt} */
    static boolean isSummary(String text) {
        return text.lines().anyMatch(line -> line.startsWith("[RESULT]"));
    }

    @Override
    public void read(String text, Run run, ZoneId zone, Output output) {
        Section general = new Section("run", 1);
        Section current = general;
        Instant next = run.start();
        long number = 0;
        List<String> lines = ResultReader.lines(text);
        for (String line : lines) {
            number++;
            String stripped = line.strip();
            if (stripped.startsWith("[") && stripped.endsWith("]")) {
                next = end(current, general, next, zone, output);
                String name = stripped.substring(1, stripped.length() - 1);
                current = name.equals("run") ? general : new Section(name, number);
            } else if (stripped.startsWith(";")) {
                current.invalid |= stripped.contains("INVALID");
            } else {
                value(current, number, stripped, output);
            }
        }
        end(current, general, next, zone, output);
    }

    private static void value(Section section, long number, String line, Output output) {
        int equals = line.indexOf('=');
        if (equals > 0) {
            section.values.put(
                    line.substring(0, equals).strip(),
                    line.substring(equals + 1).strip());
        } else if (!line.isEmpty()) {
            output.refused(number, line, "neither a section nor a value");
        }
    }

    private static Instant end(Section section, Section general, Instant next, ZoneId zone, Output output) {
        String score = section.values.get("score");
        if (NO_PHASES.contains(section.name) || score == null) {
            return next;
        }
        Double seconds = ResultText.number(section.values.getOrDefault("t_delta", ""));
        Instant start = ResultText.time(section.values.getOrDefault("t_start", ""), ResultText.IO500, zone, next);
        BenchmarkRun.Builder phase = phase(section.name, score, start, seconds)
                .setConfiguration(configuration(general, section.invalid))
                .setProcesses(ResultText.small(general.values.getOrDefault("procs", "")));
        output.phase(phase, section.line);
        return phase.getEndTime();
    }

    private static String configuration(Section general, boolean invalid) {
        return "version=" + general.values.get("version") + ", mode=" + general.values.get("mode") + ", config-hash="
                + general.values.get("config-hash") + (invalid ? ", INVALID" : "");
    }

    /** Scores are GiB/s for the phases of IOR, thousands of operations a second for all others. */
    static BenchmarkRun.Builder phase(String name, String score, Instant start, Double seconds) {
        Double value = ResultText.number(score);
        boolean bandwidth = name.startsWith("ior");
        boolean failed = value == null || value == 0;
        return BenchmarkRun.newBuilder()
                .setPhase(name)
                .setStartTime(start)
                .setEndTime(start.plus(ResultText.seconds(seconds)))
                .setSeconds(seconds)
                .setBytesPerSecond(bandwidth && !failed ? (Double) (value * GIBIBYTE) : null)
                .setOperationsPerSecond(!bandwidth && !failed ? (Double) (value * 1000) : null)
                .setError(failed ? "no result (score " + score + ")" : null);
    }

    /**
     * {@code result_summary.txt} of IO500, also what it prints. It does not say when it ran: the phases follow one another up
     * to the end of the run.
     */
    static final class Summary implements ResultReader {
        private static final Pattern VERSION = Pattern.compile("IO500 version (\\S+) \\((\\S+)\\)\\s*");
        private static final Pattern PHASE =
                Pattern.compile("\\[(?:RESULT|      )\\]\\s+(\\S+)\\s+(\\S+) (GiB/s|kIOPS) : time"
                        + " ([0-9.]{1,20}) seconds( \\[INVALID\\])?\\s*");

        @Override
        public void read(String text, Run run, ZoneId zone, Output output) {
            List<String> lines = ResultReader.lines(text);
            double total = 0;
            for (String line : lines) {
                Matcher matcher = PHASE.matcher(line);
                Double seconds = matcher.matches() ? ResultText.number(matcher.group(4)) : null;
                total += seconds == null ? 0 : seconds;
            }
            Instant next = run.end().minus(ResultText.seconds(total));
            String version = "version=null, mode=null";
            long number = 0;
            for (String line : lines) {
                number++;
                Matcher header = VERSION.matcher(line);
                Matcher matcher = PHASE.matcher(line);
                if (header.matches()) {
                    version = "version=" + header.group(1) + ", mode=" + header.group(2);
                } else if (matcher.matches()) {
                    BenchmarkRun.Builder phase = Io500Results.phase(
                                    matcher.group(1), matcher.group(2), next, ResultText.number(matcher.group(4)))
                            .setConfiguration(version + (matcher.group(5) == null ? "" : ", INVALID"));
                    next = phase.getEndTime();
                    output.phase(phase, number);
                } else if (line.startsWith("[RESULT]") || line.startsWith("[      ]")) {
                    output.refused(number, line, "no phase with score and time");
                }
            }
        }
    }
}
