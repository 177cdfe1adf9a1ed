package io.barograph.sources.darshan.log;

import java.util.ArrayList;
import java.util.List;

/** What the library printed about one log; of many lines the first ones and the last one are kept. */
public final class LibraryMessages {
    private static final int KEPT = 4;

    /** The first ones; after them the last one, if there are more. */
    private final List<String> lines = new ArrayList<>();

    private int leftOut;

    public void add(String line) {
        if (line.isBlank()) {
            return;
        }
        if (lines.size() <= KEPT) {
            lines.add(line.strip());
        } else {
            lines.set(KEPT, line.strip());
            leftOut++;
        }
    }

    /** @return the messages with one text in place of another */
    public LibraryMessages replace(String text, String by) {
        LibraryMessages replaced = new LibraryMessages();
        lines.forEach(line -> replaced.lines.add(line.replace(text, by)));
        replaced.leftOut = leftOut;
        return replaced;
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    public String text() {
        List<String> parts = new ArrayList<>(lines);
        if (leftOut > 0) {
            parts.add(KEPT, "(" + leftOut + " more)");
        }
        return String.join(" | ", parts);
    }
}
