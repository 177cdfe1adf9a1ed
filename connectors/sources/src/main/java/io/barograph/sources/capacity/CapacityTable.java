package io.barograph.sources.capacity;

/** One kind of table in a dump. */
interface CapacityTable {
    enum Line {
        OTHER,
        UNDERSTOOD,
        REFUSED
    }

    /** @param problem why it is refused; null unless it is */
    record LineResult(Line line, String problem) {
        static final LineResult OTHER = new LineResult(Line.OTHER, null);
        static final LineResult UNDERSTOOD = new LineResult(Line.UNDERSTOOD, null);

        static LineResult refused(String problem) {
            return new LineResult(Line.REFUSED, problem);
        }

        boolean isMine() {
            return line != Line.OTHER;
        }
    }

    LineResult read(String line, CapacityDump dump);

    /** @return the number; -1 if it is none, or 2^63 and more */
    static long count(String text) {
        if (text.isEmpty() || text.length() > 19 || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return -1;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
