package io.barograph.sources.lustre;

import java.util.List;

/** Share of the memory that is not free, from {@code /proc/meminfo}. Caches count as used, as in LMT. */
final class MemoryUse {
    private MemoryUse() {}

    /**
     * @param text the text
     * @param problems takes a text without the two lines
     * @return (MemTotal - MemFree) / MemTotal, percent; null if it is not known
     */
    static Double percent(ServerText text, ParseProblemHandler problems) {
        try {
            long total = kibibytes(text.lines(), "MemTotal:");
            long free = kibibytes(text.lines(), "MemFree:");
            if (total == 0 || free > total) {
                throw new NumberFormatException("MemFree is larger than MemTotal");
            }
            return 100.0 * (total - free) / total;
        } catch (NumberFormatException e) {
            problems.report(text.at(0), e.getMessage() + "; the server's memory use is unknown", text.content());
            return null;
        }
    }

    private static long kibibytes(List<String> lines, String name) {
        for (String line : lines) {
            String[] words = line.strip().split("\\s+", -1);
            if (words[0].equals(name) && words.length == 3 && words[2].equals("kB")) {
                return StatisticsNumbers.count(words[1]);
            }
        }
        throw new NumberFormatException("no line \"" + name + " ... kB\"");
    }
}
