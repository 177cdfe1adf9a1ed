package io.barograph.flink.quarantine;

import java.io.Serializable;

/** Where it is noted that a record made an operator fail. */
public interface FailureLog extends Serializable {
    /** @return what happens to the record, for the message of the exception */
    String note(OperatorFailure failure);

    /** @return records that are not read again because of what was noted */
    SkippedRecords skipped();
}
