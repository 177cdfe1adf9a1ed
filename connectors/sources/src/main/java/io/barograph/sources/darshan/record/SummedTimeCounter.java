package io.barograph.sources.darshan.record;

import java.util.Locale;

/** What is summed of the floating-point counters of a module's records, in seconds. */
public enum SummedTimeCounter {
    READ,
    WRITE,
    METADATA;

    /** @return what the schemas call it, such as {@code readSeconds} */
    public String field() {
        return name().toLowerCase(Locale.ROOT) + "Seconds";
    }
}
