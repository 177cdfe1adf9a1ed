package io.barograph.flink.quarantine;

/** A record made an operator fail; it is named in the message. */
public final class OffendingRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OffendingRecordException(OperatorFailure failure, String consequence, Throwable cause) {
        super(
                "record " + failure.record() + " made operator \"" + failure.operator() + "\" fail: "
                        + failure.exception() + "; " + consequence,
                cause);
    }

    /** True if the record was found before. */
    static boolean isIn(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OffendingRecordException) {
                return true;
            }
        }
        return false;
    }
}
