package io.barograph.sources.darshan.log;

import java.util.ArrayList;
import java.util.List;

/** What the library printed about one log; of many lines the first ones and the last one are kept. */
public final class LibraryMessages {
    private static final int KEPT = 4;

    private final List<String> first = new ArrayList<>();
    private String last;
    private int leftOut;

    public void add(String line) {
        if (line.isBlank()) {
            return;
        }
        if (first.size() < KEPT) {
            first.add(line.strip());
            return;
        }
        if (last != null) {
            leftOut++;
        }
        last = line.strip();
    }

    /** @return the messages with one text in place of another */
    public LibraryMessages replace(String text, String by) {
        LibraryMessages replaced = new LibraryMessages();
        first.forEach(line -> replaced.first.add(line.replace(text, by)));
        replaced.last = last == null ? null : last.replace(text, by);
        replaced.leftOut = leftOut;
        return replaced;
    }

    public boolean isEmpty() {
        return first.isEmpty();
    }

    public String text() {
        List<String> parts = new ArrayList<>(first);
        if (leftOut > 0) {
            parts.add("(" + leftOut + " more)");
        }
        if (last != null) {
            parts.add(last);
        }
        return String.join(" | ", parts);
    }
}
