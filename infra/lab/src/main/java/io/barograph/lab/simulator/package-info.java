/**
 * A simulated site: file systems with servers of limited bandwidth, and jobs that come, go and compete. The model
 * ({@link io.barograph.lab.simulator.SimulatedSite}) knows no clock and publishes nothing;
 * {@link io.barograph.lab.simulator.SimulatorCollector} drives it and publishes.
 */
package io.barograph.lab.simulator;
