package io.barograph.sources.lmt;

import io.barograph.schemas.ServerSample;
import java.time.Instant;
import java.util.List;

/** Everything the database has for one TS_ID. */
record LmtInstant(long tsId, Instant time, List<LmtSample> samples) {
    /**
     * @param key names the server across TS_IDs, for instance {@code OST/18}
     * @param parts how many rows it is made of: 1 for an OST or OSS; for an MDT its gauges and each operation
     */
    record LmtSample(String key, ServerSample sample, int parts) {}
}
