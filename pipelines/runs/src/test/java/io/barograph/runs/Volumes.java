package io.barograph.runs;

import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.WindowVolume;

/** Volumes for tests. */
final class Volumes {
    private Volumes() {}

    static WindowVolume of(long readBytes, long writeBytes, long samples, long expected) {
        return new WindowVolume(
                SampledTraffic.of(readBytes, writeBytes, 0, 0, samples, 0, 0, 0, 0, 0), expected, 1, false, false);
    }
}
