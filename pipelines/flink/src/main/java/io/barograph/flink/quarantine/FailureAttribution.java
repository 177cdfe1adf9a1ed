package io.barograph.flink.quarantine;

import java.util.function.Supplier;

/** Finds the record that made an operator fail, and has it noted. */
public final class FailureAttribution {
    private FailureAttribution() {}

    /**
     * @param thrown what an operator, or one that is chained to it, threw
     * @return what is to be thrown on: the same, if no record is known or to blame
     */
    public static Exception attribute(
            Throwable thrown, Supplier<RecordIdentity> record, String operator, FailureLog log) {
        RecordIdentity identity =
                OffendingRecordException.isIn(thrown) || !OperatorFailure.isOfARecord(thrown) ? null : record.get();
        if (identity == null) {
            if (thrown instanceof Error error) {
                throw error;
            }
            return (Exception) thrown;
        }
        OperatorFailure failure = new OperatorFailure(identity, operator, OperatorFailure.textOf(thrown));
        return new OffendingRecordException(failure, log.note(failure), thrown);
    }

    /** A record made an operator fail; it is named in the message. */
    public static final class OffendingRecordException extends RuntimeException {
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
}
