/** Servers, and how jobs share them: fair flows, counters, space, and who competes with whom. */
package io.barograph.lab.simulator.server;
