package io.barograph.verdicts.causes;

import java.util.Locale;

/** Where the causes of a run's performance lie. */
public enum CauseSide {
    APPLICATION,
    SYSTEM,
    BOTH,
    UNKNOWN;

    /** @return its name in records: application, system, both, unknown */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
