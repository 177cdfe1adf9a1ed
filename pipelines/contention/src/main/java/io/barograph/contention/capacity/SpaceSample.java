package io.barograph.contention.capacity;

import io.barograph.schemas.EventType;

/**
 * How full the fullest target of a role is.
 *
 * @param time instant, milliseconds since the epoch
 * @param fullest fraction in use, 0 to 1
 */
public record SpaceSample(long time, boolean metadata, EventType type, String target, double fullest) {}
