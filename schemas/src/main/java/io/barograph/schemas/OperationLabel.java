package io.barograph.schemas;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Probe operations in the words of texts for people. */
public final class OperationLabel {
    private static final Map<String, String> LABELS = Map.of(
            "DATA_READ", "reading data",
            "DATA_WRITE", "writing data",
            "CREATE", "creating a file",
            "STAT", "stat of a file",
            "READ", "reading a small file",
            "DELETE", "deleting a file");

    private OperationLabel() {}

    /** @return names of the operations that probes have, as in records */
    public static Set<String> operations() {
        return LABELS.keySet();
    }

    /**
     * @param operation name as in records, for instance {@code DATA_READ}
     * @return for instance {@code reading data}; the name in lower case for an operation that probes do not have
     */
    public static String of(String operation) {
        return LABELS.getOrDefault(operation, operation.toLowerCase(Locale.ROOT).replace('_', ' '));
    }
}
