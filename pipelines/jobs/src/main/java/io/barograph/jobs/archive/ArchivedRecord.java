package io.barograph.jobs.archive;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;

/**
 * A record on its way to a file.
 *
 * @param fileSystem its file system; empty if it has not one of its own
 * @param time its event time, milliseconds since the epoch
 * @param body its Avro encoding in the current schema, without marker and fingerprint
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each body would cost for nothing
record ArchivedRecord(String topic, String fileSystem, long time, int partition, long offset, byte[] body) {
    static final BinaryType<ArchivedRecord> TYPE = DelegatingFormat.recordTypeOf(ArchivedRecord.class, 2);
}
