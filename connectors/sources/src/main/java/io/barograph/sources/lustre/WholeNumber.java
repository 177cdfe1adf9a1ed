package io.barograph.sources.lustre;

import java.util.Optional;

/** A text that is one whole number, such as {@code kbytesfree} and {@code num_exports}. */
final class WholeNumber {
    private WholeNumber() {}

    /**
     * @param text the text, if there is one
     * @param problems takes a text that is no number
     * @return the number; null if it is not known
     */
    static Long parse(Optional<ServerText> text, ParseProblemHandler problems) {
        if (text.isEmpty()) {
            return null;
        }
        String content = text.get().content().strip();
        try {
            return StatisticsNumbers.count(content);
        } catch (NumberFormatException e) {
            problems.report(text.get().at(0), e.getMessage(), content);
            return null;
        }
    }
}
