package io.barograph.cli.doctor;

/**
 * What one test found.
 *
 * @param verdict whether it is as it should be
 * @param text what was found; where something is wrong, with the remedy
 */
record CheckResult(Verdict verdict, String subject, String text) {
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

    static CheckResult good(String subject, String text) {
        return new CheckResult(Verdict.GOOD, subject, text);
    }

    static CheckResult note(String subject, String text) {
        return new CheckResult(Verdict.NOTE, subject, text);
    }

    static CheckResult wrong(String subject, String text) {
        return new CheckResult(Verdict.WRONG, subject, text);
    }

    String line() {
        return String.format("%s  %-24s %s", verdict.mark, subject, text.replaceAll("\\s*\\R\\s*", " "));
    }
}
