package io.barograph.sources.canary;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code result_summary.txt} of IO500, also what it prints. It does not say when it ran: the phases follow one another up
 * to the end of the run.
 */
final class Io500Summary implements ResultReader {
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
                BenchmarkPhase phase = Io500Results.phase(
                        matcher.group(1),
                        matcher.group(2),
                        version + (matcher.group(5) == null ? "" : ", INVALID"),
                        next,
                        ResultText.number(matcher.group(4)),
                        null,
                        number);
                next = phase.end();
                output.phase(phase);
            } else if (line.startsWith("[RESULT]") || line.startsWith("[      ]")) {
                output.refused(number, line, "no phase with score and time");
            }
        }
    }
}
