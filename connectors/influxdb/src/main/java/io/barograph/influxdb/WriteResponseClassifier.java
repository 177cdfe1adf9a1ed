package io.barograph.influxdb;

import java.util.Locale;

/**
 * Classifies answers to writes by status and message. The same rules serve all versions: 1.x answers 400 {@code partial
 * write: ... dropped=N} and stores the rest, 2.x answers 400 or 422, 3.x answers 400 {@code partial write of line
 * protocol occurred}.
 */
final class WriteResponseClassifier {
    private WriteResponseClassifier() {}

    /** @return what to do with the lines of the request */
    static WriteOutcome classify(int status, String message) {
        String text = message.toLowerCase(Locale.ROOT);
        // 1.x answers 500 to a retention policy that does not exist.
        if (text.contains("retention policy not found") || text.contains("database not found")) {
            return WriteOutcome.MISCONFIGURED;
        }
        return switch (status) {
            case 200, 201, 202, 204 -> WriteOutcome.OK;
            case 400, 422 -> text.contains("partial write") ? WriteOutcome.PARTIAL : WriteOutcome.REJECT_BATCH;
            case 413 -> WriteOutcome.TOO_LARGE;
            case 408, 425, 429 -> WriteOutcome.RETRY;
            default -> status >= 500 ? WriteOutcome.RETRY : WriteOutcome.MISCONFIGURED;
        };
    }
}
