package io.barograph.schemas;

import java.util.Locale;

/** Probe operations in the words of texts for people. */
public final class OperationLabel {
    private OperationLabel() {}

    /**
     * @param operation name as in records, for instance {@code DATA_READ}
     * @return for instance {@code reading data}; the name in lower case for an operation that probes do not have
     */
    public static String of(String operation) {
        return switch (operation) {
            case "DATA_READ" -> "reading data";
            case "DATA_WRITE" -> "writing data";
            case "CREATE" -> "creating a file";
            case "STAT" -> "stat of a file";
            case "READ" -> "reading a small file";
            case "DELETE" -> "deleting a file";
            default -> operation.toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
