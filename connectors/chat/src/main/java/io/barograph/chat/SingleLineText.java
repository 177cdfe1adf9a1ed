package io.barograph.chat;

import java.util.function.IntFunction;

/** Makes texts of unknown origin fit for one line of a message. */
final class SingleLineText {
    private static final String ELLIPSIS = "\u2026";
    private static final int REPLACEMENT = 0xFFFD;

    /** No hyphen, which would begin a list in Markdown. */
    private static final String DASH = "\u2013";

    /** Breaks what a service would read as a mention or a tag, at the price of an invisible character. */
    static final String ZERO_WIDTH_SPACE = "\u200B";

    private SingleLineText() {}

    /** {@return the line in which characters mean themselves} */
    static String line(String text, int most) {
        return line(text, most, Character::toString);
    }

    /**
     * Writes a text in one line: white space, line breaks and control characters become one space, invisible formatting
     * (of the direction of writing, for instance) is left out, halves of surrogate pairs become U+FFFD. What does not
     * fit is cut between characters and marked by an ellipsis.
     *
     * @param most most UTF-16 units of the result, at least 1
     * @param escaping how a service writes one character so that it means nothing else
     * @return the line; a dash if nothing can be seen, for services refuse empty texts
     */
    static String line(String text, int most, IntFunction<String> escaping) {
        StringBuilder line = new StringBuilder(Math.min(most, text.length()));
        int lengthBeforeEllipsis = 0;
        boolean space = false;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            int shown = shown(codePoint);
            if (shown == ' ') {
                space = !line.isEmpty();
            } else if (shown >= 0) {
                line.append(space ? " " : "").append(escaping.apply(shown));
                space = false;
                if (line.length() > most) {
                    line.setLength(lengthBeforeEllipsis);
                    return line.append(ELLIPSIS).toString();
                }
                if (line.length() <= most - ELLIPSIS.length()) {
                    lengthBeforeEllipsis = line.length();
                }
            }
        }
        return line.isEmpty() ? DASH : line.toString();
    }

    /** {@return the character to show, a space for white space, -1 for nothing} */
    private static int shown(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> ' ';
            case Character.FORMAT -> -1;
            case Character.SURROGATE, Character.UNASSIGNED -> REPLACEMENT;
            default -> codePoint;
        };
    }
}
