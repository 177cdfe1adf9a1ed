package io.barograph.servers.character;

import java.util.Arrays;
import java.util.OptionalLong;

/** The half-I/O observation, exactly, where all observations are at hand (CUG 2010, section 5). */
public final class HalfIoObservation {
    private HalfIoObservation() {}

    /**
     * @param observations bytes that one server moved in one interval, in any order
     * @return the smallest observation for which at least half of all bytes came in observations that are not larger;
     *     empty if no bytes were moved
     */
    public static OptionalLong of(long[] observations) {
        long[] sorted = observations.clone();
        Arrays.sort(sorted);
        long total = Arrays.stream(sorted).sum();
        long moved = 0;
        for (long observation : sorted) {
            moved += observation;
            if (moved > 0 && moved >= total - moved) {
                return OptionalLong.of(observation);
            }
        }
        return OptionalLong.empty();
    }
}
