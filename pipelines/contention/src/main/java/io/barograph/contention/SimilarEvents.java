package io.barograph.contention;

import java.util.List;

/**
 * Earlier events with a like signature.
 *
 * @param application first suspect of most of them, of several the first by name; null if no suspect is known
 * @param onsets onsets of the newest of them, the newest first, milliseconds since the epoch; at most {@value
 *     SignatureMemory#MAX_ONSETS}
 */
public record SimilarEvents(int number, String application, int byApplication, List<Long> onsets) {}
