package io.barograph.contention.cost;

import io.barograph.schemas.SuspectSource;

/**
 * A job that made load during an event.
 *
 * @param amount bytes, or metadata operations, in the event
 * @param share amount / all that the servers concerned did in the event; NaN if that is not known or nothing
 */
public record LoadSuspect(String jobId, double amount, double share, SuspectSource source) {}
