package io.barograph.schemas.admission;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * What a name may be: of file systems, servers, hosts, jobs, users, accounts, partitions, motifs, collectors, and of
 * operations and metrics, from which keys of maps and names of fields are made.
 *
 * <p>A name has letters and digits of any script and the punctuation of {@value #PUNCTUATION}, which is what sites have:
 * {@code scratch-OST0000}, {@code 10.0.0.1@o2ib}, {@code fe80::1%ib0}, {@code /dev/gpfs0}, {@code 4711_[1-10%4]}, {@code
 * 4711+1}, {@code 123.server}, {@code user/admin@REALM}, {@code CANCELLED by 1000}. It has none of what other formats take
 * for their own (backslash, quotes, line breaks), and nothing that is not seen.
 *
 * <p>A path, or a command line with its arguments, may have any character that is seen.
 */
public final class NameRule {
    /** Longer than any name of the recordings; Linux has 64 for a host, Lustre 64 for a job and a target. */
    public static final int MAX_NAME = 128;

    /** What is kept of a path, or of a command line with its arguments. */
    public static final int MAX_PATH = 1_024;

    static final String PUNCTUATION = " ._-:/@+#=~,()[]{}%*$";

    /** Nearly all characters of names, of which each record has some dozens. */
    private static final boolean[] ASCII_OF_NAMES = asciiOfNames();

    static final String NAMES = "a name has letters, digits and " + PUNCTUATION.strip() + ", and spaces";
    static final String PATHS = "a path has no control characters and none that are not seen";

    private NameRule() {}

    /** {@return a name that differs for other texts: what a name cannot have, and the percent sign, as {@code %} and hex digits} */
    public static String escaped(String text) {
        StringBuilder name = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (character != '%' && isOfNames(character)) {
                name.appendCodePoint(character);
                return;
            }
            for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                name.append(String.format(Locale.ROOT, "%%%02X", each & 0xFF));
            }
        });
        return name.toString();
    }

    /** {@return the text as a name: {@code _} in place of what a name cannot have, cut to {@value #MAX_NAME}} */
    public static String name(String text) {
        return within(text, NameRule::isOfNames, MAX_NAME);
    }

    /** {@return the text as a path: {@code _} in place of what a path cannot have, cut to {@value #MAX_PATH}} */
    public static String path(String text) {
        return within(text, NameRule::isSeen, MAX_PATH);
    }

    private static String within(String text, IntPredicate allowed, int max) {
        StringBuilder within = new StringBuilder(Math.min(text.length(), max));
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            int taken = allowed.test(character) ? character : '_';
            if (within.length() + Character.charCount(taken) > max) {
                break;
            }
            within.appendCodePoint(taken);
            at += Character.charCount(character);
        }
        return within.toString();
    }

    /** {@return the first character that a name cannot have; -1 if there is none} */
    static int notOfNames(String text) {
        return firstNot(text, NameRule::isOfNames);
    }

    /** {@return the first character that a path cannot have; -1 if there is none} */
    static int notOfPaths(String text) {
        return firstNot(text, NameRule::isSeen);
    }

    private static int firstNot(String text, IntPredicate allowed) {
        for (int at = 0; at < text.length(); ) {
            int character = text.codePointAt(at);
            if (!allowed.test(character)) {
                return character;
            }
            at += Character.charCount(character);
        }
        return -1;
    }

    private static boolean isOfNames(int character) {
        return character < ASCII_OF_NAMES.length ? ASCII_OF_NAMES[character] : Character.isLetterOrDigit(character);
    }

    private static boolean[] asciiOfNames() {
        boolean[] allowed = new boolean[128];
        for (int character = 0; character < allowed.length; character++) {
            allowed[character] = Character.isLetterOrDigit(character) || PUNCTUATION.indexOf(character) >= 0;
        }
        return allowed;
    }

    private static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
