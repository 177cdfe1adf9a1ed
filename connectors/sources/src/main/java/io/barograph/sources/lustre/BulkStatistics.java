package io.barograph.sources.lustre;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bulk requests of a target, from {@code brw_stats}: the sums over the bins of its histogram "pages per bulk r/w", which
 * LMT calls IOPs when added. A server leaves out bins, and may leave out all of them.
 */
record BulkStatistics(long reads, long writes) {
    private static final String HISTOGRAM = "pages per bulk r/w";
    private static final Pattern BIN =
            Pattern.compile("\\d+[KMG]?:\\s+(\\d+)\\s+\\d+\\s+\\d+\\s+\\|\\s+(\\d+)\\s+\\d+\\s+\\d+");

    /** @return the sums; empty if the text does not have the histogram, or part of it is not understood */
    static Optional<BulkStatistics> parse(ServerText text, ParseProblemHandler problems) {
        List<String> lines = text.lines();
        int heading = 0;
        while (heading < lines.size() && !lines.get(heading).startsWith(HISTOGRAM)) {
            heading++;
        }
        if (heading == lines.size()) {
            problems.report(text.at(0), "no histogram \"" + HISTOGRAM + "\"", text.content());
            return Optional.empty();
        }
        long reads = 0;
        long writes = 0;
        for (int i = heading + 1; i < lines.size() && !lines.get(i).isBlank(); i++) {
            Matcher bin = BIN.matcher(lines.get(i).strip());
            try {
                if (!bin.matches()) {
                    throw new NumberFormatException("not a bin of \"" + HISTOGRAM + "\"");
                }
                reads = Math.addExact(reads, StatisticsNumbers.count(bin.group(1)));
                writes = Math.addExact(writes, StatisticsNumbers.count(bin.group(2)));
            } catch (NumberFormatException | ArithmeticException e) {
                problems.report(text.at(i), e.getMessage(), lines.get(i));
                return Optional.empty();
            }
        }
        return Optional.of(new BulkStatistics(reads, writes));
    }
}
