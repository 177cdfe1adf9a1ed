package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.SkippedRecords;
import java.io.IOException;
import java.io.Serializable;

/** A place that holds records of input topics. */
public interface ReplayInput extends Serializable {
    /** @return it need not be opened before a replay has come to this time, milliseconds since the epoch */
    long from();

    /** @return false if all that it holds is of the time before the window, which a replay reads to know what is usual */
    boolean holdsWindow();

    /** @return what the live analysis leaves out */
    default SkippedRecords skipped() {
        return SkippedRecords.NONE;
    }

    /** @throws IOException if they cannot be reached */
    ReplayRecords open() throws IOException;
}
