package io.barograph.sources.slurm;

import java.io.IOException;
import java.io.Reader;

/** Lines of a text of unknown origin: one that is too long is cut, and not held in memory. */
final class SlurmLineReader {
    static final int MAX_LENGTH = 1 << 20;

    private static final int BUFFER = 1 << 16;

    private final Reader reader;
    private final char[] buffer = new char[BUFFER];
    private int filled;
    private int at;
    private long number;

    SlurmLineReader(Reader reader) {
        this.reader = reader;
    }

    /** @param cut true if there was more of it */
    record Line(long number, String text, boolean cut) {}

    /** @return the next line; null at the end */
    Line next() throws IOException {
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
            int kept = Math.min(at - begin, MAX_LENGTH - line.length());
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
}
