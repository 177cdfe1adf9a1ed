package io.barograph.local.replay;

import io.barograph.schemas.JobWeather;
import java.util.List;

/**
 * What came out of a replay.
 *
 * @param samples server samples published
 * @param summaries summaries published
 * @param history runs imported from tables, also in {@code weather}
 * @param weather decisions, in the order of their event time and key
 * @param refused inputs that were refused
 */
record ReplayResult(long samples, long summaries, long history, List<JobWeather> weather, long refused) {}
