package io.barograph.sources.lustre;

import java.util.List;
import java.util.Optional;

/**
 * Time of all processors since boot, from the first line of {@code /proc/stat}, in ticks.
 *
 * @param used user, nice, system, interrupts and soft interrupts
 * @param total those, idle and waiting for I/O; as LMT counts it, stolen time is left out
 */
record ProcessorTimes(long used, long total) {
    private static final int COLUMNS = 7;

    /**
     * @param text the text
     * @param problems takes a line that is not understood
     * @return the times; empty if they are not understood
     */
    static Optional<ProcessorTimes> parse(ServerText text, ParseProblemHandler problems) {
        List<String> lines = text.lines();
        String line = lines.isEmpty() ? "" : lines.get(0).strip();
        String[] words = line.split("\\s+", -1);
        try {
            if (!words[0].equals("cpu") || words.length <= COLUMNS) {
                throw new NumberFormatException(
                        "not a line \"cpu user nice system idle iowait irq softirq\"; the server's CPU is unknown");
            }
            long used = 0;
            long total = 0;
            for (int column = 1; column <= COLUMNS; column++) {
                long ticks = StatisticsNumbers.count(words[column]);
                boolean idle = column == 4 || column == 5;
                used = Math.addExact(used, idle ? 0 : ticks);
                total = Math.addExact(total, ticks);
            }
            return Optional.of(new ProcessorTimes(used, total));
        } catch (NumberFormatException | ArithmeticException e) {
            problems.report(text.at(0), e.getMessage(), line);
            return Optional.empty();
        }
    }

    /**
     * @param earlier an earlier reading; null: since boot. A reading from before a restart of the server counts as none
     * @return share of the time that the processors worked, percent; 0 if no time has passed
     */
    double percentSince(ProcessorTimes earlier) {
        boolean sameBoot = earlier != null && earlier.total <= total && earlier.used <= used;
        long usedSince = sameBoot ? used - earlier.used : used;
        long totalSince = sameBoot ? total - earlier.total : total;
        return totalSince == 0 ? 0 : 100.0 * usedSince / totalSince;
    }
}
