package io.barograph.runtime;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;

/** Lines of a text of unknown origin: one that is too long is cut, and not held in memory. */
public final class CutLineReader implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Reader reader;
    private final int maxLength;
    private final char[] buffer = new char[BUFFER];
    private int filled;
    private int at;
    private long number;

    /** @param maxLength characters that are kept of a line */
    public CutLineReader(Reader reader, int maxLength) {
        this.reader = reader;
        this.maxLength = maxLength;
    }

    /** @param cut true if there was more of it */
    public record Line(long number, String text, boolean cut) {}

    /** @return the next line; null at the end */
    public Line next() throws IOException {
        StringBuilder line = new StringBuilder();
        boolean cut = false;
        while (true) {
            if (at == filled) {
                filled = Math.max(0, reader.read(buffer));
                at = 0;
            }
            if (filled == 0) {
                return line.isEmpty() && !cut ? null : line(line, cut);
            }
            int begin = at;
            while (at < filled && buffer[at] != '\n') {
                at++;
            }
            int kept = Math.min(at - begin, maxLength - line.length());
            line.append(buffer, begin, kept);
            cut |= kept < at - begin;
            if (at < filled) {
                at++;
                return line(line, cut);
            }
        }
    }

    private Line line(StringBuilder line, boolean cut) {
        number++;
        int length = line.length();
        boolean carriageReturn = length > 0 && line.charAt(length - 1) == '\r';
        return new Line(number, line.substring(0, carriageReturn ? length - 1 : length), cut);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
