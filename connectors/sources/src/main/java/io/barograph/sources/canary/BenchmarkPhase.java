package io.barograph.sources.canary;

import java.time.Instant;

/**
 * One phase as a result states it.
 *
 * @param name phase, for instance {@code write}
 * @param iteration repetition, from 0
 * @param seconds its duration as stated; null if not
 * @param bytes bytes moved; null if not stated
 * @param bytesPerSecond its rate; null if not stated
 * @param operations number of operations; null if not stated
 * @param operationsPerSecond its rate; null if not stated
 * @param processes number of processes; null if not stated
 * @param nodes number of nodes; null if not stated
 * @param error why the phase counts as failed; null if it does not
 */
record BenchmarkPhase(
        String name,
        int iteration,
        String configuration,
        Instant start,
        Instant end,
        Double seconds,
        Long bytes,
        Double bytesPerSecond,
        Long operations,
        Double operationsPerSecond,
        Integer processes,
        Integer nodes,
        String error,
        long line) {}
