package io.barograph.cli.doctor;

/**
 * What one test found.
 *
 * @param verdict whether it is as it should be
 * @param subject what was tested
 * @param text what was found; where something is wrong, with the remedy
 */
record Finding(Verdict verdict, String subject, String text) {
    /** How a finding counts. */
    enum Verdict {
        /** As it should be. */
        GOOD("ok"),
        /** Worth knowing; does not count as wrong. */
        NOTE("--"),
        /** Wrong. */
        WRONG("!!");

        private final String mark;

        Verdict(String mark) {
            this.mark = mark;
        }
    }

    static Finding good(String subject, String text) {
        return new Finding(Verdict.GOOD, subject, text);
    }

    static Finding note(String subject, String text) {
        return new Finding(Verdict.NOTE, subject, text);
    }

    static Finding wrong(String subject, String text) {
        return new Finding(Verdict.WRONG, subject, text);
    }

    /** @return the finding in one line */
    String line() {
        return String.format("%s  %-24s %s", verdict.mark, subject, text.replaceAll("\\s*\\R\\s*", " "));
    }
}
