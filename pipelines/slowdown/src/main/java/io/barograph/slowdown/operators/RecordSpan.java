package io.barograph.slowdown.operators;

import io.barograph.schemas.SlowdownKind;

/**
 * What a record is of.
 *
 * @param start begin, inclusive, milliseconds since the epoch, as the other instants
 * @param end end, exclusive
 * @param decidedAt event time at which the record is made
 */
record RecordSpan(String fileSystem, String operation, SlowdownKind kind, long start, long end, long decidedAt) {}
