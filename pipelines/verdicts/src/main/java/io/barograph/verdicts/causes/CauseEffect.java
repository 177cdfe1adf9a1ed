package io.barograph.verdicts.causes;

import java.util.Locale;

/** What a cause does to the performance of a run. */
public enum CauseEffect {
    LOWERS,
    RAISES;

    /** @return its name in records: lowers, raises */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
