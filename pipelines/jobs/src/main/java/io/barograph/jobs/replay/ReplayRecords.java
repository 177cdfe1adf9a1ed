package io.barograph.jobs.replay;

import java.io.Closeable;
import java.io.IOException;

/** Records of one place, those of each partition in the order of their arrival: nearly that of event time. */
public interface ReplayRecords extends Closeable {
    /** @return the next one; null after the last */
    ReplayedRecord next() throws IOException;
}
