package io.barograph.sources.lustre;

import java.util.Optional;
import java.util.stream.Stream;

/** What {@code lnet} says of a host. */
final class LnetStatistics {
    private static final int NUMBERS = 11;
    private static final int SENT_BYTES = 7;
    private static final int RECEIVED_BYTES = 8;

    private LnetStatistics() {}

    /**
     * @param text {@code lnet/stats}: eleven numbers, of which the last four are the lengths sent, received, routed and
     *     dropped
     * @return bytes that the host itself sent and received since LNET started; empty if they are not understood
     */
    static Optional<Long> ownBytes(ServerText text, ParseProblemHandler problems) {
        String[] words = text.content().strip().split("\\s+", -1);
        try {
            if (words.length != NUMBERS) {
                throw new NumberFormatException("not the " + NUMBERS + " numbers of LNET");
            }
            long[] numbers =
                    Stream.of(words).mapToLong(StatisticsNumbers::count).toArray();
            return Optional.of(Math.addExact(numbers[SENT_BYTES], numbers[RECEIVED_BYTES]));
        } catch (NumberFormatException | ArithmeticException e) {
            problems.report(text.at(0), e.getMessage(), text.content());
            return Optional.empty();
        }
    }

    /** @return true if the host passes on what is for other networks, by {@code lnet/routes} */
    static boolean isRouter(ServerText routes) {
        return routes.content().strip().startsWith("Routing enabled");
    }
}
