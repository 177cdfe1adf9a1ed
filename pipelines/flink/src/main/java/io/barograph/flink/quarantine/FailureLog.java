package io.barograph.flink.quarantine;

import java.io.Serializable;

/** Where it is noted that a record made an operator fail. */
public interface FailureLog extends Serializable {
    /** @return what happens to the record, for the message of the exception */
    String note(OperatorFailure failure);

    /**
     * Says that an operator leaves out what is made of a record that had made it fail. The job had read the record before
     * it saved its state, so no decoder comes to it again.
     */
    void leftOut(RecordIdentity record);

    /** @return records that are not read again because of what was noted */
    SkippedRecords skipped();
}
