package io.barograph.runs;

import io.barograph.servers.history.Traffic;
import io.barograph.servers.history.Volume;

/** Volumes for tests. */
final class Volumes {
    private Volumes() {}

    static Volume of(long readBytes, long writeBytes, long samples, long expected) {
        return new Volume(Traffic.of(readBytes, writeBytes, 0, 0, samples, 0, 0, 0, 0, 0), expected, 1, false, false);
    }
}
