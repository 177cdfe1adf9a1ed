package io.barograph.slowdown;

import java.util.Map;

/**
 * The live slowdown of one operation on one file system and on each of its servers at one instant.
 *
 * @param time end of the window, milliseconds since the epoch
 * @param factor how many times slower than expected, over the hosts that agree with each other; NaN if that is not
 *     known
 * @param calmMinutes calm minutes that the expectation rests on, counted up to {@value CalmMinutes#TRAINED}
 * @param hosts probing hosts that timed it in the window
 * @param slowClient true if a host is slower than the others
 * @param servers the same by the server that the operations went to, over all hosts; those that are known
 */
public record SlidingSlowdown(
        String fileSystem,
        String operation,
        long time,
        double factor,
        int calmMinutes,
        int hosts,
        boolean slowClient,
        Map<String, Double> servers) {}
