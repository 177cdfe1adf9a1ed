package io.barograph.lab.simulator.server;

/**
 * What a fault cost a run.
 *
 * @param fault number of the fault in the configuration, from 0
 * @param seconds time that the run lost by it, seconds: with the fault's servers as fast as without it, the run's
 *     slowest transfers had ended so much earlier
 */
public record FaultLoss(int fault, double seconds) {}
