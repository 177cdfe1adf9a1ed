/** What is simulated: a site, its jobs and their phases, faults and disturbances, as settings and chance make them. */
package io.barograph.lab.simulator.plan;
