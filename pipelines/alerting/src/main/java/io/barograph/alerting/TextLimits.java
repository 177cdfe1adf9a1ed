package io.barograph.alerting;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Texts of unknown length and content. */
final class TextLimits {
    private static final int MAX_NAME = 200;
    private static final int DIGEST_CHARACTERS = 10;

    private TextLimits() {}

    /** At most so many characters, on one line, without control characters. */
    static String cut(String text, int most) {
        String shortened = text.length() <= most ? text : text.substring(0, wholeCharacters(text, most - 1)) + "…";
        return shortened.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }

    /** The text itself, or its begin and a digest of the whole, so that different texts stay different. */
    static String bounded(String text) {
        return text.length() <= MAX_NAME
                ? text
                : text.substring(0, wholeCharacters(text, MAX_NAME - DIGEST_CHARACTERS - 1)) + "#" + digest(text);
    }

    /** Ten hexadecimal digits of SHA-256. */
    static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static int wholeCharacters(String text, int length) {
        return Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    }
}
