package io.barograph.runtime;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Lines of a text in UTF-8, with their numbers and in bounded memory: of a line longer than {@link #MAX_LENGTH} characters
 * the beginning is refused and the rest passed over. Bytes that are no UTF-8 read as the replacement character.
 */
public final class TextLineReader implements Closeable {
    /** Longest line, characters. */
    public static final int MAX_LENGTH = 64 * 1024;

    private static final int END = -1;
    private static final int KEPT_OF_A_LONG_LINE = 256;

    private final String origin;
    private final DeadLetterCounter refusals;
    private final BufferedReader reader;
    private final StringBuilder line = new StringBuilder();
    private int number;
    private boolean afterCarriageReturn;

    /** @param origin what to call the text: file, or node and command */
    public TextLineReader(String origin, InputStream text, DeadLetterCounter refusals) {
        this.origin = origin;
        this.refusals = refusals;
        this.reader = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    }

    /** @return the next line without its end; null after the last one */
    public String next() throws IOException {
        while (true) {
            line.setLength(0);
            long length = 0;
            int character = read();
            if (character == END) {
                return null;
            }
            number++;
            while (character != END && character != '\n') {
                if (++length <= MAX_LENGTH) {
                    line.append((char) character);
                }
                character = read();
            }
            if (length <= MAX_LENGTH) {
                return line.toString();
            }
            refuse("the line is longer than " + MAX_LENGTH + " characters", line.substring(0, KEPT_OF_A_LONG_LINE));
        }
    }

    /** Ends of lines are LF, CR LF or CR; each comes back as LF. */
    private int read() throws IOException {
        int character = reader.read();
        if (character == '\n' && afterCarriageReturn) {
            character = reader.read();
        }
        afterCarriageReturn = character == '\r';
        return character == '\r' ? '\n' : character;
    }

    public void refuse(String reason, String text) {
        refusals.refuse(place(), reason, null, text.getBytes(StandardCharsets.UTF_8));
    }

    /** @return origin and number of the current line, counted from 1 */
    public String place() {
        return origin + ", line " + number;
    }

    /** @return number of the current line, counted from 1 */
    public int number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
