package io.barograph.sources.lustre;

import java.util.Optional;

/**
 * Bytes that a host moved over LNET, from {@code lnet/stats}: eleven numbers, of which the last four are the lengths sent,
 * received, routed and dropped.
 *
 * @param sentBytes bytes sent since LNET started
 * @param routedBytes bytes passed on between networks, not part of the two others
 */
record LnetStatistics(long sentBytes, long receivedBytes, long routedBytes) {
    private static final int NUMBERS = 11;

    /** @return the numbers; empty if they are not understood */
    static Optional<LnetStatistics> parse(ServerText text, ParseProblemHandler problems) {
        String[] words = text.content().strip().split("\\s+", -1);
        try {
            if (words.length != NUMBERS) {
                throw new NumberFormatException("not the " + NUMBERS + " numbers of LNET");
            }
            for (String word : words) {
                StatisticsNumbers.count(word);
            }
            LnetStatistics statistics = new LnetStatistics(
                    StatisticsNumbers.count(words[7]),
                    StatisticsNumbers.count(words[8]),
                    StatisticsNumbers.count(words[9]));
            Math.addExact(statistics.sentBytes, statistics.receivedBytes);
            return Optional.of(statistics);
        } catch (NumberFormatException | ArithmeticException e) {
            problems.report(text.at(0), e.getMessage(), text.content());
            return Optional.empty();
        }
    }

    /** @return bytes that the host itself sent and received */
    long ownBytes() {
        return sentBytes + receivedBytes;
    }

    /**
     * @param routes text of {@code lnet/routes}
     * @return true if the host passes on what is for other networks
     */
    static boolean isRouter(ServerText routes) {
        return routes.content().strip().startsWith("Routing enabled");
    }
}
